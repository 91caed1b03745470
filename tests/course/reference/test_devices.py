"""Nothing is made on the wrong device: shown without a GPU, and on one where there is one."""

import pytest
import torch


@pytest.fixture
def modules(reference):
    """Every module, with an input for it: made where the surrounding `with torch.device(...)` says."""
    return {
        "AttentionHead": lambda: (reference.attention.AttentionHead(4, 3), torch.zeros(2, 5, 4)),
        "MultiHeadAttention": lambda: (reference.multihead.MultiHeadAttention(4, 2), torch.zeros(2, 5, 4)),
        "TransformerBlock": lambda: (reference.block.TransformerBlock(4, 2, 6), torch.zeros(2, 5, 4)),
        "TransformerLM": lambda: (
            reference.lm.TransformerLM(7, 5, 4, 2, 2, 6),
            torch.zeros(2, 5, dtype=torch.long),
        ),
    }


NAMES = ["AttentionHead", "MultiHeadAttention", "TransformerBlock", "TransformerLM"]


class TestMetaDevice:
    """The meta device knows shapes only. It refuses to work with a tensor from anywhere else."""

    def test_a_mask_from_the_wrong_device_is_noticed(self, attention):
        with pytest.raises(RuntimeError, match="device"):
            attention.apply_mask(torch.zeros(3, 3, device="meta"), attention.causal_mask(3, device="cpu"))

    def test_the_mask_is_made_where_it_is_asked_for(self, attention):
        mask = attention.causal_mask(3, device="meta")
        assert mask.device.type == "meta" and mask.dtype == torch.bool and mask.shape == (3, 3)

    def test_every_function_and_module_works_there(self, case):
        function, inputs = case.build(device="meta")
        expected_function, expected_inputs = case.build(device="cpu")
        got, expected = case.outputs(function(*inputs)), case.outputs(expected_function(*expected_inputs))
        assert [t.shape for t in got] == [t.shape for t in expected]
        assert all(t.device.type == "meta" for t in got)

    @pytest.mark.parametrize("name", NAMES)
    def test_modules_that_were_made_there(self, modules, name):
        with torch.device("meta"):
            module, x = modules[name]()
        output = module.to("meta")(x)
        assert output.device.type == "meta" and output.shape[:2] == (2, 5)

    @pytest.mark.parametrize("name", NAMES)
    def test_the_inputs_decide_not_the_default_device(self, modules, name):
        """Here a tensor made without a device lands on meta, away from the inputs, and the call fails."""
        module, x = modules[name]()
        with torch.device("meta"):
            output = module(x)
        assert output.device.type == "cpu"

    @pytest.mark.parametrize("default", ["cpu", "meta"])
    def test_place_numbers_are_made_beside_the_tokens(self, lm, default):
        """Looked at directly: an embedding on the meta device takes indices from anywhere without a word."""
        other = "meta" if default == "cpu" else "cpu"
        with torch.device(other):
            model, tokens = lm.TransformerLM(7, 5, 4, 2, 1, 6), torch.zeros(2, 5, dtype=torch.long)
        devices = []
        model.position_embedding.register_forward_pre_hook(lambda _, inputs: devices.append(inputs[0].device.type))
        with torch.device(default):
            model(tokens)
        assert devices == [other]


def test_every_function_gives_on_each_device_what_it_gives_on_the_cpu(case, agree, device):
    function, inputs = case.build(device=device)
    expected_function, expected_inputs = case.build(device="cpu")
    got, expected = case.outputs(function(*inputs)), case.outputs(expected_function(*expected_inputs))
    for there, here in zip(got, expected, strict=True):
        assert there.device.type == device
        agree(there, here)


def test_generate_and_train_on_each_device(lm, train, draw, device):
    torch.manual_seed(0)
    model = lm.TransformerLM(5, 4, 8, 2, 1, 8).to(device)
    losses = train.train(model, [draw.tokens(5, 3, 4) for _ in range(2)], 0.01)
    assert len(losses) == 2
    generator = torch.Generator(device=device).manual_seed(0)
    text = lm.generate(model, draw.tokens(5, 3, 2), 6, top_k=3, generator=generator)
    assert text.device.type == device and text.shape == (3, 8)
