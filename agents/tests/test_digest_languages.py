"""Whole digests of newsletters in German and in French, by rules, two weeks in a row."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from agents.engine import log, sessions
from agents.models import Session
from agents.tests.support.newsroom import page, serving
from agents.tests.test_two_newsletters import NOW, feed_of, make, run_by_turns
from newsletter.drafts.contract import SectionKind
from newsletter.models import Issue, Outlet
from newsletter.standards.furniture import furniture_of

pytestmark = pytest.mark.django_db
GERMAN = {
    "https://rosen.example/mehltau": (
        "Neue Rosensorte Alba 12 hält Mehltau im Garten stand",
        "Die neue Rosensorte Alba 12 blieb im Garten der Lehranstalt drei Jahre lang "
        "ohne Spritzmittel frei von Mehltau.",
        "Gärtner pflanzen die Rosensorte Alba 12 ab Oktober in lockeren Boden und "
        "schneiden sie im März auf 20 Zentimeter zurück. Ein Strauch der Rosensorte "
        "Alba 12 kostet 18 Euro.",
    ),
    "https://beete.example/kompost": (
        "Kompost aus Laub düngt Tomaten im Garten so gut wie Torf",
        "Tomaten trugen auf Kompost aus Laub im Versuch der Lehranstalt im Schnitt "
        "4 Kilogramm Früchte je Pflanze, ebenso viel wie auf Torf.",
        "Der Kompost aus Laub braucht im Garten 14 Monate, bis er reif ist. Im Frühjahr "
        "kommt der Kompost drei Zentimeter hoch auf das Beet der Tomaten.",
    ),
    "https://hof.example/schnecken": (
        "Laufenten fressen im Garten mehr Schnecken, als Bierfallen fangen",
        "Zwei Laufenten fraßen im Garten der Lehranstalt in vier Wochen 1.900 Schnecken, "
        "und zwölf Bierfallen fingen daneben 410 Schnecken.",
        "Die Laufenten brauchen einen Stall gegen den Fuchs und einen kleinen Teich. Im "
        "Winter kosten die Laufenten jeden Tag 200 Gramm Körner.",
    ),
}
FRENCH = {
    "https://jardin.example/rosiers": (
        "Le rosier Alba 12 résiste à l’oïdium sans traitement au jardin",
        "Le rosier Alba 12 est resté trois ans sans oïdium dans le jardin de l’école, "
        "sans aucun traitement.",
        "Les jardiniers plantent le rosier Alba 12 dès octobre dans une terre meuble et "
        "le taillent en mars à 20 centimètres. Un pied du rosier Alba 12 coûte 18 euros.",
    ),
    "https://potager.example/compost": (
        "Le compost de feuilles nourrit les tomates aussi bien que la tourbe",
        "Les tomates ont donné 4 kilos de fruits par pied sur le compost de feuilles, "
        "autant que sur la tourbe.",
        "Le compost de feuilles demande 14 mois pour mûrir dans le jardin. Au printemps "
        "les jardiniers posent trois centimètres de compost au pied des tomates.",
    ),
    "https://ferme.example/limaces": (
        "Deux canards mangent plus de limaces que douze pièges à bière au jardin",
        "Deux canards ont mangé 1 900 limaces en quatre semaines dans le jardin de "
        "l’école, et douze pièges à bière 410.",
        "Les canards ont besoin d’un abri contre le renard et d’une petite mare. En hiver "
        "les canards coûtent 200 grammes de grains par jour.",
    ),
}
POLISH = {
    "https://roze.example/maczniak": (
        "Nowa róża Alba 12 oparła się mączniakowi w ogrodzie bez oprysków",
        "Nowa róża Alba 12 przez trzy lata rosła w ogrodzie szkoły bez mączniaka i bez "
        "oprysków.",
        "Ogrodnicy sadzą różę Alba 12 od października w luźnej ziemi i przycinają ją w "
        "marcu do 20 centymetrów. Krzew róży Alba 12 kosztuje 18 euro.",
    ),
    "https://grzadki.example/kompost": (
        "Kompost z liści zasila pomidory w ogrodzie tak dobrze jak torf",
        "Pomidory na kompoście z liści dały w ogrodzie szkoły średnio 4 kilogramy owoców "
        "na roślinę, tyle samo co na torfie.",
        "Kompost z liści dojrzewa w ogrodzie 14 miesięcy. Wiosną kompost kładzie się na "
        "grządce pomidorów warstwą trzech centymetrów.",
    ),
    "https://zagroda.example/slimaki": (
        "Dwie kaczki zjadły w ogrodzie więcej ślimaków, niż złapały pułapki z piwem",
        "Dwie kaczki zjadły w ogrodzie szkoły w cztery tygodnie 1900 ślimaków, a dwanaście "
        "pułapek z piwem złapało obok 410 ślimaków.",
        "Kaczki potrzebują schronienia przed lisem i małego stawu. Zimą kaczki kosztują "
        "200 gramów ziarna dziennie.",
    ),
}
# The week after: a told story that went on, and one that is new.
NEWS = {
    "https://rosen.example/mehltau-rueckruf": (
        "Rückruf: Rosensorte Alba 12 bekommt im Garten doch Mehltau",
        "Die Lehranstalt rief die neue Rosensorte Alba 12 am 12. August zurück, weil "
        "900 Sträucher im Garten verwechselt wurden.",
        "Wer die Rosensorte Alba 12 seit Juli gekauft hat, bekommt 18 Euro je Strauch "
        "zurück. Die verwechselten Sträucher bekommen Mehltau wie alle anderen.",
    ),
    "https://beete.example/bohnen": (
        "Feuerbohnen am Mais brauchen im Garten keine Stangen",
        "Feuerbohnen trugen im Garten der Lehranstalt an Mais 1,2 Kilogramm Bohnen je "
        "Pflanze, so viel wie an Stangen.",
        "Gärtner säen den Mais vier Wochen vor den Feuerbohnen, damit er sie trägt. Die "
        "Feuerbohnen ernten sie im September von Hand.",
    ),
}
PROFILES = {
    "de": "Gärtner, die Rosen und Tomaten pflanzen: Sorten, Kompost, Mehltau, Schnecken.",
    "fr": "Jardiniers qui plantent rosiers et tomates : compost, oïdium, limaces.",
    "pl": "Ogrodnicy, którzy sadzą róże i pomidory: kompost, mączniak, ślimaki w ogrodzie.",
}
TOPICS = {
    "de": ["Rosen", "Tomaten", "Kompost", "Schnecken", "Bohnen"],
    "fr": ["rosiers", "tomates", "compost", "limaces"],
    "pl": ["róża", "pomidory", "kompost", "ślimaki"],
}


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()


def garden(language, told):
    profile, topics = PROFILES[language], TOPICS[language]
    newsletter = make("garden", told, profile=profile, topics=topics, language=language)
    for host in {urlsplit(url).netloc for url in [*told][1:]}:
        newsletter.outlets.create(
            name=host, how="feed", url=f"https://{host}/rss", prior=0.9
        )
    return newsletter


def digest(newsletter, monkeypatch, told, as_of=NOW):
    pages = {url: page(*said) for url, said in told.items()}
    feeds = {
        outlet.url: feed_of(
            {url: told[url] for url in told if outlet.name in url}, as_of
        )
        for outlet in newsletter.outlets.all()
    }
    plan = sessions.Plan(
        sources=Session.Sources.LIVE, as_of=as_of, brains=("local",), workflow="digest"
    )
    with serving(pages | feeds, monkeypatch):
        session = sessions.start(newsletter, plan)
        run_by_turns(monkeypatch, session)
    assert session.status == Session.Status.FINISHED, session.reason
    assert not log.breach(session)
    return Issue.objects.get(session_name=session.name)


@pytest.mark.parametrize(
    ("language", "told"), [("de", GERMAN), ("fr", FRENCH), ("pl", POLISH)]
)
def test_what_an_issue_says_of_itself_is_in_its_language(language, told, monkeypatch):
    newsletter = garden(language, told)

    issue = digest(newsletter, monkeypatch, told)

    words = furniture_of(language)
    assert f"## {words.about}" in issue.markdown
    assert "this issue" not in issue.markdown.lower()
    assert "In brief" not in issue.markdown
    assert re.search(rf"5\.? {words.months.split()[7]}\]", issue.markdown)
    assert issue.draft.problems == ()
    assert len(issue.draft.of_kind(SectionKind.TOPIC)) == 3


def test_a_second_week_repeats_nothing(monkeypatch):
    newsletter = garden("de", GERMAN)
    first = digest(newsletter, monkeypatch, GERMAN)

    later = NOW + timedelta(days=7)
    second = digest(newsletter, monkeypatch, GERMAN | NEWS, later)

    told = [set(one.coverage.values_list("url", flat=True)) for one in (first, second)]
    assert not told[0] & told[1]
    assert told[1] == set(NEWS)
