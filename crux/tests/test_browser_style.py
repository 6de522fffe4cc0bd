"""How lines run and break in scripts unlike English, and what stays in sight."""

from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.browser
STYLE = Path(settings.BASE_DIR, "templates", "static", "crux.css")
PAGE = '<html lang="{}" dir="{}"><style>{}</style><h3 style="width: 16rem">{}</h3>'
# Where each word of the heading begins, and on how many lines it stands.
WORDS = """() => {
  const said = document.querySelector("h3").firstChild;
  return [...said.data.matchAll(/\\S+/g)].map(word => {
    const range = document.createRange();
    range.setStart(said, word.index);
    range.setEnd(said, word.index + word[0].length);
    return [range.getBoundingClientRect().left, range.getClientRects().length];
  });
}"""


PASSAGES = """<html dir="ltr"><style>{}</style><section class="document"><h2>{}</h2>
<ol class="receipt-list">{}</ol></section>"""


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


@pytest.fixture
def words_of(page):
    def words(said, language="en", direction="ltr"):
        page.set_content(PAGE.format(language, direction, STYLE.read_text(), said))
        return page.evaluate(WORDS)

    return words


def test_an_english_title_that_begins_with_an_arabic_name_runs_from_the_left(words_of):
    [name, *others] = (left for left, _ in words_of("محمد wins a prize"))

    assert [name, *others] == sorted([name, *others])


def test_an_english_title_on_an_arabic_page_runs_from_the_left(words_of):
    places = [left for left, _ in words_of("Bridge is open", "ar", "rtl")]

    assert places == sorted(places)


def test_a_korean_title_breaks_between_words_alone(words_of):
    told = "정원의 오리 두 마리가 맥주 덫 열두 개보다 달팽이를 더 많이 먹어치웠습니다"

    assert {lines for _, lines in words_of(told, "ko")} == {1}


@pytest.mark.parametrize("title", ["A short title", "A title of many words " * 6])
def test_a_passage_that_is_opened_has_its_source_in_sight_above(page, title):
    passage = '<li class="receipt" id="c{}"><p>{}</p></li>'
    passages = (passage.format(number, "It says so. " * 40) for number in range(9))
    page.set_content(PASSAGES.format(STYLE.read_text(), title, "".join(passages)))

    page.locator("#c5").evaluate("passage => passage.scrollIntoView()")

    source, text = (page.locator(one).bounding_box() for one in ("h2", "#c5 p"))
    assert source["y"] >= 0
    assert source["y"] + source["height"] <= text["y"] < 200


def test_a_name_stands_within_its_line_where_another_issue_is_offered(page):
    link = '<a><span>Earlier</span> Hens like <span class="whole">Opus 4.1</span></a>'
    page.set_content(
        f'<style>{STYLE.read_text()}</style><nav class="turn">{link}</nav>'
    )

    label, name = (one.bounding_box() for one in page.locator(".turn span").all())

    assert name["x"] > label["x"]


def test_on_paper_each_address_of_a_source_is_written_out_and_no_form_is(page):
    page.emulate_media(media="print")
    link = '<a href="https://a.example/x">A</a>'
    page.set_content(
        f'<style>{STYLE.read_text()}</style><article class="issue"><p>{link}</p>'
        f'<ul><li>{link}</li></ul></article><div class="unnumbered">'
        f'<p class="quiet">{link}; <a href="texts/1">its text</a></p></div>'
        '<form class="search">Search</form>'
    )

    assert page.locator("form").is_hidden()
    written = "all => all.map(one => getComputedStyle(one, '::after').content)"
    told = page.eval_on_selector_all("a", written)

    assert ["https://a.example/x" in one for one in told] == [True, True, True, False]
