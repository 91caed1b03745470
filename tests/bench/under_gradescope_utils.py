"""Runs the twins as a course that uses gradescope-utils does: `… TWINS RESULTS`, with the submission on the path."""

import functools
import importlib
import sys
import unittest
from pathlib import Path

import torch
from gradescope_utils.autograder_utils.decorators import number, weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
from torch.testing import assert_close

from tests.bench.plain import Generator, Model


def suite(twins):
    """A test class for each of ours."""
    classes = {}
    for twin in twins:
        group, _, name = twin["name"].rpartition(".")
        classes.setdefault(group, {})[f"{name}_{twin['phase']}"] = _test(twin)
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    return unittest.TestSuite(load(type(group, (unittest.TestCase,), tests)) for group, tests in classes.items())


def _test(twin):
    @number(twin["item"])
    @weight(twin["weight"])
    def test(self):
        made = []
        for call in twin["calls"]:
            _make(call, made)

    return test


def _make(call, made):
    """One call of a check, with everything that the check looks at compared."""
    target, reply = _find(call["target"], made), call["reply"]
    args, kwargs = _real(call["args"], made), _real(call["kwargs"], made)
    torch.manual_seed(0)
    if isinstance(reply["value"], Model):
        made.append(_constructed(target, args, kwargs))
    elif call["op"] in ("weights", "attribute"):
        _same(target.state_dict() if call["op"] == "weights" else target, reply["value"])
    elif call["op"] == "grad":
        _same(_gradients(target, args, kwargs), (reply["value"], reply["by_input"], reply["by_name"]))
    elif "changed" in call["looked_at"]:
        target(*args, **kwargs)
        _same((args, kwargs), (_real(call["args"], made), _real(call["kwargs"], made)))
    else:
        got = target(*args, **kwargs)
        _same(got, reply["value"])
        if "requires_grad" in call["looked_at"]:
            assert any(part.requires_grad for part in _tensors(got)) == reply["requires_grad"]


def _find(target, made):
    head, *rest = target.split(".")
    first = made[int(head[1:])] if head.startswith("#") else importlib.import_module(head)
    return functools.reduce(getattr, rest, first)


def _real(value, made):
    """A copy, so that a test that changes its inputs does not change another's."""
    if isinstance(value, Model):
        return made[value.number]
    if isinstance(value, Generator):
        return torch.Generator().manual_seed(value.seed)
    if isinstance(value, dict):
        return {name: _real(part, made) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_real(part, made) for part in value)
    return value.clone() if torch.is_tensor(value) else value


def _constructed(target, args, kwargs):
    weights, dtype = kwargs.pop("weights", None), kwargs.pop("dtype", None) or "float32"
    train = bool(kwargs.pop("train", False))
    model = target(*args, **kwargs)
    if isinstance(model, torch.nn.Module):
        model.to(getattr(torch, dtype)).train(train)
        if weights is not None:
            model.load_state_dict({name: part.to(getattr(torch, dtype)) for name, part in weights.items()})
    return model


def _gradients(function, args, kwargs):
    """The value, and the gradients by input and by parameter, in the uneven direction that our checks use."""
    inputs = [part.requires_grad_(True) for part in _tensors([args, kwargs]) if part.is_floating_point()]
    result = kwargs.pop("grad_of", None)  # of several results, the one that is differentiated
    owner = function if isinstance(function, torch.nn.Module) else getattr(function, "__self__", None)
    parameters = dict(owner.named_parameters()) if isinstance(owner, torch.nn.Module) else {}
    got, total = function(*args, **kwargs), 0.0
    for part in _tensors(got if result is None else got[result]):
        steps = torch.arange(part.numel(), dtype=torch.float64)
        total = total + (part * torch.cos(1.7 * steps + 0.3).reshape(part.shape).to(part)).sum()
    found = torch.autograd.grad(total, [*inputs, *parameters.values()], allow_unused=True)
    return got, list(found[: len(inputs)]), dict(zip(parameters, found[len(inputs) :], strict=True))


def _tensors(value):
    if torch.is_tensor(value):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [found for part in parts for found in _tensors(part)]


def _same(got, expected):
    """Equal as far as rounding allows; containers part by part."""
    if torch.is_tensor(expected) and expected.device.type == "meta":
        assert (got.device.type, got.shape, got.dtype) == ("meta", expected.shape, expected.dtype)
    elif torch.is_tensor(expected) or isinstance(expected, float):
        assert_close(got, expected, rtol=1e-5, atol=1e-6, equal_nan=True)
    elif isinstance(expected, (list, tuple)) and not isinstance(expected, Model):
        for mine, theirs in zip(got, expected, strict=True):
            _same(mine, theirs)
    elif isinstance(expected, dict):
        assert got.keys() == expected.keys()
        for name in expected:
            _same(got[name], expected[name])
    elif not isinstance(expected, torch.nn.Module):
        assert got == expected, f"{got!r} is not {expected!r}"


if __name__ == "__main__":
    found = torch.load(sys.argv[1], weights_only=False)
    with Path(sys.argv[2]).open("w", encoding="utf-8") as file:
        JSONTestRunner(visibility="visible", stream=file).run(suite(found))
