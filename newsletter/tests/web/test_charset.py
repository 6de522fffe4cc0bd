# ruff: noqa: RUF001  letters of many languages
"""Pages in every charset, in none, and in those that are none."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.web.charset import decode, is_mojibake

RUSSIAN = "Модель обучена на открытых данных и показывает хорошие результаты."
JAPANESE = "新しい言語モデルが公開されました。詳細は公式ブログをご覧ください。"
CHINESE = "新的语言模型已经发布。详情请参阅官方博客。性能有了显著提高。"
GERMAN = "Die Straße nach Köln führt über Düsseldorf; müde Gäste trinken Kaffee."
GREEK = "Το νέο γλωσσικό μοντέλο δημοσιεύτηκε. Λεπτομέρειες στο επίσημο ιστολόγιο."
KOREAN = "새로운 언어 모델이 공개되었습니다. 자세한 내용은 공식 블로그를 참조하십시오."


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", GERMAN), ("cp1251", RUSSIAN), ("koi8-r", RUSSIAN),
        ("shift_jis", JAPANESE), ("euc-jp", JAPANESE), ("gb18030", CHINESE),
        ("euc-kr", KOREAN), ("cp1253", GREEK), ("utf-8", JAPANESE),
        ("utf-16", GERMAN), ("utf-8-sig", GREEK),
    ],
)  # fmt: skip
def test_what_is_declared_nowhere_is_guessed(codec, text):
    body = f"<html><body><h1>News</h1><p>{text}</p></body></html>".encode(codec)

    assert text in decode(body, "text/html")


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("iso-8859-1", "cp1252"), ("us-ascii", "cp1252"), ("latin1", "cp1252"),
        ("windows-1252", "cp1252"), ("x-nothing", "utf-8"), ("UTF8", "utf-8"),
    ],
)  # fmt: skip
def test_what_is_declared_is_read_as_a_browser_reads_it(label, codec):
    body = "“Köln” – 5 €".encode(codec)

    assert decode(body, f"text/html; charset={label}") == "“Köln” – 5 €"
    meta = f'<meta charset="{label}">'
    assert decode(meta.encode() + body, "text/html") == f"{meta}“Köln” – 5 €"


@pytest.mark.parametrize(
    "label",
    ["undefined", "idna", "punycode", "utf-7", "unicode_escape", "rot13", "base64",
     "raw_unicode_escape", "mbcs", "oem", "utf-16", "zlib", "hex", "uu", "cp037"],
)  # fmt: skip
def test_a_charset_that_is_none_is_not_believed(label):
    body = f'<meta charset="{label}"><title>Köln +ADw-</title>'.encode()

    assert "<title>Köln +ADw-</title>" in decode(body, "")
    if label != "utf-16":
        assert "<title>Köln +ADw-</title>" in decode(body, f"text/html;charset={label}")


@pytest.mark.parametrize(
    ("codec", "text", "label"),
    [
        ("shift_jis", JAPANESE, "utf-8"), ("shift_jis", JAPANESE, "iso-8859-1"),
        ("shift_jis", JAPANESE, "euc-jp"), ("euc-jp", JAPANESE, "shift_jis"),
        ("gb18030", CHINESE, "utf-8"), ("gb18030", CHINESE, "windows-1252"),
        ("gb18030", CHINESE, "shift_jis"), ("euc-kr", KOREAN, "iso-8859-1"),
        ("utf-8", JAPANESE, "shift_jis"), ("utf-8", GERMAN, "iso-8859-1"),
        ("cp1251", RUSSIAN, "utf-8"), ("cp1251", RUSSIAN, "iso-8859-1"),
    ],
)  # fmt: skip
def test_a_label_that_the_bytes_belie_is_not_believed(codec, text, label):
    body = f"<rss><item><title>News</title><p>{text}</p></item></rss>".encode(codec)

    assert text in decode(body, f"application/xml; charset={label}")
    declared = f"<?xml version='1.0' encoding='{label}'?>".encode()
    assert text in decode(declared + body, "application/xml")


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("iso-8859-1", "À la façon d’été".replace("’", "'")), ("gb18030", "联通"),
        ("cp1251", RUSSIAN), ("koi8-r", RUSSIAN.upper()), ("cp1253", GREEK),
        ("big5", "新的語言模型已經發布"), ("gb18030", "新的語言模型已經發布"),
        ("cp1252", "ÅÄÖ"), ("iso-8859-2", "Żółć łąki"), ("shift_jis", "漢字仮名"),
    ],
)  # fmt: skip
def test_a_label_that_may_be_right_is_believed(codec, text):
    assert decode(text.encode(codec), f"text/html; charset={codec}") == text


FRENCH = (
    "L'équipe a publié un modèle très léger à Québec, où chaque étape a été évaluée."
)
POLISH = (
    "Zespół opublikował dziś nową wersję modelu; świetnie łączy źródła wielu języków."
)
TURKISH = (
    "Bugün ekip yeni bir dil modeli yayımladı ve ayrıntılı sonuçları paylaştı; güçlü."
)
CZECH = "Tým dnes vydal nový jazykový model, který příliš žluťoučkým koňům nerozumí."
SPANISH = "¿Qué año? El pequeño modelo español salió mañana, según el último análisis."
SWEDISH = "Gruppen gör en ny språkmodell på svenska; den är större än någon tidigare."
ICELANDIC = "Það er nýtt mállíkan í dag, þróað af íslenskum höfundum og opið öllum."
SOUND = [GERMAN, FRENCH, POLISH, TURKISH, CZECH, SPANISH, SWEDISH, ICELANDIC, RUSSIAN,
         JAPANESE, CHINESE, GREEK, KOREAN,
         "Naïve 5 µm tests of std::vector, 3 m³ at 20 °C ± 2 for £5 — Intel® says",
         "AI를 GPT로 쓰는 iPhone용 앱", "免费乐高®收藏 – 乐高®价格", "МойОфис и СберБанк: GPT-модель для iPhone"]  # fmt: skip


@pytest.mark.parametrize("text", SOUND)
def test_no_language_is_taken_for_letters_that_cannot_be_told(text):
    assert not is_mojibake(text * 30)


@pytest.mark.parametrize("label", ["", "utf-8", "iso-8859-1", "windows-1251"])
@pytest.mark.parametrize(
    ("codec", "text"),
    [("cp1252", FRENCH), ("cp1252", SPANISH), ("cp1252", SWEDISH), ("cp1254", TURKISH),
     ("cp1250", POLISH), ("cp850", GERMAN), ("mac-roman", FRENCH), ("cp866", RUSSIAN),
     ("hz", CHINESE)],
)  # fmt: skip
def test_a_wrong_label_or_none_brings_the_text_or_is_known_for_it(codec, text, label):
    body = f"<rss><item><title>{text * 3}</title></item></rss>".encode(codec)

    read = decode(body, f"application/xml; charset={label}")

    assert text in read or is_mojibake(read)


def test_what_was_decoded_twice_is_known_for_it():
    assert is_mojibake((FRENCH * 3).encode().decode("cp1252"))


def test_what_cannot_be_told_is_known_for_it():
    assert is_mojibake(f"<rss>{chr(0xFFFD) * 21}</rss>")
    assert not is_mojibake(f"<rss>{chr(0xFFFD) * 20}</rss>")
    assert not is_mojibake(f"<rss>{chr(0xFFFD) * 21}{JAPANESE * 20}</rss>")


def test_words_that_never_end_are_judged_in_a_moment():
    began = time.perf_counter()

    assert not is_mojibake("A" * 100_000)
    assert is_mojibake(f"{'A' * 50_000} {(FRENCH * 3).encode().decode('cp1252')}")
    assert time.perf_counter() - began < 2


def test_one_broken_letter_does_not_make_a_page_another_charset():
    body = f"<p>{JAPANESE}</p>".encode() + b"\xff\xfe" + f"<p>{JAPANESE}</p>".encode()

    assert decode(body, "").count(JAPANESE) == 2


ENGLISH = "It’s new – “quoted”, and it’s here for 5 €."
LONE, PAIR = b"\xed\xa0\xbd", b"\xed\xa0\xbd\xed\xb8\x80"
BY_LABEL = pytest.mark.parametrize("label", ["", "utf-8", "iso-8859-1", "windows-1252"])


@BY_LABEL
@pytest.mark.parametrize("text", [ENGLISH, GERMAN, FRENCH, RUSSIAN, JAPANESE, KOREAN])
@pytest.mark.parametrize("many", [1, 3, 9])
def test_halves_of_characters_leave_a_page_what_it_is(text, many, label):
    title = f"<title>{text}</title>"
    body = title.encode() + b" ".join([b"Smile", LONE, PAIR]) * many

    read = decode(body, f"application/xml; charset={label}")

    assert read == title + "Smile \ufffd 😀" * many


def test_halves_behind_a_mark_are_read_as_well():
    body = b"\xef\xbb\xbf<p>" + ENGLISH.encode() + PAIR

    assert decode(body, "") == f"<p>{ENGLISH}😀"


@BY_LABEL
@pytest.mark.parametrize("text", [ENGLISH, GERMAN, FRENCH, RUSSIAN, JAPANESE, CHINESE])
def test_items_cut_within_a_letter_leave_a_feed_what_it_is(text, label):
    items = [f"<item>{text} a".encode() + b"\xe2\x80</item>"] * 4

    read = decode(b"".join(items), f"application/xml; charset={label}")

    assert read.count(text) == 4


@pytest.mark.parametrize("text", [GERMAN, FRENCH, SPANISH])
def test_a_feed_with_an_item_of_another_charset_keeps_the_others(text):
    items = [f"<item>{text}</item>".encode()] * 4
    other = f"<item>{text}</item>".encode("cp1252")

    read = decode(b"".join([*items, other]), "application/xml; charset=utf-8")

    assert read.count(text) == 4
    assert not is_mojibake(read)


@pytest.mark.parametrize("codec", ["cp932", "cp949", "gb18030", "koi8-r"])
def test_bytes_like_halves_in_another_charset_are_letters_of_it(codec):
    text = {"koi8-r": RUSSIAN, "cp949": KOREAN, "gb18030": CHINESE}.get(codec, JAPANESE)
    body = f"<p>{text * 2}".encode(codec) + LONE

    assert decode(body, "") == f"<p>{text * 2}" + LONE.decode(codec, errors="replace")


@given(st.binary(), st.text(max_size=60))
def test_no_bytes_and_no_header_make_it_raise(body, label):
    assert decode(body, f"text/html; charset={label}").encode() is not None
    assert decode(f"<?xml encoding='{label}'".encode(errors="replace") + body, "") >= ""
