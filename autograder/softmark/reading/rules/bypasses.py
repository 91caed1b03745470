"""Lists known ways to hide a call from the reading of a source, or from the watching while it runs. Staff are told of
each.

A bypass is no verdict. Most of them have honest uses; what they have in common is that nobody can tell from the source
alone what goes through them. The list is sorted by how rarely honest work needs them.
"""

from __future__ import annotations

from collections.abc import Iterator

SERIOUS, UNUSUAL, HARMLESS = range(3)
"""How much a note weighs: staff read the serious ones first."""

BY_NAME = "takes a library function by a name that is worked out at run time"
HANDED_ON = "hands on a whole library, so that what is taken from it cannot be read"
PRIVATE = "calls a private function of the library"
CHANGED = "changes the library itself"
IMPOSTOR = "puts something else in the place of a module"
TWO_MEANINGS = "calls a member that tensors have, and a class of this submission too"
UNKNOWN_MEMBER = "takes a member by a name that is worked out at run time"

PRIVATE_PATHS = {
    "torch.overrides": ("looks at or changes the hooks that look on", SERIOUS),
    "torch.library": ("adds operators to the library", SERIOUS),
    "torch.ops": ("calls the library's operators by their private names", SERIOUS),
    "torch._C": (PRIVATE, SERIOUS),
    "torch.testing": ("uses the library's own tests", SERIOUS),
    "torch.hub": ("loads code from elsewhere", SERIOUS),
    "torch.package": ("loads code from elsewhere", SERIOUS),
    "torch.utils.cpp_extension": ("compiles code", SERIOUS),
    "builtins.eval": ("evaluates text", SERIOUS),
    "builtins.exec": ("executes text", SERIOUS),
    "builtins.compile": ("compiles text", SERIOUS),
    "builtins.breakpoint": ("calls what a hook or a variable names", SERIOUS),
    "typing.get_type_hints": ("evaluates annotations", SERIOUS),
    "timeit": ("executes text", UNUSUAL),
    "trace": ("executes text", SERIOUS),
    "bdb": ("executes text", SERIOUS),
    "pdb": ("executes text", SERIOUS),
    "profile": ("executes text", SERIOUS),
    "cProfile": ("executes text", SERIOUS),
    "doctest": ("executes text", UNUSUAL),
    "importlib.abc": ("changes what an import gives", SERIOUS),
    "importlib.machinery": ("changes what an import gives", SERIOUS),
    "importlib.util": ("changes what an import gives", SERIOUS),
    "code": ("executes text", SERIOUS),
    "codeop": ("executes text", SERIOUS),
    "runpy": ("runs code by its name", SERIOUS),
    "pkgutil": ("finds code by its name", SERIOUS),
    "pydoc": ("finds code by its name", SERIOUS),
    "ctypes": ("reaches into memory", SERIOUS),
    "_ctypes": ("reaches into memory", SERIOUS),
    "cffi": ("reaches into memory", SERIOUS),
    "marshal": ("unpacks code", SERIOUS),
    "types.CodeType": ("puts code together", SERIOUS),
    "types.FunctionType": ("puts code together", SERIOUS),
    "sys._getframe": ("looks at frames", SERIOUS),
    "sys._current_frames": ("looks at frames", SERIOUS),
    "sys.settrace": ("looks on at every line", SERIOUS),
    "sys.setprofile": ("looks on at every call", SERIOUS),
    "sys.monitoring": ("looks on at every call", SERIOUS),
    "sys.addaudithook": ("looks on at what Python does", SERIOUS),
    "sys.breakpointhook": ("calls what a hook or a variable names", SERIOUS),
    "sys.__breakpointhook__": ("calls what a hook or a variable names", SERIOUS),
    "sys.excepthook": ("calls what a hook or a variable names", SERIOUS),
    "sys.displayhook": ("calls what a hook or a variable names", SERIOUS),
    "sys.unraisablehook": ("calls what a hook or a variable names", SERIOUS),
    "torch.nn.modules.module": ("adds hooks to every layer", SERIOUS),
    "sys.meta_path": ("changes what an import gives", SERIOUS),
    "sys.path_hooks": ("changes what an import gives", SERIOUS),
    "gc": ("searches the interpreter's objects", SERIOUS),
    "_thread": ("starts threads", SERIOUS),
    "threading": ("starts threads", UNUSUAL),
    "asyncio": ("starts threads or runs code later", UNUSUAL),
    "multiprocessing": ("starts processes", UNUSUAL),
    "torch.multiprocessing": ("starts processes", UNUSUAL),
    "concurrent": ("starts threads or processes", UNUSUAL),
    "subprocess": ("starts processes", UNUSUAL),
    "signal": ("runs code later", UNUSUAL),
    "atexit": ("runs code later", UNUSUAL),
    "weakref.finalize": ("runs code later", UNUSUAL),
    "inspect": ("looks at frames and sources", UNUSUAL),
    "pickle": ("unpickles code", UNUSUAL),
    "copyreg": ("unpickles code", UNUSUAL),
    "torch.load": ("unpickles code", UNUSUAL),
    "torch.autograd.forward_ad": ("works out what it needs by the way of gradients", UNUSUAL),
    "torch.fx": ("rewrites code", UNUSUAL),
    "torch.export": ("rewrites code", UNUSUAL),
    "torch.onnx": ("rewrites code", UNUSUAL),
    "torch.jit": ("compiles code", UNUSUAL),
    "torch.compile": ("compiles code", UNUSUAL),
    "torch.utils._python_dispatch": ("looks at or changes the hooks that look on", SERIOUS),
    "operator.attrgetter": ("takes members by name", HARMLESS),
    "operator.methodcaller": ("takes members by name", HARMLESS),
    "builtins.setattr": ("sets attributes by name", HARMLESS),
}
"""Library path → what it does, and how much that weighs."""
_ROOTS = tuple(PRIVATE_PATHS)
_HOOKS = (
    *("sys.settrace", "sys.setprofile", "sys.monitoring", "sys.addaudithook", "sys.meta_path", "sys.path_hooks"),
    *("sys.breakpointhook", "sys.__breakpointhook__", "sys.excepthook", "sys.displayhook", "sys.unraisablehook"),
    *("threading.settrace", "threading.setprofile", "threading.excepthook", "builtins.breakpoint"),
    *("atexit", "signal", "weakref.finalize", "gc.callbacks", "os.register_at_fork", "torch.nn.modules.module"),
    *("torch.overrides", "torch.utils._python_dispatch"),
)
"""Through these, the interpreter or the library calls something by itself."""
_HOOK_WORDS = sorted({path.removesuffix(".module").rpartition(".")[2] for path in _HOOKS})
HOOKED = {"builtins.breakpoint": "sys.breakpointhook", "sys.__breakpointhook__": "sys.breakpointhook"}
"""What is called → what decides what that is."""
SETTINGS = ("torch.backends.",)
"""Where setting an attribute is what it is there for."""

LOOKUPS = frozenset({
    *("builtins.vars", "builtins.dir", "builtins.__import__", "builtins.eval", "builtins.exec", "sys.modules"),
    *("builtins.getattr",),  # as a value: a plain call of it is read
    *("builtins.breakpoint", "sys.breakpointhook", "sys.__breakpointhook__"),  # a variable holds the name
    *("operator.attrgetter", "operator.methodcaller", "inspect.getattr_static", "inspect.getmembers"),
    *("importlib.import_module", "importlib.__import__", "pkgutil.resolve_name", "pydoc.locate"),
})  # fmt: skip
"""Through these, a name that stands in a string becomes the thing itself."""
LOOKUP_MEMBERS = frozenset({"__dict__", "__getattribute__", "__getattr__"})


def private_paths(path: str) -> Iterator[tuple[str, int]]:
    """What using this path may hide, and how much that weighs."""
    if path.startswith(_ROOTS):
        for private, (says, weight) in PRIVATE_PATHS.items():
            if path == private or path.startswith(private + "."):
                yield says, weight
                return
    if path.startswith("torch.") and "._" in path and is_private(path):
        yield PRIVATE, SERIOUS


def is_hook(path: str) -> bool:
    return path.startswith(_HOOKS) and any(path == hook or path.startswith(hook + ".") for hook in _HOOKS)


def mentions_hooks(text: str) -> bool:
    """Whether a source may install one; most need not be read for that."""
    return any(word in text for word in _HOOK_WORDS)


def is_private(path: str) -> bool:
    """A path that nobody uses by accident."""
    return "._" in path.replace(".__", ".") or path.startswith("torch.ops.")
