"""Plain values: the only things that cross between a grader and someone's code.

A value is None, a bool, an int, a float, a string, an array, or a list, tuple or dict of values. Arrays are torch
tensors or NumPy arrays; torch is looked up only if somebody has imported it, so that the engine works without it.
`encode` splits a value into a JSON tree and a list of flat arrays; `decode` puts it together again and refuses
everything that is not in the list above.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_DEPTH = 12
MAX_NODES = 20_000
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


@dataclass(frozen=True)
class FlatArray:
    """An array as bytes: what is left of a tensor on the wire and in the recorded file."""

    kind: str
    """torch | numpy"""
    dtype: str
    shape: tuple[int, ...]
    device: str
    data: bytes | None
    """None for a tensor without storage (the meta device)."""


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
    return isinstance(value, np.ndarray) or is_tensor(value)


def dtype_name(array: Any) -> str:
    return str(array.dtype).removeprefix("torch.")


def device_name(array: Any) -> str:
    return array.device.type if is_tensor(array) else "cpu"


def shape_of(array: Any) -> tuple[int, ...]:
    return tuple(map(int, array.shape))


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


def flatten(array: Any) -> FlatArray:
    """One array as bytes. Sparse, quantised, complex and exotic tensors are refused by their dtype or layout."""
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
    device = str(array.device.type)
    if device == "meta":
        return FlatArray("torch", name, shape, device, None)
    plain = array.detach()
    if device != "cpu" or plain.is_conj() or plain.is_neg():
        plain = torch.empty(shape, dtype=array.dtype).copy_(plain)
    if name == "bfloat16":
        plain = plain.contiguous().view(torch.int16)
    # tobytes copies in order: expanded, transposed and shared storage are all right answers
    return FlatArray("torch", name, shape, device, plain.numpy().tobytes())


def unflatten(flat: FlatArray) -> Any:
    """The array again: a plain tensor or array over memory that nothing else holds."""
    if flat.dtype == "bool" and flat.data and flat.data.strip(b"\0\1"):
        raise NotPlain("a truth value that is neither true nor false")
    try:
        return _from_bytes(flat)
    except (ValueError, TypeError, RuntimeError):  # the frameworks' words for sizes that no memory could hold
        raise NotPlain(f"an array of dtype {flat.dtype} with an impossible shape") from None


def _from_bytes(flat: FlatArray) -> Any:
    if flat.kind == "numpy":
        return np.frombuffer(flat.data or b"", dtype=flat.dtype).reshape(flat.shape).copy()
    torch = torch_module()
    if torch is None:
        raise NotPlain("a torch tensor where torch is not in use")
    dtype = getattr(torch, flat.dtype)
    if flat.data is None:
        return torch.empty(flat.shape, dtype=dtype, device="meta")
    if not flat.data:
        return torch.empty(flat.shape, dtype=dtype)
    return torch.frombuffer(bytearray(flat.data), dtype=dtype).reshape(flat.shape)


def encode(value: Any) -> tuple[Any, list[FlatArray]]:
    """A value as a JSON tree whose arrays are numbers into the list."""
    arrays: list[FlatArray] = []
    nodes = 0

    def walk(node: Any, depth: int) -> Any:
        nonlocal nodes
        nodes += 1
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise NotPlain("a value nested too deeply or with too many parts")
        if is_array(node):
            arrays.append(flatten(node))
            return ["array", len(arrays) - 1]
        if node is None or isinstance(node, (bool, str)):
            return ["plain", node]
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
        if isinstance(node, list):
            return ["list", [walk(part, depth + 1) for part in node]]
        if isinstance(node, tuple):
            return ["tuple", [walk(part, depth + 1) for part in node]]
        if isinstance(node, dict):
            if not all(isinstance(key, str) for key in node):
                raise NotPlain("a dict whose keys are not strings")
            return ["dict", {key: walk(part, depth + 1) for key, part in node.items()}]
        if is_device(node):
            return ["plain", str(node)]  # wherever a device is wanted, its name will do
        if isinstance(node, np.floating):
            return ["float", repr(float(node))]
        if isinstance(node, (np.bool_, np.integer)):
            return walk(node.item(), depth)
        raise NotPlain(f"an object of type {type(node).__name__[:60]}")

    return walk(value, 0), arrays


def decode(tree: Any, arrays: list[FlatArray]) -> Any:
    """The value again. Anything unexpected in the tree is refused, so a forged tree is only a bad answer.

    Each array is given out once: a tree that names a large one a thousand times must not take a thousand times its
    memory.
    """
    nodes = 0
    left = dict(enumerate(arrays))

    def walk(node: Any, depth: int) -> Any:
        nonlocal nodes
        nodes += 1
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise NotPlain("a value nested too deeply or with too many parts")
        if not isinstance(node, list) or not node:
            raise NotPlain("a malformed value")
        match node:
            case ["array", int(index)] if index in left:
                return unflatten(left.pop(index))
            case ["plain", None | bool() | str() as plain]:
                return plain
            case ["plain", int(number)] if abs(number) < 2**63:
                return number
            case ["float", str(text)] if len(text) < 40:
                try:
                    return float(text)
                except ValueError:
                    raise NotPlain("a malformed number") from None
            case ["rng", int(seed)]:
                return Rng(seed)
            case ["handle", int(number), str(name)]:
                return HandleRef(number, name)
            case ["list", list(parts)]:
                return [walk(part, depth + 1) for part in parts]
            case ["tuple", list(parts)]:
                return tuple(walk(part, depth + 1) for part in parts)
            case ["dict", dict(parts)]:
                return {str(key): walk(part, depth + 1) for key, part in parts.items()}
        raise NotPlain("a malformed value")

    return walk(tree, 0)


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
        return [found for i, part in enumerate(value) for found in arrays_in(part, f"{path}[{i}]")]
    if isinstance(value, dict):
        return [found for key, part in value.items() for found in arrays_in(part, f"{path}[{key!r}]")]
    return []
