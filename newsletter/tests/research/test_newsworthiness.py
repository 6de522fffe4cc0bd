# ruff: noqa: RUF001  pages of other languages, in their own signs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.newsworthiness import (
    chance_of_news,
    is_broadcast,
    is_offer,
)
from newsletter.research.summary.explaining import explains
from newsletter.research.summary.saying import gives_its_source

NEWS = {
    "a launch by its maker": (
        "Ember 2.0",
        "Today we’re releasing Ember 2.0, a stove that boils a litre in 90 seconds. Ember 2.0 "
        "costs $120 and is now available in Norway and Finland.",
        "https://ember.example/blog/ember-2",
    ),
    "a report": (
        "Harbour town sues ferry line over cancelled night boats",
        "The town of Vale has sued the ferry line Nordlys for cancelling its night boats, its "
        "mayor said on Tuesday. Vale asks for 4 million crowns, according to court papers.",
        "https://paper.example/2026/08/ferry",
    ),
    "a decision": (
        "Regulator approves 40 km cable between the islands",
        "The energy regulator approved the cable on Monday, it said in a statement. Building "
        "starts in May and is to cost $90 million.",
        "https://press.example/news/cable",
    ),
}
OTHER = {
    "an essay": (
        "The quiet art of doing one thing badly",
        "I have been thinking about how I work. What do we lose when everything must be good? "
        "For years I believed that I should never show what is not done, and I was wrong.",
        "https://blog.example/badly",
    ),
    "a guide": (
        "How to choose a stove for your boat",
        "You want a stove that does not fall over. Which one is it? Here is what to look for, "
        "and how to fit it so that it stays where you put it.",
        "https://blog.example/stove",
    ),
    "an opinion": (
        "Why night boats matter: an essay on the slow way home",
        "What is a night boat? It is a way of being nowhere for a while, and I love it. We "
        "should have more of them, and think about why they go.",
        "https://paper.example/opinion/boats",
    ),
    "a list": (
        "The weekly roundup: 7 links for the weekend",
        "What a week it was. Here are the links that we liked, and some that you sent us. Do "
        "you have more of them?",
        "https://blog.example/links",
    ),
}
IN_OTHER_LANGUAGES = [
    (
        (
            "Hafenstadt verklagt Reederei wegen 40 ausgefallener Nachtfähren",
            "Die Stadt Vale verklagt die Reederei Nordlys auf 4 Millionen Kronen, weil 40 "
            "Nachtfähren ausfielen. Das Gericht in Vale verhandelt ab dem 12. Mai.",
        ),
        (
            "Warum fahren wir nachts?",
            "Was ist eine Nachtfähre? Wer nachts fährt, kommt morgens an. Und wer kommt schon "
            "gern morgens an?",
        ),
    ),
    (
        (
            "港口城市就40班夜航取消起诉轮渡公司北极光号并索赔四百万",
            "谷城周二起诉轮渡公司北极光，要求赔偿400万克朗，因为该公司取消了40班夜航。法院将于5月12日开庭审理此案。",
        ),
        (
            "我们为什么在夜里航行？",
            "什么是夜船？夜里出发的人，早晨到达。可是谁愿意在早晨到达呢？",
        ),
    ),
]


@pytest.mark.parametrize("page", NEWS.values(), ids=NEWS)
def test_what_happened_is_news(page):
    assert chance_of_news(*page) > 0.5


@pytest.mark.parametrize("page", OTHER.values(), ids=OTHER)
def test_an_essay_a_guide_and_a_list_are_none(page):
    assert chance_of_news(*page) < 0.3


@pytest.mark.parametrize(
    "title",
    [
        "[Sponsor] Ember: Boats Need Heat",
        "Anzeige: Ember heizt jedes Boot",
        "Ember heats any boat (sponsored post)",
        "Ember stove is $40 off at Vale’s",
        "Ember and Nordlys stoves at new $120 lows, more",
        "Grab the Ember stove for 22% off",
        "Save up to $90 on Ember stoves",
        "Ember and Nordlys stoves get $90 exclusive savings, more",
        "13th July – Harbour report",
        "Reading list 07/18/26",
        "Boats this week: 23 May 2026",
        "Riddle hints, answers for January 5",
        "Daily releases (5 May 2026)",
        "The slow way home (05 Jan 2026)",
        "CVE-2026-90001: A flaw was found in Ember up to 2.1",
    ],
)
def test_an_offer_and_one_of_a_series_are_none_however_their_texts_read(title):
    _, text, url = NEWS["a report"]

    assert chance_of_news(title, text, url) == 0


@pytest.mark.parametrize(
    "title",
    [
        "Ember announces price rises starting January 5",
        "Vale closes its harbour until May 3",
        "Ferry line cuts 40% of its night boats",
        "Nordlys spends $40 million to save boats",
        "Ferry line of Vale hopes to save $40 million",
        "Council of Vale saves 12% of its power",
        "Ferry tickets trade 40% off their peak",
        "Sponsors of Vale’s ferry: we paid for nothing",
        "CVE-2026-90001 lets thieves open locks of Vale’s ferry line",
        "[Updated] Vale sues sponsors of its ferry",
        "May 5 was the day on which the ferry line of Vale was sued",
    ],
)
def test_a_day_or_a_sum_in_a_title_makes_it_no_offer_and_no_series(title):
    _, text, url = NEWS["a report"]

    assert chance_of_news(title, text, url) > 0.5


@pytest.mark.parametrize(("news", "other"), IN_OTHER_LANGUAGES)
def test_in_another_language_what_any_language_shows_tells_them_apart(news, other):
    url = "https://blog.example/x"

    assert chance_of_news(*news, url) > 0.5 > chance_of_news(*other, url)


@pytest.mark.parametrize(
    "title",
    [
        "Nordlys slashes $410+ off Ember stoves, kettle $909, more",
        "Ember stove at $1,000 2026 low, Vale lamps and more",
        "Ember stove new 1,749 low, Vale lamps, more",
        "Ember 90-litre stove $1,299 in Outdoor Season Sale, more",
        "Vale camp stove sale with exclusive savings from $189",
        "Best camp stove deal: get the Ember for its lowest price yet",
        "Ember 2 deal: $129.95 at Nordlys",
    ],
)
def test_what_shops_say_of_a_price_is_an_offer_however_they_put_it(title):
    assert is_offer(title)


@pytest.mark.parametrize(
    "title",
    [
        "Oil deal: Vale to hand over 30 million barrels",
        "Nordlys agrees on $8.1 million deal: report",
        "Best year for boats in Vale: deals doubled",
        "Town's ferry sale approved",
    ],
)
def test_a_deal_among_firms_is_no_offer(title):
    assert not is_offer(title)


EXPLAINING = [
    "Will the ferry line of Vale get its night boats back, as its owner said on Monday?",
    "Building a harbour office in Vale with Ember and Nordlys",
    "Deploy boats with Ember and Nordlys – Part 1",
    "Meet the new laws of Vale for ferry lines in 2026",
    "Ferry line of Vale is sued for night boats | Letters",
    "A fireside chat with the ferry line of Vale",
    "How Vale got its night boats back from the ferry line",
    "Why the ferry line of Vale was sued for its night boats",
    "Top 10 night boats sold by the ferry line of Vale",
    "5 new things that the ferry line of Vale announced",
    "Weekly Harbour Newsletter: ferry line sued, boats sold",
]


@pytest.mark.parametrize("title", EXPLAINING)
def test_what_asks_teaches_or_says_its_kind_is_hardly_news_however_it_reads(title):
    _, text, url = NEWS["a report"]

    assert chance_of_news(title, text, url) < 0.25


OTHER_WAYS = [
    "Vale buys its ferry line – will its night boats sail again?",
    "Meet Ember 2.0, released today by Vale Lab",
    "Builders of Vale sue ferry line over its harbour",
    "10 people sue ferry line of Vale over its night boats",
]


@pytest.mark.parametrize("title", OTHER_WAYS)
def test_what_tells_first_and_asks_then_may_be_news(title):
    _, text, url = NEWS["a report"]

    assert chance_of_news(title, text, url) > 0.5


REPORTS = {
    "es": "El alcalde de Vale anunció este lunes 40 barcos nocturnos y una multa de 4 millones.",
    "fr": "La ville de Vale a annoncé lundi 40 bateaux de nuit et une amende de 4 millions.",
    "pl": "Port w Vale poinformował w środę, że na 40 statków wyda 4 miliony i nie więcej.",
    "pt": "A cidade de Vale anunciou na segunda-feira 40 barcos para a noite e uma multa.",
    "nl": "De stad Vale meldt dat er op maandag 40 boten voor de nacht zijn gekocht.",
    "it": "Il porto di Vale ha annunciato lunedì 40 battelli che la notte non sono più fermi.",
    "sv": "Hamnen i Vale meddelade på måndagen att 40 båtar är på väg och inte till salu.",
    "ru": "Порт Вале сообщил в понедельник, что купит 40 ночных судов за 4 миллиона.",
    "zh": "谷城港口周一宣布购买40艘夜船，价格为400万克朗，明年5月开航。",
    "ja": "谷城の港は月曜日に夜の船を40隻買うと発表した。来年5月に出港する。",
    "ko": "발레 항구는 월요일 밤배 40척을 사겠다고 밝혔다. 내년 5월에 출항한다.",
}


@pytest.mark.parametrize("text", REPORTS.values(), ids=REPORTS)
def test_in_other_languages_too_a_report_gives_its_source(text):
    assert gives_its_source(text) == 1


def test_where_nobody_says_it_no_source_is_given():
    assert gives_its_source("Wer nachts fährt, kommt morgens an, und das ist gut.") == 0
    assert 0 < gives_its_source("Ένα πλοίο της νύχτας φεύγει και δεν γυρίζει.") < 1


FOREIGN_EXPLAINING = [
    "Hafen: Warum die Nachtfähren in Vale stillstehen",
    "Ende der Nachtfähren – Kolumne",
    "ENTRETIEN. Le maire de Vale : « nos bateaux de nuit partiront »",
    "Bateaux de nuit : comment la ville de Vale se réinvente",
    "Quién es la nueva alcaldesa de Vale",
    "Columna de la alcaldesa: los barcos de la noche",
    "Nocne statki. Dlaczego nie odpływają",
    "Nocne statki wracają do Vale [WYWIAD]",
    "专访丨谷城市长：夜船为何停航",
    "夜船（评论员观察）",
    "我们如何造一艘夜船",
]


@pytest.mark.parametrize(
    ("title", "is_many"),
    [
        ("Harbour war briefing: Vale says it will fight the toll", True),
        ("Five key takeaways from the ferry trial in Vale", True),
        ("Vale votes on the toll: 4 things to watch", True),
        ("The year of the ferry - these were the wins and losses", True),
        ("Storm over Vale – in pictures", True),
        ("Vale mayor cancels Friday briefing: toll vote is off", False),
        ("Fish takeaways of Vale close for good", False),
        ("Vale in pictures of 1910 opens at the museum", False),
    ],
)
def test_a_title_that_tells_of_many_things_tells_no_news_of_one(title, is_many):
    assert explains(title, in_english=True) is is_many


@pytest.mark.parametrize("title", FOREIGN_EXPLAINING)
def test_a_title_in_another_language_says_that_it_explains(title):
    assert explains(title, in_english=False)


FOREIGN_TELLING = [
    "Vale kauft 40 Nachtfähren, wie der Hafen sagt",
    "La alcaldesa emplazó a la línea: “¿Quieren barcos o no?”",
    "Vale suspende sus barcos como medida de protesta",
    "La ville de Vale achète 40 bateaux, qui partiront lundi",
    "谷城宣布购买40艘夜船",
    "谷城与海城重启对话",
]


@pytest.mark.parametrize("title", FOREIGN_TELLING)
def test_a_title_in_another_language_that_tells_explains_nothing(title):
    assert not explains(title, in_english=False)


def test_a_text_that_calls_itself_an_interview_is_hardly_news():
    text = "La ville de Vale a annoncé lundi 40 bateaux, selon le maire du port."
    page = ("Le port de Vale achète 40 bateaux", text, "https://paper.example/1")

    assert chance_of_news(*page) > 0.5
    assert chance_of_news(page[0], f"ENTRETIEN. {text}", page[2]) < 0.25
    assert explains("« Nous aurons 40 bateaux » (Ada Vale, maire)", in_english=False)


def test_a_day_behind_a_title_makes_a_page_of_another_language_no_series():
    text = "谷城周二宣布起诉轮渡公司北极光，要求赔偿400万克朗，法院将于5月12日开庭审理此案。"
    title = "谷城起诉轮渡公司 - January 24, 2026"

    assert chance_of_news(title, text, "https://daily.example/1") > 0.5


def test_of_two_pages_alike_the_one_of_a_newsroom_is_likelier_news():
    title, text, _ = NEWS["a launch by its maker"]
    newsroom, blog = "https://a.example/news/ember", "https://a.example/blog/ember"

    assert chance_of_news(title, text, newsroom) > chance_of_news(title, text, blog)


TEXTS = st.text(st.sampled_from("AaIs 0.“\"'?？:：‘*_#\n-—(),!「。的$%/"), max_size=200)


@given(TEXTS, TEXTS, TEXTS)
def test_of_any_page_the_chance_is_one(title, text, url):
    assert 0 <= chance_of_news(title, text, url) <= 1


@pytest.mark.parametrize(
    ("title", "path", "is_one"),
    [
        ("La tour lève 6 millions", "/economie/replay-emissions/tour/leve", True),
        ("Harbour podcast #12: the ferry", "/2026/ferry", True),
        ("What the ferry costs – podcast", "/2026/ferry", True),
        ("Ferry runs aground [video]", "/audio/ferry?from=/video/", False),
        ("Harbour’s podcast studio closes", "/2026/studio", False),
    ],
)
def test_what_is_there_to_be_watched_or_heard_is_no_news(title, path, is_one):
    url = f"https://vale.example{path}"
    text = "The ferry line said on Monday that it has raised 6 million euros. " * 3

    assert is_broadcast(title, url) is is_one
    assert (chance_of_news(title, text, url) == 0) is is_one
