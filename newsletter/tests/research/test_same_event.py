from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.same_event import (
    LIKELY,
    Reports,
    of_stories,
    other_outlets,
    report_of,
    tell_one_affair,
    tell_one_event,
)
from newsletter.tests.support.reports import BRIDGE, COLUMN, LIBRARY, others, reported


def is_one(one, other, beside=None):
    beside = others() if beside is None else beside
    return tell_one_event(one, other, of_stories([one, other, *beside]))


def test_a_column_tells_the_event_in_words_of_its_own():
    bridge = reported(BRIDGE)
    column = reported(COLUMN, "https://two.example/b")

    assert is_one(bridge, column)
    assert is_one(column, bridge)


def test_another_thing_of_the_same_town_is_another_event():
    library = reported(LIBRARY, "https://two.example/b")

    assert not is_one(reported(BRIDGE), library)


def test_two_reports_alone_are_enough():
    column = reported(COLUMN, "https://two.example/b")

    assert is_one(reported(BRIDGE), column, beside=())


@pytest.mark.parametrize(
    ("one", "other", "another"),
    [
        (
            (
                "榛名湖の渡し船、来春に電動化",
                "榛名湖で渡し船を運航する湖北汽船は、来年四月から三隻すべてを電動船に替えると"
                "発表した。費用は四億二千万円で、県が半分を補助する。",
            ),
            (
                "煙の出ない船で湖を渡る",
                "湖北汽船が榛名湖の渡し船を三隻とも電動船にする。総額四億二千万円のうち半額は"
                "県の補助で、来年四月の運航開始を見込む。",
            ),
            (
                "霧島湖の渡し船、値上げへ",
                "霧島湖の南岸観光は、燃料高を理由に渡し船の運賃を七月から百円引き上げる。"
                "回数券の値段は変わらない。",
            ),
        ),
        (
            (
                "عبّارة بحيرة النور تعمل بالكهرباء في الربيع",
                "أعلنت شركة الشاطئ الشمالي أنها ستستبدل العبّارات الثلاث في بحيرة النور بأخرى "
                "كهربائية اعتبارًا من أبريل بكلفة أربعين مليون درهم تتحمل المحافظة نصفها.",
            ),
            (
                "عبور البحيرة بلا دخان",
                "ثلاث عبّارات كهربائية تحل محل القديمة في بحيرة النور بحسب الشاطئ الشمالي، "
                "والكلفة أربعون مليون درهم تدفع المحافظة نصفها، والتشغيل في أبريل.",
            ),
            (
                "مكتبة المدينة تغلق أبوابها أيام الجمعة",
                "قال مدير المكتبة في وادي الزيتون إن عدد الموظفين لا يكفي لفتحها كل يوم، "
                "وإن قاعة المطالعة ستبقى مفتوحة حتى المساء في بقية الأسبوع.",
            ),
        ),
    ],
    ids=["ja", "ar"],
)
def test_a_script_without_capitals_is_compared_too(one, other, another):
    first = reported(one)
    same = reported(other, "https://two.example/b")
    else_ = reported(another, "https://three.example/c")

    assert is_one(first, same)
    assert not is_one(first, else_)


def test_the_same_words_about_others_tell_of_two_events():
    title, text = BRIDGE
    names = {"Elgin": "Bree", "Kettle": "Ladle", "Arlon": "Ourthe", "Dinant": "Ciney"}
    for name, another in names.items():
        title, text = title.replace(name, another), text.replace(name, another)
    text = text.replace("Mayor Ciney", "Mayor Dinant")

    assert not is_one(
        reported(BRIDGE), reported((title, text), "https://two.example/b")
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "https://one.example/column"},
        {"id": "github:elgin/kettle@3", "url": "https://github.com/elgin/kettle"},
        {"published": date(2026, 3, 5) + timedelta(days=15)},
    ],
    ids=["the same outlet", "a release", "weeks later"],
)
def test_it_is_never_said_of(changes):
    column = reported(COLUMN, **{"url": "https://two.example/b", **changes})

    assert not is_one(reported(BRIDGE), column)


def test_of_one_outlet_two_are_of_one_affair_and_no_one_event():
    first = reported(BRIDGE)
    titled = "Kettle bridge of Elgin: what it is worth", COLUMN[1]
    column, library = (
        reported(told, f"https://one.example/{name}")
        for name, told in (("column", titled), ("library", LIBRARY))
    )
    among = of_stories([first, column, library, *others()])

    assert tell_one_affair(first, column, among)
    assert not tell_one_event(first, column, among)
    assert not tell_one_affair(first, library, among)


def test_another_version_is_another_event():
    title, text = BRIDGE
    one = reported((f"{title}: Kettle 3", text))
    other = reported((f"{title}: Kettle 4", text), "https://two.example/b")

    assert not is_one(one, other)


def test_who_else_tells_an_event_is_counted_by_sites():
    bridge = reported(BRIDGE)
    column = reported(COLUMN, "https://two.example/b")
    same_site = reported(COLUMN, "https://two.example/c")
    library = reported(LIBRARY, "https://three.example/d")

    found = other_outlets([library, column, bridge, same_site, *others()])

    assert found == {bridge.id: 1, column.id: 1, same_site.id: 1}
    assert other_outlets([]) == {}


TEXTS = st.text(max_size=120) | st.lists(
    st.sampled_from([*BRIDGE[1].split(), *LIBRARY[1].split(), "310", "2026", "ケトル"])
).map(" ".join)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_any_two_reports_are_somewhere_between_0_and_1_in_either_order(a, b, c, d):
    one, other = report_of(a, b), report_of(c, d)
    among = Reports([one, other])

    likely = among.likelihood(one, other)

    assert 0 <= likely <= 1
    assert likely == pytest.approx(Reports([other, one]).likelihood(other, one))


def test_a_title_alone_is_not_compared():
    one, other = report_of(*BRIDGE), report_of("Kettle bridge opens in Elgin", "")
    among = Reports([one, other])

    assert among.measures(one, other) is None
    assert among.likelihood(one, other) == 0 < LIKELY


def test_titles_in_other_words_about_the_same_are_no_formula():
    """Where nouns have capitals, each title has words that look like names."""
    told = report_of(
        "Torffreie Erde von Kessel im großen Vergleich vorn",
        "In einem Vergleich von 45 Blumenerden wuchs in der torffreien Laterna von Kessel "
        "am meisten: 85 Gramm Salat je Topf. Der Sack kostet 6 Euro.",
    )
    again = report_of(
        "45 Blumenerden getestet: Laterna ohne Torf gewinnt",
        "85 Gramm Salat je Topf brachte Laterna, die Erde ohne Torf von Kessel. 45 Erden "
        "wurden verglichen; 6 Euro kostet der Sack.",
    )
    other = report_of(
        "Torffreie Erde von Dinant im großen Vergleich vorn",
        "In einem Vergleich von 31 Blumenerden wuchs in der torffreien Arlona von Dinant "
        "am meisten: 62 Gramm Salat je Topf. Der Sack kostet 9 Euro.",
    )
    reports = Reports([told, again, other])

    assert reports.likelihood(told, again) >= LIKELY
    assert reports.likelihood(told, other) == 0


def test_a_name_counts_as_it_sounds_in_korean():
    told = report_of(
        "Mokobellobell, 사흘 만에 31만 장",
        "Hulaseniarel이 내놓은 액션 게임 Mokobellobell이 사흘 동안 31만 장 팔렸다. 평점은 44점이다.",
    )
    again = report_of(
        "‘모코벨로벨’ 돌풍…31만 장 돌파",
        "훌라세니아렐의 액션 게임이 출시 사흘 만에 세운 기록이다. 평론가 점수는 44점.",
    )
    other = report_of(
        "‘벨래티시아벨’ 돌풍…52만 장 돌파",
        "탈리렐뤼빅의 액션 게임이 출시 사흘 만에 세운 기록이다. 평론가 점수는 63점.",
    )
    reports = Reports([told, again, other])

    assert reports.likelihood(told, again) > 0.75
    assert reports.likelihood(told, other) < 0.5
