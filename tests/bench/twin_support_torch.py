"""What the twin tests call: nothing that a course without Softmark would not write for itself."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch.testing import assert_close

_DATA = load_file(str(Path(__file__).with_name("twin_data.safetensors")))


def data(name):
    """A copy, so that a test that changes its inputs does not change another's."""
    return _DATA[name].clone()


def seed():
    torch.default_generator.manual_seed(0)


def generator(number):
    return torch.Generator().manual_seed(number)


def construct(model, weights, dtype, train):
    wanted = getattr(torch, dtype)
    if isinstance(model, torch.nn.Module):
        model.to(wanted)
        if weights is not None:
            model.load_state_dict({name: part.to(wanted) for name, part in weights.items()})
        model.train(train)
    return model


def copied(parts):
    return [part.clone() if torch.is_tensor(part) else part for part in parts]


def tensors(value):
    if torch.is_tensor(value):
        return [value]
    if isinstance(value, (list, tuple)):
        return [found for part in value for found in tensors(part)]
    if isinstance(value, dict):
        return [found for part in value.values() for found in tensors(part)]
    return []


def wants_gradient(value):
    return any(part.requires_grad for part in tensors(value))


def gradients(function, args, kwargs):
    """The value, and the gradients by input and by parameter, in the uneven direction that our checks use."""
    inputs = [part for part in tensors([args, kwargs]) if part.is_floating_point()]
    for part in inputs:
        part.requires_grad_(True)
    owner = function if isinstance(function, torch.nn.Module) else getattr(function, "__self__", None)
    parameters = dict(owner.named_parameters()) if isinstance(owner, torch.nn.Module) else {}
    got = function(*args, **kwargs)
    total = 0.0
    for part in tensors(got):
        steps = torch.arange(part.numel(), dtype=torch.float64)
        total = total + (part * torch.cos(1.7 * steps + 0.3).reshape(part.shape).to(part)).sum()
    found = torch.autograd.grad(total, [*inputs, *parameters.values()], allow_unused=True)
    return got, list(found[: len(inputs)]), dict(zip(parameters, found[len(inputs) :], strict=True))


def same(got, expected):
    """Equal as far as rounding allows; containers part by part."""
    if torch.is_tensor(expected) and expected.device.type == "meta":
        assert got.device.type == "meta" and got.shape == expected.shape and got.dtype == expected.dtype
    elif torch.is_tensor(expected) or isinstance(expected, float):
        assert_close(got, expected, rtol=1e-5, atol=1e-6, equal_nan=True)
    elif isinstance(expected, (list, tuple)):
        assert isinstance(got, (list, tuple)) and len(got) == len(expected)
        for mine, theirs in zip(got, expected, strict=True):
            same(mine, theirs)
    elif isinstance(expected, dict):
        assert got.keys() == expected.keys()
        for name in expected:
            same(got[name], expected[name])
    elif not isinstance(expected, torch.nn.Module):
        assert got == expected, f"{got!r} is not {expected!r}"
