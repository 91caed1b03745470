"""The playground in a real browser: its numbers are the reference's, and it can be used by keys, ears and thumbs."""

import importlib
import itertools
import json
import math
import re
import sys
from types import SimpleNamespace

import pytest
import torch

from tests.mini_course import ROOT
from tests.platform.handouts.test_layout import AXE

PAGE = ROOT / "assignment" / "lab" / "playground.html"


@pytest.fixture(scope="module")
def made():
    """The page's text, and the data in it."""
    text = PAGE.read_text(encoding="utf-8")
    data = dict(re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', text, re.S))
    return SimpleNamespace(text=text, examples=json.loads(data["data"]), written=json.loads(data["written"]))


@pytest.fixture
def show(tabs):
    """show(address, width, scheme) opens the page as somebody would from the unzipped folder."""

    def go(address="", width=1440, scheme="light", beside=0):
        seen = tabs(beside).go(PAGE, width, scheme)
        if address:
            goto(seen.page, address)
        return seen

    return go


def goto(page, address):
    page.evaluate(
        "hash => new Promise(done => { addEventListener('hashchange', () => setTimeout(done), { once: true });"
        " location.hash = hash; })",
        address,
    )


def numbers(page):
    """Name of a table → its numbers, with all their digits."""
    found = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-map]")].map(map => [map.dataset.map,
            [...map.querySelectorAll("tbody tr")].map(row =>
                [...row.querySelectorAll("td")].map(cell => cell.dataset.v))]))"""
    )
    return {
        name: torch.tensor([[float(v) for v in row] for row in rows], dtype=torch.float64)
        for name, rows in found.items()
    }


def said(page):
    return page.locator("#said").inner_text()


def by_the_reference(reference, example, words, heads, mask, scale):
    """The same tables from the reference's functions, in float64."""
    x = torch.tensor([example["vectors"][word] for word in words], dtype=torch.float64)
    if "places" in example:
        x = x + torch.tensor(example["places"][: len(words)])
    q, k, v = (x @ torch.tensor(example[name], dtype=torch.float64).T for name in ("W_q", "W_k", "W_v"))
    found = {"x": x, "q": q, "k": k, "v": v}
    cut = [reference.multihead.split_heads(each, heads) for each in (q, k, v)]
    if not scale:
        cut[0] = cut[0] * math.sqrt(cut[0].shape[-1])
    seen = reference.attention.causal_mask(len(words)) if mask else None
    output, weights = reference.attention.attend(*cut, seen)
    scores = reference.attention.attention_scores(*cut[:2])
    found["output"] = reference.multihead.merge_heads(output)
    for h in range(heads):
        found |= {f"scores-{h}": scores[h], f"weights-{h}": weights[h]}
        if mask:
            found[f"masked-{h}"] = reference.attention.apply_mask(scores[h], seen)
    return found


class TestSource:
    def test_it_is_one_small_page(self):
        assert PAGE.stat().st_size < 100_000

    def test_handout_and_playground_lead_to_each_other(self, made, raw):
        assert 'href="../handout.html"' in made.text and "](lab/playground.html" in raw

    def test_nothing_is_fetched_and_nothing_complained_about(self, show):
        assert show().quiet()

    def test_the_answer_of_1_7_is_not_in_it(self, made):
        assert [[0, 0], [1, 1]] not in [example["W_q"] for example in made.examples.values()]


class TestNumbers:
    def test_they_are_the_references_to_six_digits(self, made, show, reference):
        page = show("view=projector").page
        for name, example in made.examples.items():
            goto(page, f"example={name}")
            self.compare(page, reference, example, example["heads"], example["mask"], example["scale"])

    @pytest.mark.parametrize("name", ["thread", "will"])
    def test_and_so_they_are_with_every_switch(self, name, made, show, reference):
        """With and without mask and scaling, for every number of heads that fits."""
        example, page = made.examples[name], show().page
        heads_that_fit = [heads for heads in (1, 2, 3, 4, 6) if len(example["W_v"]) % heads == 0]
        for heads, mask, scale in itertools.product(heads_that_fit, (0, 1), (0, 1)):
            goto(page, f"example={name}&heads={heads}&mask={mask}&scale={scale}")
            self.compare(page, reference, example, heads, mask, scale)

    @staticmethod
    def compare(page, reference, example, heads, mask, scale):
        expected = by_the_reference(reference, example, example["sentence"], heads, mask, scale)
        got = numbers(page)
        assert set(got) - {"W_v"} == set(expected)
        for table, rows in expected.items():
            torch.testing.assert_close(got[table], rows, rtol=1e-6, atol=1e-9, msg=lambda m, t=table: f"{t}: {m}")

    def test_the_thread_is_the_handouts(self, show):
        thread = json.loads((ROOT / "handouts" / "thread.json").read_text(encoding="utf-8"))
        got = numbers(show("example=thread").page)
        assert got["x"].tolist() == thread["x"] and got["q"].tolist() == thread["head"]["q"]
        torch.testing.assert_close(got["weights-0"][2], torch.tensor(thread["head"]["weights"][2]).double())
        torch.testing.assert_close(got["output"][2], torch.tensor(thread["head"]["a"][2]).double())
        two = numbers(show("example=thread-two").page)
        assert two["output"][2].tolist() == pytest.approx(thread["two_heads"]["z"][2])
        for h in range(2):
            assert two[f"weights-{h}"][2].tolist() == pytest.approx(thread["two_heads"]["weights"][h][2])

    def test_the_lectures_examples_do_what_is_said_of_them(self, show):
        page = show("example=zero-one").page
        about = page.locator("#about").inner_text()
        for boost, scale, share in ((1, 0, "0.73"), (10, 0, "0.99995"), (1, 1, "0.66976"), (10, 1, "0.99915")):
            goto(page, f"example=zero-one&scale={scale}&W_k={boost},0;0,{boost}")
            digits = len(share) - 2
            assert f"{numbers(page)['weights-0'][1, 1]:.{digits}f}" == share and share in about
        goto(page, "example=bits")
        assert (
            f"{numbers(page)['weights-0'][2, 2]:.5f}" == "0.99986" and "0.99986" in page.locator("#about").inner_text()
        )
        page.get_by_label("Divide by").check()
        assert (
            f"{numbers(page)['weights-0'][2, 2]:.5f}" == "0.99746" and "0.99746" in page.locator("#about").inner_text()
        )
        goto(page, "example=bats")
        wings, wood = numbers(page)["output"][-1, :2]
        goto(page, "example=bats&words=i swing bats")
        assert wings > 2 * wood and numbers(page)["output"][-1, 1] > 2 * numbers(page)["output"][-1, 0]
        goto(page, "example=chicken")
        weights = numbers(page)["weights-0"]
        assert weights[-1].argmax() == 1 and weights[-1].max() > 0.9  # tired looks at chicken
        assert weights[7, 1] == pytest.approx(weights[7, 5].item()) and weights[7, 1] > 0.4  # it leaves both open
        goto(page, "example=chicken&words=the chicken didn't cross the road because it was too wide")
        assert numbers(page)["weights-0"][-1].argmax() == 5
        goto(page, "example=chicken&mask=0")
        assert numbers(page)["weights-0"][7, 10] > 0.3
        goto(page, "example=will")
        assert said(page) == "The will. “to” looks most at “girl” (0.994)."
        assert numbers(page)["output"][-1].argmax() == 1


class TestUse:
    def test_each_change_says_what_moved(self, show):
        page = show("example=thread").page
        page.get_by_label("Mask").uncheck()
        moved = "“a” now gives 0.5 of its attention to “a” (before: 1). 6 of 9 weights moved."
        assert said(page) == f"Mask off: {moved} “lost” looks equally at 2 words (0.4 each)."
        page.get_by_label("W Q, row 3, column 1").fill("0")
        page.keyboard.press("Tab")
        assert said(page).startswith("WQ, row 3, column 1 is now 0. “") and "weights moved." in said(page)
        page.get_by_label("W Q, row 4, column 4").fill("0.0")
        page.keyboard.press("Tab")
        page.get_by_label("Heads").select_option("2")
        assert "2 heads: Head 0: “lost” looks" in said(page) and "Head 1: “lost” looks" in said(page)
        page.get_by_role("button", name="Reset").click()
        assert said(page).startswith("Reset: “lost” looks equally at 2 words (0.4 each).")

    def test_a_weight_that_changes_nothing_is_told_too(self, show):
        page = show("example=thread").page
        page.get_by_label("W K, row 4, column 4").fill("7")  # nobody asks with the fourth number
        page.keyboard.press("Tab")
        assert said(page) == "WK, row 4, column 4 is now 7. No weight moved."

    def test_by_keyboard_alone(self, show):
        """From the top of the page by Tab: an example, the mask, a weight; focus stays where the hand is."""
        page = show().page
        focused = "(now => now.id || now.dataset.exampleName || now.className)(document.activeElement)"
        seen = []
        for _ in range(40):
            page.keyboard.press("Tab")
            seen.append(page.evaluate(focused))
            if seen[-1] == "bits":
                page.keyboard.press("Enter")
                assert page.evaluate(focused) == "bits" and said(page).startswith("0 0 1 0, the booster.")
            if seen[-1] == "mask":
                page.keyboard.press("Space")
                assert said(page).startswith("Mask on: ") and page.evaluate(focused) == "mask"
            if seen[-1] == "W_q-0-0":
                break
        assert (
            seen[0] == "skip"
            and {"thread", "thread-two"} <= set(seen)
            and {"words", "scale", "heads", "projector", "file"} <= set(seen)
        )
        page.keyboard.press("Control+a")
        page.keyboard.type("0")
        page.keyboard.press("Tab")
        assert "WQ, row 1, column 1 is now 0." in said(page) and page.evaluate(focused) == "W_q-0-1"

    def test_the_address_holds_the_view(self, show):
        page = show("example=chicken").page
        page.get_by_label("Sentence").fill("the road was too wide")
        page.keyboard.press("Enter")
        page.get_by_label("Mask").uncheck()
        page.get_by_label("Heads").select_option("2")
        page.get_by_label("W K, row 2, column 2").fill("3")
        page.get_by_role("button", name="Projector view").click()
        before, address = numbers(page), page.evaluate("location.hash")
        again = show(address.removeprefix("#"), beside=1).page
        assert {name: rows.tolist() for name, rows in numbers(again).items()} == {
            n: r.tolist() for n, r in before.items()
        }
        assert again.get_by_label("Sentence").input_value() == "the road was too wide"
        assert again.get_by_role("button", name="Projector view").get_attribute("aria-pressed") == "true"
        assert not again.locator("#about").is_visible(), "on the projector the numbers have the room"

    def test_an_address_that_cannot_be_had_is_told(self, show):
        visited = show()
        for address, told in {
            "example=nowhere": "The address names “nowhere”, and there is no such example: here is the thread.",
            "example=own": "The address belongs to a model of your own: load its file again.",
            "example=bits&heads=3": "A width of 2 cannot be cut into 3 heads.",
            "example=bits&W_q=1,2;x": "The address has no 2 × 2 numbers for WQ.",
            "example=bats&words=cats": "“cats” is not in this vocabulary; the words are listed below the sentence.",
        }.items():
            goto(visited.page, address)
            assert said(visited.page) == told and "weights-0" in numbers(visited.page)
        assert visited.quiet()

    def test_a_sentence_that_cannot_be_had_is_told_and_nothing_changes(self, show):
        page = show("example=thread").page
        before = numbers(page)["weights-0"].tolist()
        for text, told in (
            ("", "An empty sentence"),
            ("a cat", "“cat” is not in this"),
            ("a a a a a", "5 words are too many here: 4"),
        ):
            page.get_by_label("Sentence").fill(text)
            page.keyboard.press("Enter")
            assert said(page).startswith(told) and numbers(page)["weights-0"].tolist() == before
        page.get_by_label("W Q, row 1, column 1").fill("much")
        page.keyboard.press("Tab")
        assert said(page).startswith("“much” cannot be a weight") and numbers(page)["weights-0"].tolist() == before


class TestItWrites:
    def test_a_name_shows_what_was_likely_and_where_the_heads_looked(self, show, made):
        visited = show()
        page = visited.page
        names, _ = made.written["questions"]
        last = int(max(names["at"], key=int))
        page.locator(f'#text [data-place="{last}"]').click()
        assert page.locator("#wrote").inner_text().startswith(f"It wrote ␣{made.written['pieces'][last].strip()}: ")
        assert page.locator("#likely tr").count() == 10 and page.locator("#looks tr").count() == 16
        assert page.locator("#looks [aria-pressed=true]").inner_text() == "3.1"
        coloured = page.locator("#text span[style]").evaluate_all("all => all.map(one => Number(one.dataset.place))")
        assert coloured == sorted(place for place, _ in names["at"][str(last)][3][1])
        assert visited.quiet()

    def test_it_can_be_used_by_keys(self, show, made):
        page = show().page
        page.get_by_role("button", name="Next closing mark").focus()
        page.keyboard.press("Enter")
        mark = page.locator("#wrote").inner_text()
        assert mark.startswith('It wrote ": ') and 'Block 3, head 0 looked most at ␣" (' in mark
        page.get_by_label("Piece").focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("#wrote").inner_text() != mark and not page.locator("#looks").is_visible()
        page.get_by_role("button", name="Next name").click()
        page.get_by_role("button", name="Block 0, head 0").click()
        assert page.locator("#looks [aria-pressed=true]").inner_text() == "0.0"

    def test_every_head_is_counted_and_the_one_that_stands_out_is_marked(self, show):
        tables = show().page.locator("#counted table")
        assert tables.count() == 2
        found = tables.evaluate_all("all => all.map(one => one.querySelector('.taken th').textContent)")
        assert found == ["3.1", "3.0"] and tables.locator("tbody tr").count() == 32


@pytest.fixture(scope="module")
def own(reference, tmp_path_factory):
    """A model as a student would have it, what experiment.py saves of it, and its weights by the given pictures.py."""
    sys.path.insert(0, str(PAGE.parent))
    names = ("experiment", "data", "pictures", "baselines", "yours")
    try:
        experiment, pictures = importlib.import_module("experiment"), importlib.import_module("pictures")
        source = importlib.import_module("data").Wills()
        torch.manual_seed(3)
        model = reference.lm.TransformerLM(len(source.vocab), source.n, 32, 4, 1, 16).double()
        for parameter in model.blocks[0].parameters():
            torch.nn.init.normal_(parameter, std=0.4)
        path = experiment.save_for_playground(source, model, tmp_path_factory.mktemp("own"))
        words = json.loads(path.read_text(encoding="utf-8"))["sentence"]
        weights = pictures.attention_weights(model, source.encode(" ".join(words))[None])[0][0]
        yield SimpleNamespace(path=path, words=words, weights=weights)
    finally:
        sys.path.remove(str(PAGE.parent))
        for name in names:
            sys.modules.pop(name, None)


class TestOwnModel:
    def test_a_trained_head_is_loaded_and_shows_its_own_weights(self, show, own):
        visited = show()
        page = visited.page
        page.get_by_label("Your own model").set_input_files(own.path)
        page.get_by_role("button", name="Your model: wills").wait_for()
        got = numbers(page)
        for h in range(4):
            torch.testing.assert_close(got[f"weights-{h}"], own.weights[h].double(), rtol=1e-4, atol=1e-6)
        assert said(page).startswith("Your model: wills. Head 0: “to” looks") and visited.quiet()
        assert own.path.stat().st_size < 100_000
        page.locator("#edit-W_q summary").click()
        page.locator("#W_q-value").fill("5")
        page.locator("#edit-W_q button").click()
        assert (
            said(page).startswith("WQ, row 1, column 1 is now 5. Head 0: “") and page.locator("#W_q-value").is_visible()
        )

    def test_another_file_gets_one_sentence(self, show, tmp_path):
        visited = show()
        for number, (text, told) in enumerate(
            {
                "{": "This file is not JSON: choose the -head.json that experiment.py saved.",
                "[1]": "This JSON is not what experiment.py saves for this page",
                '{"kind": "attention head", "vocab": ["a"], "W_q": [[1]]}': "The sizes in this file do not fit",
            }.items()
        ):
            (tmp_path / f"{number}.json").write_text(text, encoding="utf-8")
            visited.page.get_by_label("Your own model").set_input_files(tmp_path / f"{number}.json")
            visited.page.locator("#said.trouble", has_text=told).wait_for()
        assert visited.quiet()


class TestScreens:
    @staticmethod
    def serious(page):
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        bad = [one for one in found if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]}" for one in bad]

    def test_axe_finds_nothing_serious(self, show):
        page = show("example=thread", 390, "dark").page
        page.evaluate(AXE)
        assert self.serious(page) == []

    @pytest.mark.full
    @pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")])
    def test_nor_on_any_screen_with_any_example(self, show, own, width, scheme):
        page = show("example=chicken", width, scheme).page
        page.evaluate(AXE)
        assert self.serious(page) == []
        goto(page, "example=thread-two&view=projector")
        assert self.serious(page) == []
        if scheme == "light":
            return  # a model of one's own makes thousands of cells: one scheme of these is enough
        page.get_by_role("button", name="Projector view").click()
        page.get_by_label("Your own model").set_input_files(own.path)
        page.get_by_role("button", name="Your model: wills").wait_for()
        page.locator("#edit-W_q summary").click()
        assert self.serious(page) == []

    def test_nothing_makes_the_page_itself_scroll_sideways(self, show):
        page = show("view=projector", 320).page
        for width in (320, 390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            for address in ("example=will", "example=thread", "example=thread&view=projector"):
                goto(page, address)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, address

    def test_all_columns_of_a_matrix_are_in_sight_on_a_phone(self, show):
        page = show("example=thread", 390).page
        edges = page.locator("#edit-W_k input").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
        assert max(edges) <= 390 - 16

    def test_weights_stand_beside_what_they_change(self, show):
        page = show("example=thread", 1440).page
        for weight, changed in (("#edit-W_q", "#map-q"), ("#edit-W_k", "#map-k"), ("#show-W_v", "#map-v")):
            one, other = (page.locator(each).bounding_box() for each in (weight, changed))
            assert abs(one["y"] - other["y"]) < 5 and one["x"] + one["width"] <= other["x"]

    def test_what_scrolls_can_be_reached_by_keys(self, show):
        maps = show("example=will", 390).page.locator(".map")
        scrolls = maps.evaluate_all(
            "all => all.map(map => [map.scrollWidth > map.clientWidth + 1, map.tabIndex === 0])"
        )
        assert any(wide for wide, _ in scrolls) and all(wide == keys for wide, keys in scrolls)

    def test_what_is_said_is_said_aloud_and_every_table_has_its_name(self, show):
        page = show().page
        assert page.locator("#said").get_attribute("aria-live") == "polite"
        assert page.locator("table").count() == page.locator("table caption").count() > 8
        assert page.locator("#maps tbody th[scope=row]").count() > 9
