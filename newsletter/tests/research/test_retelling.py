from datetime import date

import pytest

from newsletter.research.coverage.likeness import Likeness
from newsletter.research.retelling import Ruling, is_commentary, ruling
from newsletter.research.story import Kind, Story, ToldBefore


def make_story(headline, *, day=12, **told):
    given = {
        "issue": 3,
        "on": date(2026, 3, 5),
        "title": "Elgin ships Kettle 4",
        "url": "https://crux.example/issues/3/",
        "by": Likeness.NAMES,
    }
    return Story(
        id="https://lab.example/new",
        kind=Kind.LAUNCH,
        title=headline,
        url="https://lab.example/new",
        publisher="Lab",
        published=date(2026, 3, day),
        told=ToldBefore(**{**given, **told}),
    )


SUBJECT = {"by": Likeness.SUBJECT, "is_certain": False}
WORK = {"by": Likeness.WORK, "is_certain": False}
SEQUEL = {"by": Likeness.SEQUEL, "is_certain": False}
FIGURES = {**SEQUEL, "gist": "It has 40 jets.", "shared": 0.6}
AKIN = {"by": Likeness.TEXT, "is_certain": False, "shared": 0.6}
FEBRUARY = {
    "title": "2月の消費者物価、前年比3.1%上昇",
    "by": Likeness.TITLE,
    "is_certain": False,
    "shared": 0.9,
}


@pytest.mark.parametrize(
    ("story", "ruled"),
    [
        (make_story("Court halts sales of Kettle 4", **SEQUEL), Ruling.UPDATE),
        (make_story("Court halts sales of Kettle 4", day=5, **SEQUEL), Ruling.NEW),
        (
            make_story(
                "Court halts sales of Kettle 4",
                gist="Out although a court halts it.",
                shared=0.5,
                **SEQUEL,
            ),
            Ruling.REPEAT,
        ),
        (make_story("Court halts Kettle 4 at 40 jets", **FIGURES), Ruling.UPDATE),
        (make_story("Court halts sales of Kettle", **AKIN), Ruling.UPDATE),
        (make_story("Court halts sales of Kettle", day=5, **AKIN), Ruling.NEW),
        (make_story("Court halts sales of Kettle", day=4, **AKIN), Ruling.REPEAT),
        (make_story("Court halts sales of “Kettle”", **AKIN), Ruling.REPEAT),
        (make_story("Kettle sells in 40 towns", **AKIN), Ruling.REPEAT),
        (make_story("Court halts Kettle", **{**AKIN, "shared": 0.9}), Ruling.REPEAT),
        (
            make_story(
                "Hands on: Kettle 4 at 1,200 pages",
                gist="At 1,200 pages a minute.",
                shared=0.4,
            ),
            Ruling.REPEAT,
        ),
        (make_story("Kettle 4 comes to every school", shared=0.1), Ruling.UPDATE),
        (make_story("Kettle 4", is_certain=False, shared=0.2), Ruling.NEW),
        (make_story("Kettle 4", is_certain=False, shared=0.6), Ruling.REPEAT),
        (make_story("Kettle 4 Pro", is_certain=False, shared=0.6), Ruling.NEW),
        (make_story("Cooks ask Elgin for a quieter Kettle", **SUBJECT), Ruling.NEW),
        (make_story("Agents forget, shows Kettle Bench", **WORK), Ruling.REPEAT),
        (make_story("Cooks ask for less noise", day=5, **SUBJECT), Ruling.REPEAT),
        (make_story("“I hear it at night”: Kettle", **SUBJECT), Ruling.REPEAT),
        (
            make_story("900 kettles, 40 shops", gist="40 shops, 900.", **SUBJECT),
            Ruling.REPEAT,
        ),
        (
            make_story("900 kettles, 4 shops", gist="40 shops, 900.", **SUBJECT),
            Ruling.NEW,
        ),
        (
            make_story(
                "Elgin repays buyers of Kettle 4 until 28 March",
                gist="Out on 28 March.",
            ),
            Ruling.UPDATE,
        ),
        (
            make_story("Elgin repays 28 buyers of Kettle 4", gist="It has 28 jets."),
            Ruling.REPEAT,
        ),
        (make_story("Who needs Kettle?", **SUBJECT), Ruling.REPEAT),
        (make_story("3月の消費者物価、前年比2.9%上昇", **FEBRUARY), Ruling.NEW),
        (make_story("2月の消費者物価、3.1%上昇の見通し", **FEBRUARY), Ruling.REPEAT),
    ],
)
def test_a_told_story_goes_on_where_its_title_and_text_say_so(story, ruled):
    assert ruling(story) is ruled


@pytest.mark.parametrize(
    ("text", "is_own_voice"),
    [
        ("I boiled an egg in it.", True),
        ("Ich koche, und mein Nachbar hört es.", True),
        ("J'ai goûté le café avec mon frère.", True),
        ("Mi abuela lo oye.", True),
        ("Elgin a mis le café au chaud.", False),
        ("Elgin ships the kettle in May. It boils at once.", False),
        ("Elgin liefert ab Mai. Der Kessel kocht sofort.", False),
    ],
)
def test_who_speaks_for_themselves_comments(text, is_own_voice):
    story = make_story("Kettle 4 at home").model_copy(update={"summary": text})

    assert is_commentary(story) is is_own_voice
