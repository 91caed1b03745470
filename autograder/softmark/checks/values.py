"""Plain values, the only things that cross between a grader and someone's code: how they are packed and checked.

A value is None, a string, a number (single_values.py), an array, or a list, tuple, dict or set of values. Arrays are
torch tensors or NumPy arrays; torch is looked up only if somebody has imported it, so that the engine works without it.
`encode` splits a value into a JSON tree and a list of flat arrays; `decode` puts it together again and refuses
everything that is not in the list above.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import single_values
from .numpy_if_there import THERE, np
from .single_values import NotPlain

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["FlatArray", "HandleRef", "Method", "NotPlain", "Rng", "decode", "encode"]

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_DIMENSIONS = 8
MAX_ARRAYS = 2_000
"""Each takes its reader ten times as long as another part."""
MAX_ALIKE = 100
"""Members of one set, or keys of one dict, with the same hash: more are made to take their reader hours."""

# name → (safetensors' name, bytes an element)
DTYPES: dict[str, tuple[str, int]] = {
    "bool": ("BOOL", 1),
    "uint8": ("U8", 1),
    "int8": ("I8", 1),
    "int16": ("I16", 2),
    "int32": ("I32", 4),
    "int64": ("I64", 8),
    "uint16": ("U16", 2),
    "uint32": ("U32", 4),
    "uint64": ("U64", 8),
    "float16": ("F16", 2),
    "bfloat16": ("BF16", 2),
    "float32": ("F32", 4),
    "float64": ("F64", 8),
    "complex64": ("C64", 8),
    "complex128": ("C128", 16),
}


class FlatArray(NamedTuple):
    """An array as bytes: what is left of a tensor on the wire and in the recorded file."""

    kind: str
    """torch | numpy"""
    dtype: str
    shape: tuple[int, ...]
    device: str
    data: bytes | memoryview | None
    """None for a tensor without storage (the meta device). What can be written to belongs to the array made of it."""
    turned: tuple[int, ...] = ()
    """How a tensor that is not contiguous lies in memory: its dimensions from the outermost to the innermost, which is
    also the order of `shape`."""


@dataclass(frozen=True)
class Rng:
    """Stands for a seeded random generator of the framework; made where the code runs."""

    seed: int


@dataclass(frozen=True)
class HandleRef:
    """Stands for an object that lives where the code runs: a constructed layer, an object of a student's own class."""

    number: int
    class_name: str = ""
    layer: bool = True
    """A layer of torch, whose attributes are asked for by name; those of any other object are read when they are
    named."""


@dataclass(frozen=True)
class Method:
    """Stands for an attribute that can only be called."""


def torch_module() -> Any:
    """torch, if this process has imported it."""
    return sys.modules.get("torch")


def is_tensor(value: object) -> bool:
    torch = torch_module()
    return torch is not None and isinstance(value, torch.Tensor)


def is_device(value: object) -> bool:
    torch = torch_module()
    return torch is not None and isinstance(value, torch.device)


def is_array(value: object) -> bool:
    """Whether it is a NumPy array or a tensor."""
    return is_numpy(value) or is_tensor(value)


def is_numpy(value: object) -> bool:
    return THERE and isinstance(value, np.ndarray)


_dtype_names: dict[Any, str] = {}


def dtype_name(array: Any) -> str:
    dtype = array.dtype
    if dtype not in _dtype_names:
        _dtype_names[dtype] = str(dtype).removeprefix("torch.")
    return _dtype_names[dtype]


def device_name(array: Any) -> str:
    return array.device.type if is_tensor(array) else "cpu"


def shape_of(array: Any) -> tuple[int, ...]:
    """Its shape, as plain numbers."""
    return tuple(map(int, array.shape))


def count(array: Any) -> int:
    """How many numbers are in it."""
    return math.prod(shape_of(array))


def as_numpy(array: Any) -> npt.NDArray[Any]:
    """The numbers of an array, for comparing; bfloat16 (which NumPy lacks) comes as float32."""
    if not is_tensor(array):
        return np.asarray(array)
    torch = torch_module()
    plain = array.detach()
    if plain.dtype == torch.bfloat16:
        plain = plain.to(torch.float32)
    if plain.device.type != "cpu":
        plain = plain.cpu()
    result: npt.NDArray[Any] = plain.resolve_conj().resolve_neg().numpy()
    return result


def flatten(array: Any, as_it_lies: bool = False) -> FlatArray:
    """One array as bytes. Sparse, quantised and exotic tensors are refused by their dtype or layout.

    `as_it_lies` keeps the order of a tensor's dimensions in memory, which decides whether it can be viewed in another
    shape: what a check passes is then the same for the student's code at home and in the sandbox.
    """
    name = dtype_name(array)
    if name not in DTYPES:
        raise NotPlain(f"an array of dtype {name}")
    shape = shape_of(array)
    if len(shape) > MAX_DIMENSIONS:
        raise NotPlain(f"an array with {len(shape)} dimensions")
    if not is_tensor(array):
        return FlatArray("numpy", name, shape, "cpu", np.ascontiguousarray(array).tobytes())
    torch = torch_module()
    if array.layout != torch.strided:
        raise NotPlain("a sparse tensor")
    if array.is_meta:
        return FlatArray("torch", name, shape, "meta", None)
    if as_it_lies and not array.is_contiguous():
        order = lies(array)
        return flatten(array.permute(order))._replace(turned=order)
    plain = array.detach() if array.requires_grad else array
    if not plain.is_cpu or plain.is_neg() or plain.is_conj():
        plain = torch.empty(shape, dtype=array.dtype).copy_(plain)
    if name == "bfloat16":
        plain = plain.contiguous().view(torch.int16)
    # tobytes copies in order: expanded, transposed and shared storage are all right answers
    return FlatArray("torch", name, shape, "cpu", plain.numpy().tobytes())


def lies(tensor: Any) -> tuple[int, ...]:
    """The dimensions of a tensor's copy, from the outermost in memory to the innermost."""
    strides = tensor.clone().stride()  # a copy has no gaps and no overlaps, and keeps the order
    return tuple(sorted(range(len(strides)), key=lambda i: -strides[i]))


def unflatten(flat: FlatArray) -> Any:
    """The array again: a plain tensor or array over memory that no other array holds."""
    if flat.turned:
        if flat.kind != "torch" or sorted(flat.turned) != list(range(len(flat.shape))):
            raise NotPlain("a tensor turned in an impossible way")
        back = sorted(range(len(flat.turned)), key=lambda i: flat.turned[i])
        return unflatten(flat._replace(turned=())).permute(back)
    if flat.dtype == "bool" and flat.data and bytes(flat.data).strip(b"\0\1"):
        raise NotPlain("a truth value that is neither true nor false")
    try:
        return _from_bytes(flat)
    except (ValueError, TypeError, RuntimeError):  # the frameworks' words for sizes that no memory could hold
        raise NotPlain(f"an array of dtype {flat.dtype} with an impossible shape") from None


def _from_bytes(flat: FlatArray) -> Any:
    kind, dtype, shape, _, data, _ = flat
    if not THERE:
        raise NotPlain("an array where NumPy is not installed")
    if kind == "numpy":
        return np.ndarray(shape, dtype, _writable(data or b""))
    torch = torch_module()
    if torch is None:
        raise NotPlain("a torch tensor where torch is not in use")
    if data is None:
        return torch.empty(shape, dtype=getattr(torch, dtype), device="meta")
    if dtype == "bfloat16":  # which NumPy lacks
        return torch.from_numpy(np.ndarray(shape, "int16", _writable(data))).view(torch.bfloat16)
    return torch.from_numpy(np.ndarray(shape, dtype, _writable(data)))


def _writable(data: bytes | memoryview) -> memoryview | bytearray:
    """Memory that may be written to is taken as it is; anything else is copied."""
    return data if isinstance(data, memoryview) and not data.readonly else bytearray(data)


def encode(value: Any, most_bytes: int | None = None, as_they_lie: bool = False) -> tuple[Any, list[FlatArray]]:
    """A value as a JSON tree whose arrays are numbers into the list, refused before it is copied if it is too large."""
    encoder = _Encoder(most_bytes, as_they_lie)
    return encoder.walk(value, 0), encoder.arrays


def decode(tree: Any, arrays: list[FlatArray]) -> Any:
    """The value again. Anything unexpected in the tree is refused, so a forged tree is only a bad answer.

    Each array is given out once: a tree that names a large one a thousand times must not take a thousand times its
    memory.
    """
    return _Decoder(arrays).walk(tree, 0)


class Walker:
    """Counts what it meets: neither a student's value nor a forged tree is walked for ever."""

    def __init__(self) -> None:
        self._nodes = self._arrays = 0

    def _count(self, depth: int) -> None:
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise NotPlain("a value nested too deeply or with too many parts")

    def _count_array(self) -> None:
        self._arrays += 1
        if self._arrays > MAX_ARRAYS:
            raise NotPlain(f"a value with more than {MAX_ARRAYS:,} arrays")


class _Encoder(Walker):
    def __init__(self, most_bytes: int | None = None, as_they_lie: bool = False) -> None:
        super().__init__()
        self.arrays: list[FlatArray] = []
        self._most = most_bytes
        self._as_they_lie = as_they_lie
        self._bytes = 0

    def walk(self, node: Any, depth: int) -> Any:
        self._count(depth)
        if is_tensor(node):  # most of what crosses are tensors and dicts of them, so these come first
            return self._array(node)
        if node is None or isinstance(node, (bool, str)):
            return ["plain", node]
        if isinstance(node, dict):
            if all(isinstance(key, str) for key in node):
                return ["dict", {key: self.walk(part, depth + 1) for key, part in node.items()}]
            return ["map", [[self._key(key, depth + 1), self.walk(part, depth + 1)] for key, part in node.items()]]
        if isinstance(node, list):
            return ["list", self._all(node, depth)]
        if isinstance(node, tuple):
            return ["tuple", self._all(node, depth)]
        return self._array(node) if is_numpy(node) else self._other(node, depth)

    def _array(self, node: Any) -> list[Any]:
        self._weigh(node)
        self._count_array()
        self.arrays.append(flatten(node, self._as_they_lie))
        return ["array", len(self.arrays) - 1]

    def _all(self, parts: Iterable[Any], depth: int) -> list[Any]:
        return [self.walk(part, depth + 1) for part in parts]

    def _key(self, node: Any, depth: int) -> Any:
        """A member of a set or a key of a dict; an array has no equality that would tell two of them apart."""
        before = len(self.arrays)
        tree = self.walk(node, depth)
        if len(self.arrays) != before:
            raise NotPlain("a set, or the keys of a dict, with an array in it")
        return tree

    def _weigh(self, array: Any) -> None:
        if self._most is None or (is_tensor(array) and array.is_meta):
            return
        self._bytes += (array.numel() if is_tensor(array) else count(array)) * DTYPES.get(dtype_name(array), ("", 1))[1]
        if self._bytes > self._most:
            raise NotPlain(f"an answer of {self._bytes / (1 << 20):.1f} MB, far more than any right one")

    def _other(self, node: Any, depth: int) -> Any:
        if isinstance(node, set | frozenset):
            return [type(node).__name__, [self._key(part, depth + 1) for part in node]]
        if isinstance(node, Rng):
            return ["rng", node.seed]
        if isinstance(node, HandleRef):
            return ["handle" if node.layer else "object", node.number, node.class_name]
        if isinstance(node, Method):
            return ["method", None]
        if is_device(node):
            return ["plain", str(node)]  # wherever a device is wanted, its name will do
        if (tree := single_values.tree_of(node)) is not None:
            return tree
        if THERE and isinstance(node, np.floating):
            return ["float", repr(float(node))]
        if THERE and isinstance(node, (np.bool_, np.integer, np.complexfloating)):
            return self.walk(node.item(), depth)
        raise NotPlain(f"an object of type {type(node).__name__[:60]}")


class _Decoder(Walker):
    def __init__(self, arrays: list[FlatArray]) -> None:
        super().__init__()
        self._left = dict(enumerate(arrays))

    def walk(self, node: Any, depth: int) -> Any:
        self._count(depth)
        if type(node) is list and len(node) == 2 and node[0] == "array" and type(node[1]) is int:
            self._count_array()
            if (flat := self._left.pop(node[1], None)) is not None:
                return unflatten(flat)
            raise NotPlain("a malformed value")
        if type(node) is not list or len(node) != (_LENGTHS.get(node[0], 2) if node and type(node[0]) is str else 2):
            raise NotPlain("a malformed value")
        tag, held = node[0], node[1]
        if tag == "plain":
            if held is None or type(held) in (bool, str) or (type(held) is int and abs(held) < 2**63):
                return held
            raise NotPlain("a malformed value")
        if tag == "dict" and type(held) is dict:
            return {key: self.walk(part, depth + 1) for key, part in held.items()}
        if tag == "list" and type(held) is list:
            return self._all(held, depth)
        if tag == "tuple" and type(held) is list:
            return tuple(self._all(held, depth))
        is_whole = type(held) is int  # JSON has exact types, and a truth value is no number here
        if tag in ("set", "frozenset") and type(held) is list:
            return (set if tag == "set" else frozenset)(self._keys(held, depth))
        if tag == "map" and type(held) is list and all(type(pair) is list and len(pair) == 2 for pair in held):
            keys = self._keys([key for key, _ in held], depth)
            return dict(zip(keys, self._all([part for _, part in held], depth), strict=True))
        if tag == "rng" and is_whole:
            return Rng(held)
        if tag in ("handle", "object") and is_whole and type(node[2]) is str:
            return HandleRef(held, node[2], tag == "handle")
        if tag == "method" and held is None:
            return Method()
        return single_values.value_of(tag, held)

    def _all(self, parts: list[Any], depth: int) -> list[Any]:
        return [self.walk(part, depth + 1) for part in parts]

    def _keys(self, trees: list[Any], depth: int) -> list[Any]:
        before = len(self._left)
        keys = self._all(trees, depth)
        alike: dict[int, int] = {}
        try:
            for key in keys:
                mixed = hash(key)
                alike[mixed] = alike.get(mixed, 0) + 1
        except TypeError:
            raise NotPlain("a set, or the keys of a dict, with a part that can change") from None
        if len(self._left) != before or max(alike.values(), default=0) > MAX_ALIKE:
            raise NotPlain("a set, or the keys of a dict, with parts that are not made for it")
        return keys


_LENGTHS = {"handle": 3, "object": 3}
"""How many places a node has, where it is not two."""


def copy(value: Any) -> Any:
    """A deep copy of a plain value, so that what one side does to it stays there."""
    if is_tensor(value):
        return value.detach().clone()
    if is_numpy(value):
        return value.copy()
    return rebuilt(value, copy)


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same container with every part changed. What has no parts that could change stays as it is."""
    if isinstance(value, list):
        return [change(part) for part in value]
    if isinstance(value, tuple):
        return tuple(change(part) for part in value)
    if isinstance(value, dict):
        return {key: change(part) for key, part in value.items()}
    if isinstance(value, set):
        return {change(part) for part in value}
    if isinstance(value, frozenset):
        return frozenset(change(part) for part in value)
    return value


def arrays_in(value: Any, path: str = "") -> list[tuple[str, Any]]:
    """Every array inside a value with its place: ("", t) for a bare tensor, ("[0]", t) inside a tuple."""
    if is_array(value):
        return [(path, value)]
    if isinstance(value, list | tuple):
        return [pair for i, part in enumerate(value) for pair in arrays_in(part, f"{path}[{i}]")]
    if isinstance(value, dict):
        return [pair for key, part in value.items() for pair in arrays_in(part, f"{path}[{key!r}]")]
    return []
