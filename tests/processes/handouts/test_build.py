"""The handout: what is listed is built, mistakes are told in one line, the same sources give the same bytes."""

import html.parser
import json
import re
import shutil
import zipfile

import pytest

from softmark.build.handouts import documents as handouts
from softmark.build.handouts.documents import Document, documents
from softmark.build.handouts.fillings import Fillings
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.content.rubric_reader import parse_rubric
from tests.mini_course import ROOT


class TestFillings:
    """What a handout leaves open and the rubric fills in."""

    def test_points_come_from_the_rubric(self, fillings):
        assert "| 4 | ¾ hour |" in fillings.fill("{{rubric}}", "x.md") and fillings.fill("{{total}}", "x.md") == "100"

    def test_other_points_give_another_text(self):
        changed = _with_rubric(
            lambda text: text.replace("scores, points: 4", "scores, points: 3").replace("total: 100", "total: 99")
        )
        assert (
            "**Points** 3; takes" in changed.fill("{{task 1.2}}", "x.md") and changed.fill("{{total}}", "x.md") == "99"
        )

    def test_a_task_that_is_off_says_so(self):
        off = _with_rubric(lambda text: text.replace("bonus: true,", "bonus: true, mode: off,", 1))
        assert "not part of the assignment" in off.fill("{{task 2.3}}", "x.md")
        assert "2.3" not in off.fill("{{rubric}}", "x.md")

    def test_the_policy_is_told_as_the_rubric_has_it(self, fillings):
        assert fillings.fill("{{policy}}", "x.md") == "You may hand in as often as you like; your latest score counts."
        strict = _with_rubric(lambda text: text.replace("  per: none", "  per: day"))
        assert "Late work loses 10% of what it earned for each day that has begun." in strict.fill("{{policy}}", "x.md")

    def test_an_unknown_hole_is_named_with_its_line(self, fillings):
        with pytest.raises(GraderFault, match=r"x\.md, line 2: there is nothing to fill in for \{\{pionts 1\.2\}\}"):
            fillings.fill("first\n{{pionts 1.2}}", "x.md")

    def test_a_task_that_does_not_exist_is_named(self, fillings):
        with pytest.raises(GraderFault, match=r"line 1: .*no task 9\.9"):
            fillings.fill("{{task 9.9}}", "x.md")


class TestList:
    """handouts/handouts.yaml."""

    @pytest.mark.parametrize(
        ("entry", "message"),
        [
            ("sources: [a.md]", "each with title and sources.*'title'"),
            ("title: T\n    sources: [a.md]\n    colour: red", "no keys but subtitle and contents besides.*'colour'"),
        ],
    )
    def test_mistakes_are_told_in_one_line(self, tmp_path, entry, message):
        (tmp_path / "a.md").write_text("text", encoding="utf-8")
        (tmp_path / "handouts.yaml").write_text(f"documents:\n  one:\n    {entry}\n", encoding="utf-8")
        with pytest.raises(GraderFault, match=message):
            documents(tmp_path)


class TestFigures:
    @pytest.mark.slow
    def test_every_figure_is_used_and_every_picture_is_drawn(self, built):
        drawn = set(json.loads((built / "work" / "figures" / "alt.json").read_text(encoding="utf-8")))
        listed = {
            ROOT / "handouts" / source for document in documents(ROOT / "handouts") for source in document.sources
        }
        texts = [path.read_text(encoding="utf-8") for path in listed]
        used = {name for text in texts for name in re.findall(r"\(figures/([\w-]+)\.svg\)", text)}
        assert drawn and drawn == used


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Everything, as the build makes it."""
    out = tmp_path_factory.mktemp("handouts")
    handouts.make(ROOT, out)
    return out


@pytest.mark.slow
class TestBuilt:
    def test_everything_listed_is_there(self, built):
        for document in documents(ROOT / "handouts"):
            assert (built / f"{document.name}.html").stat().st_size > 4000

    def test_links_lead_somewhere_and_pictures_have_words(self, built):
        for path in built.glob("*.html"):
            page = _Page(path.read_text(encoding="utf-8"))
            assert len(page.ids) == len(set(page.ids)), f"{path.name}: an id is used twice"
            for link in page.links:
                if link.startswith("#"):
                    assert link[1:] in page.ids, f"{path.name}: {link} leads nowhere"
                elif path.stem == "handout" and not link.startswith("https://"):
                    file, _, place = link.partition("#")  # in the students' zip both lie in one folder
                    beside = _Page((ROOT / "assignment" / file).read_text(encoding="utf-8"))
                    assert not place or place in beside.ids, link
                else:
                    assert re.match(r"https://", link), f"{path.name}: {link}"
            assert all(page.pictures), f"{path.name}: a picture has no words"
            assert not page.outside, f"{path.name} needs {page.outside[0][:80]} from outside"

    def test_every_task_can_be_linked_to(self, built):
        page = _Page((built / "handout.html").read_text(encoding="utf-8"))
        for item in Course.at(ROOT).rubric.items:
            assert f"task-{item.id}" in page.ids

    def test_no_hole_and_no_tex_is_left(self, built):
        text = re.sub(
            r"<annotation.*?</annotation>|<style.*?</style>",
            "",
            (built / "handout.html").read_text("utf-8"),
            flags=re.DOTALL,
        )
        words = re.sub(r"<[^>]+>", " ", text)
        assert "{{" not in words and "$$" not in words and "\\frac" not in words and ":::" not in words

    def test_the_maths_font_is_inside(self, built):
        page = (built / "handout.html").read_text(encoding="utf-8")
        assert "<math" in page and 'font-family:"Handout Maths";src:url(data:font/woff2;base64,' in page

    def test_the_card_is_the_last_page_and_a_landscape_one(self, built):
        page = (built / "handout.html").read_text(encoding="utf-8")
        assert re.search(r'<section id="card" class="[^"]*\bcard\b', page) and "@page card { size: landscape" in page
        assert page.index('id="card"') > page.index(f'id="task-{Course.at(ROOT).rubric.items[-1].id}"')

    def test_the_students_zip_stays_small(self, built, tmp_path):
        with zipfile.ZipFile(tmp_path / "h.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(built / "handout.html", "handout.html")
        assert (tmp_path / "h.zip").stat().st_size < 1_050_000

    def test_the_same_sources_give_the_same_bytes(self, built, tmp_path):
        """Typesetting alone: drawing again is the figures' own business and takes longer."""
        shutil.copytree(built / "work" / "figures", tmp_path / "work" / "figures")
        workshop = handouts.Workshop(ROOT / "handouts", tmp_path, Fillings(Course.at(ROOT).rubric, ROOT / "handouts"))
        path = workshop.build(documents(ROOT / "handouts")[0])
        assert path.read_bytes() == (built / path.name).read_bytes(), f"{path.name} differs from build to build"


class _Page(html.parser.HTMLParser):
    """The ids, links, pictures and outside resources of one page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.pictures, self.outside = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if "id" in known:
            self.ids.append(known["id"])
        if tag == "a" and "href" in known:
            self.links.append(known["href"])
        if tag == "img" or known.get("role") == "img":
            self.pictures.append(known.get("alt") or known.get("aria-label"))
        source = known.get("src") or (known.get("href") if tag == "link" else None)
        if source and not source.startswith("data:"):
            self.outside.append(source)


def _with_rubric(change):
    """The course with another rubric."""
    return Fillings(parse_rubric(change(Course.at(ROOT).rubric_path.read_text(encoding="utf-8"))))


def test_a_course_without_a_style_takes_the_engines_and_may_replace_one_file(fillings, tmp_path):
    (tmp_path / "page.md").write_text("# One\n\nText.\n", encoding="utf-8")
    (tmp_path / "style").mkdir()
    (tmp_path / "style" / "style.css").write_text("body{color:#123456}", encoding="utf-8")
    workshop = handouts.Workshop(tmp_path, tmp_path / "out", fillings)
    path = workshop.build(Document("page", "A page", ("page.md",)))
    assert "#123456" in path.read_text(encoding="utf-8")
    assert workshop.style("template.html").parent.parts[-2:] == ("shipped", "style")
