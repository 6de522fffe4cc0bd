# ruff: noqa: RUF001  letters of many languages

import time
import unicodedata

import pytest

from newsletter.pages.passages import Stored

CURLY = "It’s out — 10²³ FLOP, ½ the price… “All of it,” they say."
CHINESE = "（路透社）周五，公司发布了新模型：它有1200亿参数，价格为每百万词元½美元！开发者今天就能用。"
JAPANESE = "同社は７月に『ミスト』を公開した。重みは１２０億、ライセンスはＡｐａｃｈｅ ２．０だ！"


def around(quote, stored):
    return Stored(stored).around(quote)


@pytest.mark.parametrize(
    ("stored", "quote", "passage"),
    [
        (CURLY, "It's out - 1023 FLOP", "It’s out — 10²³ FLOP"),
        (CURLY, "the price...", "the price…"),
        (CHINESE, "它有1200亿参数,价格为每百万词元½美元!", "它有1200亿参数，价格为每百万词元½美元！"),
        (JAPANESE, "重みは120億、ライセンスはApache 2.0だ", "重みは１２０億、ライセンスはＡｐａｃｈｅ ２．０だ"),
        ("नया मॉडल “ज्ञान” — आज जारी हुआ।", 'मॉडल "ज्ञान" - आज', "मॉडल “ज्ञान” — आज"),
        ("Une cafe\u0301tie\u0300re «\u00a0ouverte\u00a0» ici.", "cafétière « ouverte »",
         "cafe\u0301tie\u0300re « ouverte"),
        (unicodedata.normalize("NFD", "오늘 모델을 공개했다."), "모델을 공개했다",
         unicodedata.normalize("NFD", "모델을 공개했다")),
        ("Das Modell ist\n\noffen – und\xa0klein.", "offen - und klein", "offen – und klein"),
        ("Wi\u00adder\u00adruf ist ﬁnal", "Widerruf ist final", "Wi\u00adder\u00adruf ist ﬁnal"),
    ],
)  # fmt: skip
def test_a_passage_is_shown_in_the_letters_it_was_stored_in(stored, quote, passage):
    assert around(quote, stored).passage == passage


@pytest.mark.parametrize(
    ("before", "passage", "after"),
    [
        ("前文" * 150, "模型今天发布了，所有人都能用。", "后文" * 150),
        ("まえ" * 150, "モデルは今日公開され、だれでも使える。", "あと" * 150),
        ("ก่อน" * 80, "แบบจำลองนี้เปิดให้ใช้วันนี้แล้ว", "หลัง" * 80),
    ],
)
def test_what_stands_around_a_passage_is_shown_where_no_space_parts_words(
    before, passage, after
):
    found = around(passage, f"{before}{passage}{after}")

    assert found.passage == passage
    assert len(found.before) > 150
    assert before.endswith(found.before.removeprefix("… "))
    assert len(found.after) > 150
    assert after.startswith(found.after.removesuffix(" …"))


def test_a_name_among_letters_without_spaces_is_not_cut_in_two():
    passage = "模型今天发布了，所有人都能用。"
    before = "OpenAI" + "前" * 196

    found = around(passage, f"{'前' * 50}{before}{passage}")

    assert found.before == f"… {'前' * 196}"


def test_a_passage_is_shown_with_what_stands_around_it():
    text = "Before it. The model  is out.\n\nAfter it."

    assert around("The model is out.", text) == (
        "Before it. ",
        "The model is out.",
        " After it.",
    )


def test_what_stands_around_a_passage_is_cut_between_words():
    text = f"{'begin ' * 90}The model is out. {'end ' * 90}".strip()

    found = around("The model is out.", text)

    assert found.before.startswith("… begin ")
    assert found.before.endswith("begin ")
    assert found.after.startswith(" end ")
    assert found.after.endswith("end …")


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("one two three … seven eight nine", "one two three four five six seven eight nine"),
        ("one two three four five six sevn eight", "one two three four five six seven eight"),
    ],
)  # fmt: skip
def test_a_passage_is_shown_as_it_stands_whatever_the_quote_left_out(quote, passage):
    found = around(quote, "one two three four five six seven eight nine")

    assert found.passage == passage


def test_nothing_is_shown_around_what_is_not_there():
    assert around("a quote that was never there", "another text") is None
    assert around("", "another text") is None
    assert around("a quote that was never there", "") is None


@pytest.mark.parametrize(
    "piece", ["字", "½", "e\u0301", "\u0301", "—", "\u200b", "\f1\n", "ﷺ ", "가"]
)
def test_a_long_text_of_any_letters_is_looked_through_at_once(piece):
    stored = f"{piece * 30_000} The model is out now."
    began = time.perf_counter()

    found = around("The model is out now.", stored)

    assert found.passage == "The model is out now."
    assert time.perf_counter() - began < 3
