"""Plain values, the only things that cross between a grader and someone's code: how they are packed and checked.

A value is None, a bool, an int, a float, a string, an array, or a list, tuple or dict of values. Arrays are torch
tensors or NumPy arrays; torch is looked up only if somebody has imported it, so that the engine works without it.
`encode` splits a value into a JSON tree and a list of flat arrays; `decode` puts it together again and refuses
everything that is not in the list above.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

MAX_DEPTH = 12
MAX_NODES = 4_000
MAX_DIMENSIONS = 8

# name → (safetensors' name, bytes an element)
DTYPES: dict[str, tuple[str, int]] = {
    "bool": ("BOOL", 1),
    "uint8": ("U8", 1),
    "int8": ("I8", 1),
    "int16": ("I16", 2),
    "int32": ("I32", 4),
    "int64": ("I64", 8),
    "float16": ("F16", 2),
    "bfloat16": ("BF16", 2),
    "float32": ("F32", 4),
    "float64": ("F64", 8),
}


class NotPlain(Exception):
    """A value that may not cross; the text says what it was."""


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
    """Stands for an object that lives where the code runs (a constructed module)."""

    number: int
    class_name: str = ""


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
    return isinstance(value, np.ndarray) or is_tensor(value)


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
    """One array as bytes. Sparse, quantised, complex and exotic tensors are refused by their dtype or layout.

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
    if not plain.is_cpu or plain.is_neg():
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


class _Walker:
    """Counts what it meets: neither a student's value nor a forged tree is walked for ever."""

    def __init__(self) -> None:
        self._nodes = 0

    def _count(self, depth: int) -> None:
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise NotPlain("a value nested too deeply or with too many parts")


class _Encoder(_Walker):
    def __init__(self, most_bytes: int | None = None, as_they_lie: bool = False) -> None:
        super().__init__()
        self.arrays: list[FlatArray] = []
        self._most = most_bytes
        self._as_they_lie = as_they_lie
        self._bytes = 0

    def walk(self, node: Any, depth: int) -> Any:
        self._count(depth)
        if node is None or isinstance(node, (bool, str)):
            return ["plain", node]
        if isinstance(node, dict):
            if not all(isinstance(key, str) for key in node):
                raise NotPlain("a dict whose keys are not strings")
            return ["dict", {key: self.walk(part, depth + 1) for key, part in node.items()}]
        if isinstance(node, list):
            return ["list", [self.walk(part, depth + 1) for part in node]]
        if isinstance(node, tuple):
            return ["tuple", [self.walk(part, depth + 1) for part in node]]
        if is_array(node):
            self._weigh(node)
            self.arrays.append(flatten(node, self._as_they_lie))
            return ["array", len(self.arrays) - 1]
        return self._single(node, depth)

    def _weigh(self, array: Any) -> None:
        if self._most is None or device_name(array) == "meta":
            return
        self._bytes += count(array) * DTYPES.get(dtype_name(array), ("", 1))[1]
        if self._bytes > self._most:
            raise NotPlain(f"an answer of {self._bytes / (1 << 20):.1f} MB, far more than any right one")

    def _single(self, node: Any, depth: int) -> Any:
        if isinstance(node, int):
            if abs(node) >= 2**1023:
                raise NotPlain("a whole number of more than a thousand bits")
            return ["plain", int(node)] if abs(node) < 2**63 else ["float", repr(float(node))]
        if isinstance(node, float):
            return ["float", float.__repr__(float(node))]  # JSON has no NaN or infinity
        if isinstance(node, Rng):
            return ["rng", node.seed]
        if isinstance(node, HandleRef):
            return ["handle", node.number, node.class_name]
        if is_device(node):
            return ["plain", str(node)]  # wherever a device is wanted, its name will do
        if isinstance(node, np.floating):
            return ["float", repr(float(node))]
        if isinstance(node, (np.bool_, np.integer)):
            return self.walk(node.item(), depth)
        raise NotPlain(f"an object of type {type(node).__name__[:60]}")


class _Decoder(_Walker):
    def __init__(self, arrays: list[FlatArray]) -> None:
        super().__init__()
        self._left = dict(enumerate(arrays))

    def walk(self, node: Any, depth: int) -> Any:
        self._count(depth)
        if type(node) is not list or len(node) != (3 if node[:1] == ["handle"] else 2):
            raise NotPlain("a malformed value")
        tag, held = node[0], node[1]
        if tag == "dict" and type(held) is dict:
            return {key: self.walk(part, depth + 1) for key, part in held.items()}
        if tag == "list" and type(held) is list:
            return [self.walk(part, depth + 1) for part in held]
        if tag == "tuple" and type(held) is list:
            return tuple([self.walk(part, depth + 1) for part in held])
        is_whole = type(held) is int  # JSON has exact types, and a truth value is no number here
        if tag == "array" and is_whole and held in self._left:
            return unflatten(self._left.pop(held))
        if tag == "plain" and (held is None or type(held) in (bool, str) or (is_whole and abs(held) < 2**63)):
            return held
        if tag == "float" and type(held) is str and len(held) < 40:
            try:
                return float(held)
            except ValueError:
                raise NotPlain("a malformed number") from None
        if tag == "rng" and is_whole:
            return Rng(held)
        if tag == "handle" and is_whole and type(node[2]) is str:
            return HandleRef(held, node[2])
        raise NotPlain("a malformed value")


def copy(value: Any) -> Any:
    """A deep copy of a plain value, so that what one side does to it stays there."""
    if is_tensor(value):
        return value.detach().clone()
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list):
        return [copy(part) for part in value]
    if isinstance(value, tuple):
        return tuple(copy(part) for part in value)
    if isinstance(value, dict):
        return {key: copy(part) for key, part in value.items()}
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
