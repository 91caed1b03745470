"""Runs in the sandbox, inside a submission: every graded function answers wrongly, in ever other ways.

`__main__.py` puts this text at the end of attention.py, behind a line that sets SEED and KINDS. The numbers are wrong
first; then the wrong answer is given another dtype, shape, layout, container or class, or written into a forged frame,
or into a damaged one. Before that, call-backs get arguments of the same making. The seed alone decides what is drawn.
"""

import functools
import json
import random
import struct
import sys

import numpy as np
import torch

SEED, KINDS = 0, ()

# BEGIN
_wire = sys.modules["softmark.sandbox.wire"]
_tracing = sys.modules["softmark.locating.watched_calls"]
_asked = [0]


def _drawn():
    _asked[0] += 1
    return random.Random(f"{SEED}:{_asked[0]}")


def _wrong(value, rng):
    """The same shape and dtype, and no number of it right."""
    if isinstance(value, (tuple, list)):
        return type(value)(_wrong(part, rng) for part in value)
    if not isinstance(value, torch.Tensor):
        return 17.5
    if value.dtype == torch.bool:
        return ~value
    if not value.is_floating_point():
        return value + 1
    steps = torch.arange(value.numel(), dtype=torch.float64).reshape(value.shape)
    return (2.3 + torch.cos(steps * (1 + rng.random()))).to(value.dtype)


def _first(value):
    while isinstance(value, (tuple, list)) and value:
        value = value[0]
    return value if isinstance(value, torch.Tensor) else torch.arange(6.0).reshape(2, 3)


class _Sub(torch.Tensor):
    pass


class _Odd:
    def __len__(self):
        return 1 << 60

    def __getattr__(self, name):
        raise RuntimeError("no")


def _dtype(value, rng):
    names = (
        "bool",
        "uint8",
        "int8",
        "int16",
        "int32",
        "int64",
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "complex64",
    )
    return _first(value).to(getattr(torch, rng.choice(names)))


def _shape(value, rng):
    x = _first(value)
    return rng.choice([
        lambda: x.flatten(), lambda: x[None], lambda: x[..., None], lambda: x[:0], lambda: x.reshape(-1)[:1],
        lambda: x.expand(rng.randint(1, 9), *x.shape), lambda: x.reshape((1,) * rng.randint(1, 12) + tuple(x.shape)),
        lambda: torch.zeros(()), lambda: torch.zeros(0, 3, 0), lambda: torch.cat([x.flatten()] * rng.randint(2, 400)),
        lambda: torch.zeros(1).expand(1 << rng.randint(1, 40)), lambda: torch.empty(1 << 40, device="meta"),
    ])()  # fmt: skip


def _layout(value, rng):
    x = _first(value)
    return rng.choice([
        lambda: x.transpose(0, -1) if x.dim() else x, lambda: x.flip(0) if x.dim() else x, lambda: x.to_sparse(),
        lambda: torch.as_strided(x.flatten(), (7, 7), (0, 0)), lambda: x.mT if x.dim() > 1 else x, lambda: x.to("meta"),
        lambda: torch.quantize_per_tensor(x.float(), 0.1, 0, torch.qint8), lambda: x.as_subclass(_Sub),
        lambda: torch.nested.nested_tensor([x.float().flatten(), x.float().flatten()[:1]]),
        lambda: torch.nn.Parameter(x.float()), lambda: torch.conj(x.to(torch.complex64)), lambda: x.detach().numpy(),
        lambda: np.asfortranarray(x.detach().numpy()), lambda: x.detach().numpy().astype(">f4"),
        lambda: x.detach().numpy().astype(object), lambda: np.ma.masked_array(x.detach().numpy()),
        lambda: x.detach().numpy().view(np.recarray), lambda: torch.zeros(3).requires_grad_() * 2,
    ])()  # fmt: skip


def _container(value, rng):
    deep = value
    for _ in range(rng.randint(1, 40)):
        deep = rng.choice([lambda d: [d], lambda d: (d,), lambda d: {"a": d}])(deep)
    return rng.choice([
        value, [value], (value, value), (value,) * 3, {"value": value}, {1: value}, {"x" * 5000: 1}, deep, type,
        None, True, "word", b"bytes", 3, 2**70, -(10**400), float("nan"), float("inf"), 1j, {1, 2}, range(5), _Odd(),
        object, lambda: 1, iter([1]), torch.float32, torch.device("cpu"), torch.Size([2]), np.float32(1), [[]] * 3000,
        np.datetime64(0, "D"), ["w"] * 5000, [torch.zeros(1)] * 5000, "\ud800", "\0", "[" * 9000, NotImplemented,
    ])  # fmt: skip


STRANGE = [None, True, -1, 0, 2**31, 2**63, 10**40, 0.5, "", "x", "float64", "1e999", "é" * 90, [], {}, [[]], [0] * 50]
"""What takes a field's place; as data, because it must be JSON."""


def _places(node):
    for key in range(len(node)) if isinstance(node, list) else list(node):
        yield node, key
        if isinstance(node[key], (list, dict)):
            yield from _places(node[key])


def _bent(tree, rng):
    """A JSON document with a few fields replaced, dropped, doubled or wrapped."""
    for _ in range(rng.randint(1, 3)):
        top = [tree]
        node, key = rng.choice(list(_places(top)))
        edit = rng.randrange(4)
        if edit == 0:
            node[key] = json.loads(json.dumps(rng.choice(STRANGE)))
        elif edit == 1 and node is not top:
            del node[key]
        elif edit == 2 and isinstance(node, list) and node is not top:
            node.insert(key, node[key])
        else:
            node[key] = [node[key], rng.choice(STRANGE[:13])]
        tree = top[0]
    return tree


def _damaged(raw, rng):
    data = bytearray(raw)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        edit = rng.randrange(4)
        if edit == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif edit == 1:
            del data[at : at + rng.randint(1, 40)]
        elif edit == 2:
            data[at:at] = rng.randbytes(rng.randint(1, 20))
        else:
            data[at : at + 4] = struct.pack("!I", rng.choice([0, 1, 255, 2**20, 2**22 + 1, 2**31, 2**32 - 1]))
        data = data or bytearray(b"\0")
    return bytes(data)


def _here():
    """The number of the question that is being answered, and the channel, from the worker's own frames."""
    frame = sys._getframe()
    while frame is not None and not ("answers" in frame.f_locals and "channel" in frame.f_locals):
        frame = frame.f_back
    return (frame.f_locals["answers"]["n"], frame.f_locals["channel"]) if frame else (0, None)


def _forge(value, rng):
    number, channel = _here()
    if channel is None:
        return
    packed = _wire.pack({"value": value, "requires_grad": True, "by_input": [value], "by_name": {"W": value}})
    head = {"n": number, "ok": True}
    kind = rng.randrange(4)
    text, body = packed.text, packed.body
    if kind == 1:
        text = json.dumps(_bent(json.loads(text), rng)).encode()
    elif kind == 2:
        head = _bent({**head, "seen": ["torch.softmax"], "failure": {"kind": "raised", "line": "x.py line 3"}}, rng)
    head = json.dumps(head).encode()
    raw = struct.pack("!III", len(head), len(text), len(body)) + head + text + body
    channel.settimeout(5)
    channel.sendall(_damaged(raw, rng) if kind == 3 else raw)


_CHANGES = {"dtype": _dtype, "shape": _shape, "layout": _layout, "container": _container}


def _changed(value, rng):
    kind = rng.choice([kind for kind in KINDS if kind in _CHANGES] or ["dtype"])
    try:
        return _CHANGES[kind](value, rng)
    except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AttributeError):
        return value  # torch has no such thing


def _bother(space, args, rng):
    """Call-backs with arguments that no answer has."""
    lent = [part for part in space.values() if getattr(part, "__name__", "") != "fuzzed" and callable(part)]
    lent = [part for part in lent if getattr(part, "__module__", "") == "softmark.sandbox.stand_ins"]
    for part in lent[:3]:
        given = [_changed(arg, rng) if rng.random() < 0.7 else arg for arg in args]
        given = rng.choice([given, given[:1], given * 2, [_first(given)] * 2])
        try:
            answer = part(*given)
            if rng.random() < 0.3:
                for output in answer if isinstance(answer, tuple) else (answer,):
                    output.sum().backward()
        except Exception:  # refused
            pass


def _wrap(space, names):
    for name in names:
        owner, _, method = name.rpartition(".")
        holder = space[owner] if owner else None
        original = getattr(holder, method) if owner else space[name]

        @functools.wraps(original)
        def fuzzed(*args, _original=original, **kwargs):
            rng = _drawn()
            if "call-backs" in KINDS:
                _bother(space, args[-3:], rng)
            try:
                value = _original(*args, **kwargs)
            except Exception:  # an earlier function of its own has answered nonsense
                value = torch.ones(2, 3)
            if not KINDS:
                return value
            value = _wrong(value, rng)
            if "frames" in KINDS and rng.random() < 0.5:
                _forge(value, rng)
            return _changed(value, rng) if rng.random() < 0.8 else value

        if owner:
            setattr(holder, method, fuzzed)
        else:
            space[name] = fuzzed


def _account(plain):
    def told(self):
        return _bent(json.loads(json.dumps(plain(self))), _drawn())

    return told


if "accounts" in KINDS:
    _tracing.Watched.plain = _account(_tracing.Watched.plain)
