import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.text.boilerplate import (
    adds_nothing,
    is_boilerplate,
    is_of_picture,
    lead_in,
    only_says_title,
    title_alone,
    without_footer,
)

TITLE = "Harbour council closes the old bridge"


@pytest.mark.parametrize(
    "tail",
    [" | Vale News", " - VALE NEWS", " – Vale-News", "", " · Vale News"],
)
def test_behind_a_title_the_name_of_its_own_site_is_cut_off(tail):
    assert title_alone(f"{TITLE}{tail}", "Vale News") == TITLE


@pytest.mark.parametrize(
    ("tail", "host"),
    [
        (" - The Vale Post", "www.thevalepost.com"),
        (" | The Vale Post", "valepost.co.uk"),
        (" — ValePost.com", "valepost.com"),
        (" · vale-post", "news.valepost.example"),
    ],
)
def test_the_name_of_a_site_is_known_by_its_domain(tail, host):
    url = f"https://{host}/2026/bridge"

    assert title_alone(f"{TITLE}{tail}", host, url) == TITLE


@pytest.mark.parametrize(
    ("title", "url"),
    [
        (f"{TITLE} | Bridges", "https://valepost.com/a"),
        (f"{TITLE} - BBC Sport", "https://www.bbc.com/a"),
        ("Vale Pro 2 - Vale", "https://vale.com/a"),
        (f"{TITLE} | ", "https://valepost.com/a"),
        (f"{TITLE} - The", "https://valepost.com/a"),
        (f"{TITLE} - Vale Post", "no address"),
        (f"{TITLE} - Vale Post", "https://[broken"),
    ],
)
def test_what_is_not_the_name_of_a_domain_stays(title, url):
    assert title_alone(title, "", url) == title


@pytest.mark.parametrize(
    "title",
    [
        f"{TITLE} | Dale News",
        f"{TITLE}: Vale News",
        "Release notes | Vale News",
        "Vale News - two years of it",
        " | Vale News",
        "",
    ],
)
def test_what_is_of_a_title_stays(title):
    assert title_alone(title, "Vale News") == title
    assert title_alone(title, "") == title


@pytest.mark.parametrize(
    "footer",
    [
        "\nThe post Bridge closes appeared first on Vale News.",
        "\nThe post Bridge closes first appeared on Vale News",
        "\nThe postBridge closesappeared first onVale News.",
        " Continue reading Bridge closes →",
        " Read more...",
        "\nDer Beitrag Brücke zu erschien zuerst auf Tal Zeitung.",
        "\nL’article Le pont ferme est apparu en premier sur Val Info.",
        "\nLa entrada El puente cierra se publicó primero en Valle.",
        "\nO post A ponte fecha apareceu primeiro em Vale.",
        "\nHet bericht De brug sluit verscheen eerst op Dal Nieuws.",
        " Read the rest\nThe post Bridge closes appeared first on Vale News.",
    ],
)
def test_a_footer_of_a_feed_is_cut_off(footer):
    assert without_footer(f"The bridge closes.{footer}") == "The bridge closes."


@pytest.mark.parametrize(
    "text",
    [
        "The post office closes.",
        "The bridge closes. Read more about it is what he said. It is old.",
        "",
    ],
)
def test_a_text_without_a_footer_stays(text):
    assert without_footer(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "The post Bridge closes appeared first on Vale News.",
        "This interview has been edited for length and clarity.",
        "This story originally appeared in the Vale Courier.",
        "Welcome back to Vale Mobility, your weekly look at bridges.",
        "Keep reading for a preview of the conversation.",
        "Update 4/19/26: Added what Vale has said since this was published.",
        "Correction: This story has been updated to reflect the height of the bridge.",
        "Editor’s note: We’ve updated the year.",
        "Get the next issue in your inbox and learn of bridges.",
        "The article Bridge closes appeared first on Vale News.",
        "Become a Vale Member today for as little as $7 per month.",
        "By Ann Roe The council closed the bridge on Monday.",
        "Additional reporting by Ann Roe in Vale and Tom Poe.",
        "June 18, 2026 - 12:00 a.m.",
        "Copyright © 2026 Vale Press, all of it.",
        "The bridge in May © Ann Roe.",
        "About Lexi: Lexi is the leading provider of software.",
        "About Lexi Lexi is the leading provider of software.",
        "Über die Grünwerk AG: Grünwerk baut seit 1990 Roboter.",
        "À propos de Lexi : Lexi est le leader des logiciels.",
        "Acerca de Lexi: Lexi es líder en programas.",
        "Pressekontakt Ann Roe, Vale",
        "会社概要 株式会社北斗電子は1990年の創業です。",
        "皆さまのご期待に添えるよう努めてまいります。",
        "今後とも北斗電子をよろしくお願いいたします。",
        "Article voiceover 0:00 -12:11 Audio playback is not supported on your browser.",
    ],
)
def test_a_line_of_the_page_about_itself_is_known(text):
    assert is_boilerplate(text)


@pytest.mark.parametrize(
    "text",
    [
        "The post on the bridge appeared first in spring.",
        "The novel first appeared in 1962 and was reprinted twice.",
        "The assistant finds what is buried in your inbox.",
        "At the time this article was published the bridge was open.",
        "By Friday the council had closed the bridge.",
        "About Lexi nothing was known until the court spoke.",
        "Sobre Lexi se esperan dos fallos: uno de ellos hoy.",
        "Sobre Lexi, dijo: nada se sabe.",
        "On June 18, 2026 it closed.",
        "About 40 people crossed it: all were fined.",
        "Update: On 24 March the court halted the works on the bridge.",
        "Updated rules apply from May: added bridges pay no toll.",
        "Über Grünwerk war bis dahin nichts bekannt.",
        "北斗電子は携帯ゲーム機を10月15日に発売する。",
    ],
)
def test_a_sentence_of_the_story_is_no_boilerplate(text):
    assert not is_boilerplate(text)


@pytest.mark.parametrize(
    "before",
    [
        f"{TITLE} ",
        f"{TITLE} Published 5:30 pm Thursday, August 20, 2026 **By Ann Roe/Vale Press** ",
        "Vale, August 18, 2026—",
        "VALENCIA (AP) — ",
        "SILVERTON — ",
        "ST VALE, Norland — ",
        "OLD VALE, United Arab Norlands — ",
        "VALE, Norland and SILVERTON —",
        "VALE -- ",
        "VALE, March 6 (Reuters) - ",
        "VALE, Nor., Aug. 20, 2026 (GLOBE NEWSWIRE) -- ",
        "May 14 (Reuters) - ",
        "(Bloomberg) -- ",
        "Vale/Lund (dpa) - ",
        "Vale (epdÖ) – ",
        "Vale, 22. November 2026 - ",
        "Vale, Norland — August 5, 2026 — ",
        "New Vale, NY – ",
        "Vale.- ",
        "谷城社北港1月29日电\uff08记者安娜\uff09",
        "谷城网 1 月 30 日消息\uff0c",
        "谷城财经网01月30日电: ",
        "VALE, NORLAND.- ",
        "(EFE).- ",
        "May 14, 2026 2026年5月14日 ",
        "Veröffentlicht am 14. Mai 2026 · ",
        "Publicado el 14 de mayo de 2026 | ",
        "By Ann Roe | Jun 17, 2026 ",
        "By Ann Roe May 20, 2026 04:14 AM ",
        "Ann Roe and Tom D. Poe Jul 27, 2026 ∙ Paid 1139 8 8 Share ",
        "Posted Aug 17, 2026 - 21:15 UTC ",
        "Save this story Save this story ",
        "SYDNEY: ",
        "Vale, Friday, June 26, 2026- ",
        "--- ",
        "Abstract: ",
        "TL;DR — ",
        "Introduction ",
    ],
)
def test_what_is_glued_before_a_sentence_is_none_of_it(before):
    sentence = "Vale Bridge App users were told that the council closed it."

    assert lead_in(f"{before}{sentence}", TITLE) == len(before)


@pytest.mark.parametrize("before", ["Vale – ", "Vale/New Elgin – "])
def test_where_a_german_report_was_filed_stands_before_a_short_dash(before):
    sentence = "Die Brücke ist seit gestern zu und wird nicht mehr geöffnet."

    assert lead_in(f"{before}{sentence}", TITLE) == len(before)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("The council closed the bridge.", TITLE),
        ("Somebody – Roe forgets who – closed it.", TITLE),
        ("Abstract Expressionism is shown in Vale.", TITLE),
        ("— We closed it, said the council.", TITLE),
        (f"{TITLE} because it is old.", TITLE),
        ("On May 14, 2026 the council closed it.", TITLE),
        ("May 14, 2026 was the day on which it closed.", TITLE),
        ("Vale Bridge Two The council closed it.", "Vale Bridge Two"),
        ("NASA — the agency — closed it.", TITLE),
        ("NASA: The bridge was closed.", TITLE),
        ("Breathe (1 min)— Inhale four counts.", TITLE),
        ("Vale Press Group (VPG) – a publisher – closed it.", TITLE),
        ("Wednesday, Ann Roe — Mayor of Vale — closed it.", TITLE),
        ("Vale Cowork — Anthropic’s agent — is here.", TITLE),
        ("U.S.-Norland talks about the bridge were closed.", TITLE),
        ("LLVM-Project — The compiler is here.", TITLE),
        ("Der Vale – Ann Roe stand im Tor – ist zu.", TITLE),
        ("Bridge of the old National Park is closed.", "Bridge of the old National…"),
        ("It closed on Jul 27, 2026 with a 12 Share offer.", TITLE),
        ("谷城影院1月30日电影首映。", TITLE),
        ("谷城1月30日消息面平静。", TITLE),
        ("1月27日\uff0c谷城关闭了大桥。", TITLE),
    ],
)
def test_a_sentence_that_begins_as_one_has_nothing_before_it(text, title):
    assert lead_in(text, title) == 0


def test_what_explains_a_word_further_down_is_no_dateline():
    text = "MACD — A momentum indicator."

    assert lead_in(text, TITLE, is_early=False) == 0
    assert lead_in("VALE (AP) — It closed.", TITLE, is_early=False) == 0
    assert lead_in("May 14, 2026 | It closed.", TITLE, is_early=False) > 0


@given(st.text("VALEvale(AP)—-. ,1/\n", max_size=40) | st.text(), st.booleans())
def test_of_no_text_more_than_all_is_a_lead_in(text, is_early):
    end = lead_in(text, TITLE, is_early=is_early)

    assert 0 <= end < max(1, len(text))


@given(st.text(max_size=40), st.text(max_size=12), st.text(max_size=20))
def test_no_title_becomes_longer(title, site, url):
    assert title.startswith(title_alone(title, site, url))


@pytest.mark.parametrize(
    ("text", "after", "is_caption"),
    [
        ("1/3 The harbour in May.", "", True),
        ("FILE – The harbour in May.", "", True),
        ("The harbour in May.", " (Ann Roe/Vale Press) | Listen", True),
        ("The harbour in May.", " (Vale District photo)", True),
        ("1/2 cup of flour is enough for it.", "", False),
        ("The harbour was closed in May.", " (It is old.)", False),
        ("Plans are reviewed by hand.", " (Plugin/Hook)", False),
        (
            "Image source, Vale Press Image caption, The bridge has been closed since.",
            "",
            True,
        ),
        ("Image sources for the bridge were lost in May.", "", False),
    ],
)
def test_a_caption_is_told_by_its_count_or_its_credit(text, after, is_caption):
    assert is_of_picture(text, after) is is_caption


@pytest.mark.parametrize(
    ("text", "is_title"),
    [
        ("Harbour council closes the old bridge.", True),
        ("News: Harbour council closes the old bridge today.", True),
        ("Harbour council closes the old bridge that carried trams since 1910.", False),
        ("The bridge is closed for two years.", False),
    ],
)
def test_a_sentence_that_is_the_title_again_is_known(text, is_title):
    assert only_says_title(text, TITLE) is is_title


@pytest.mark.parametrize(
    ("text", "adds"),
    [
        ("Harbour council closes the old bridge today.", False),
        ("It is the old bridge that Harbour council closes.", False),
        ("Harbour council finally closes the very old bridge.", False),
        ("The council closes the old bridge.", False),
        ("Harbour council closes the 1910 old bridge.", True),
        ("Harbour council closes the old bridge, and opens two ferries.", True),
        ("The council closes it.", True),
    ],
)
def test_a_sentence_that_adds_nothing_to_the_title_is_known(text, adds):
    assert adds_nothing(text, TITLE) is not adds


def test_what_says_what_the_thing_is_once_more_adds_nothing():
    assert adds_nothing("Kettle 2 is a kettle for tea.", "Kettle 2: a kettle for tea")


def test_a_short_title_is_the_name_of_a_thing():
    assert not only_says_title("Kettle Two is here today.", "Kettle Two")


def test_an_abstracts_label_is_none_of_its_sentence():
    assert lead_in("Abstract We closed a bridge.", TITLE) == len("Abstract ")
