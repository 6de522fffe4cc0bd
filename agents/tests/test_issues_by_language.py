"""Whole briefs and digests by rules, of newsletters in eight languages.

Gardens have the words of their profile; the weeks in Dutch, Spanish and Korean tell six
stories in other words than theirs.
"""

import re
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from agents.tests.test_two_newsletters import NOW, play_week
from newsletter.drafts.contract import SectionKind
from newsletter.models import Newsletter, Outlet
from newsletter.standards.brief_words import news_words_of
from newsletter.standards.furniture import furniture_of
from subscribers.models import Subscriber

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
CHINESE = {
    "https://meigui.example/baifen": (
        "月季新品种“阿尔芭12号”在花园中能抵抗白粉病",
        "月季新品种“阿尔芭12号”在农校花园里连续三年没有喷药，也没有得白粉病。",
        "园丁从十月起把月季“阿尔芭12号”种在疏松的土壤里，三月修剪到20厘米。一株月季“阿尔芭12号”售价180元。",
    ),
    "https://caidi.example/duifei": (
        "落叶堆肥种番茄，效果与泥炭一样好",
        "在农校的试验中，用落叶堆肥种的番茄平均每株结果4公斤，与泥炭一样多。",
        "落叶堆肥在花园里需要14个月才能腐熟。春天园丁在番茄畦上铺三厘米厚的堆肥。",
    ),
    "https://nongchang.example/woniu": (
        "花园里两只鸭子吃掉的蜗牛比十二个啤酒陷阱还多",
        "两只鸭子四周内在农校花园里吃掉1900只蜗牛，十二个啤酒陷阱只捉到410只。",
        "鸭子需要防狐狸的棚舍和一个小池塘。冬天鸭子每天要吃200克谷物。",
    ),
}
JAPANESE = {
    "https://bara.example/udonko": (
        "バラの新品種「アルバ12」、庭でうどんこ病に強い",
        "バラの新品種「アルバ12」は、農業学校の庭で三年間、薬をまかずにうどんこ病にかからなかった。",
        "庭師は十月からバラ「アルバ12」をやわらかい土に植え、三月に20センチまで切り戻す。バラ「アルバ12」は一株1800円である。",
    ),
    "https://hatake.example/taihi": (
        "落ち葉の堆肥、トマトにピートと同じ効果",
        "農業学校の試験では、落ち葉の堆肥で育てたトマトが一株平均4キロの実をつけ、ピートと同じだった。",
        "落ち葉の堆肥は庭で熟すまで14か月かかる。春に庭師はトマトの畝に堆肥を三センチ敷く。",
    ),
    "https://bokujo.example/namekuji": (
        "庭のアヒル二羽、ビールのわな十二個より多くのナメクジを食べる",
        "二羽のアヒルは四週間で農業学校の庭のナメクジを1900匹食べ、十二個のビールのわなは410匹を捕まえた。",
        "アヒルにはキツネを防ぐ小屋と小さな池が要る。冬のアヒルは一日に200グラムの穀物を食べる。",
    ),
}
DUTCH = {
    "https://net.example/wachtlijst": (
        "Netcongestie houdt 900 bedrijven in Flevoland op de wachtlijst",
        "Netbeheerder Liander kan 900 bedrijven in Flevoland tot 2029 niet aansluiten, "
        "omdat de kabels bij Lelystad vol zijn.",
        "De provincie betaalt 12 miljoen euro voor batterijen bij drie bedrijventerreinen. "
        "Daarmee komt voor 140 bedrijven in het voorjaar ruimte vrij.",
    ),
    "https://net.example/pompen": (
        "Hybride warmtepomp verdient zich in negen jaar terug",
        "Een hybride warmtepomp bespaart in een rijtjeshuis 480 euro per jaar, rekenden "
        "onderzoekers van Milieu Centraal uit.",
        "Met een lagere gasprijs duurt het twaalf jaar. Installateurs hadden in juli een "
        "wachttijd van elf weken.",
    ),
    "https://wind.example/kavel": (
        "Windpark bij Texel krijgt 64 turbines",
        "Het windpark op zee bij Texel krijgt 64 turbines en levert vanaf 2030 stroom "
        "voor een miljoen gezinnen.",
        "De bouwer betaalt 20 miljoen euro voor de kavel. Vissers mogen tussen de turbines "
        "alleen met kleine boten varen.",
    ),
    "https://wind.example/daken": (
        "Zonnestroom op daken van scholen in Drenthe verdubbeld",
        "Scholen in Drenthe hebben nu 61.000 panelen op hun daken, twee keer zoveel als in "
        "2023, meldt de provincie.",
        "Elf scholen verkopen hun zonnestroom aan de buurt. Een klas in Emmen houdt de "
        "opbrengst op een scherm bij.",
    ),
    "https://markt.example/tarief": (
        "Energietarieven stijgen in september met vier procent",
        "Twee leveranciers verhogen hun energietarieven op 1 september met vier procent, "
        "en een huishouden betaalt dan 7 euro per maand meer.",
        "De toezichthouder ACM kreeg 300 klachten over de brieven daarover. Klanten mogen "
        "zonder boete overstappen.",
    ),
    "https://markt.example/accu": (
        "Buurtbatterij in Tilburg vangt de avondpiek op",
        "Een buurtbatterij in Tilburg levert elke avond vier uur stroom aan 210 woningen "
        "in de wijk Reeshof.",
        "De gemeente en 95 bewoners betaalden samen 640.000 euro. Dit najaar volgt er een "
        "in Breda.",
    ),
}
SWEDISH = {
    "https://tagen.example/banan": (
        "Banan mellan Umeå och Dåva får 14 nya broar",
        "Järnvägen mellan Umeå och Dåva får 14 nya broar, och tågen ska gå där från 2029.",
        "Staten betalar 3,2 miljarder kronor. Under bygget går det buss två gånger i timmen.",
    ),
    "https://tagen.example/nattag": (
        "Nattåget till Berlin får sovvagnar igen",
        "Nattåget från Malmö till Berlin får sex sovvagnar från den 1 september, säger bolaget.",
        "En bädd kostar 890 kronor. I fjol såldes 41 000 biljetter på sträckan.",
    ),
    "https://spar.example/signaler": (
        "Nya signaler ska ge färre stopp i tågtrafiken",
        "Trafikverket byter 320 signaler längs Västkustbanan och räknar med hälften så många "
        "stopp i tågtrafiken.",
        "Arbetet börjar i Halmstad. De gamla signalerna är från 1978.",
    ),
    "https://spar.example/loket": (
        "Ellok drar 60 godsvagnar genom fjällen",
        "Ett nytt ellok drar 60 godsvagnar mellan Kiruna och Narvik, tolv fler än det gamla.",
        "Gruvbolaget har beställt 20 lok. Det första går sedan april.",
    ),
}
SPANISH = {
    "https://campo.example/lateral": (
        "El Osasuna ha fichado a un lateral del Rosenborg por tres millones",
        "El Osasuna pagará tres millones de euros al Rosenborg por su lateral derecho, de "
        "23 años, que firma hasta 2030.",
        "El jugador pasó el lunes el reconocimiento médico en Pamplona. El club vendió en "
        "julio a su anterior lateral por seis millones.",
    ),
    "https://campo.example/portero": (
        "El Cádiz recibe cedido a un portero del Benfica",
        "El portero, de 21 años, llega cedido al Cádiz por una temporada, y el Benfica "
        "abona el 60 por ciento de su sueldo.",
        "El acuerdo no incluye opción de compra. El Cádiz jugó la pasada temporada con "
        "cuatro porteros distintos.",
    ),
    "https://liga.example/capitan": (
        "El Villarreal traspasa a su capitán al Como italiano",
        "El Como paga 14 millones de euros por el capitán del Villarreal, que jugó 212 "
        "partidos con el equipo castellonense.",
        "Es el cuarto traspasado del verano y el más caro de los cuatro. El Villarreal busca "
        "un sustituto en la liga portuguesa.",
    ),
    "https://liga.example/extremo": (
        "El Celta blinda a su extremo: contrato renovado hasta 2031",
        "El extremo del Celta, de 19 años, seguirá en Vigo hasta 2031 y su cláusula sube de "
        "20 a 60 millones de euros.",
        "Dos clubes ingleses preguntaron por él en junio. El jugador marcó once goles la "
        "pasada temporada.",
    ),
    "https://balon.example/delantero": (
        "El Rayo rescinde a su delantero y libera dos fichas",
        "El Rayo Vallecano y su delantero rescindieron el lunes el contrato que los unía "
        "hasta 2027, sin indemnización.",
        "El delantero jugará en la liga griega. El Rayo tiene ahora dos fichas libres y 9 "
        "millones de euros para gastar.",
    ),
    "https://balon.example/limite": (
        "LaLiga reparte los límites salariales: el Sevilla no podrá fichar",
        "LaLiga publicó el martes los límites de 20 clubes, y el Sevilla no podrá fichar a "
        "nadie hasta que venda por 15 millones.",
        "El límite del Barcelona sube a 463 millones de euros. El del Getafe baja por "
        "tercer año seguido.",
    ),
}
KOREAN = {
    "https://jip.example/bunyang": (
        "세종 아파트 분양에 4만 명이 몰렸다",
        "세종시가 7월에 분양한 아파트 612가구에 4만 1천 명이 청약을 넣었고 경쟁률은 67대 1이었다.",
        "당첨자는 8월 20일에 발표한다. 시는 내년에 1,400가구를 더 분양한다.",
    ),
    "https://jip.example/jeonse": (
        "전세사기 피해주택 900채를 공공이 사들인다",
        "국토교통부는 전세사기를 당한 세입자 900명의 집을 올해 안에 경매에서 사들이기로 했다.",
        "세입자는 그 집에서 10년 동안 월세 없이 산다. 예산은 2,300억원이다.",
    ),
    "https://dosi.example/jaegeon": (
        "목동에서 재건축이 네 단지로 늘었다",
        "서울시는 목동 7단지의 재건축을 승인했고 이로써 목동에서 네 단지가 새로 지어진다.",
        "7단지는 49층 4,300가구로 바뀐다. 주민들은 2027년에 이주한다.",
    ),
    "https://dosi.example/cheongnyeon": (
        "청년주택에 들어갈 1,200명을 뽑는다",
        "인천시는 역 근처 청년주택에 들어갈 1,200명을 9월에 뽑으며 월세는 시세의 40퍼센트다.",
        "19세부터 39세까지 신청한다. 지난해에는 7,800명이 신청했다.",
    ),
    "https://don.example/daechul": (
        "은행들이 주택대출을 다시 조인다",
        "은행 다섯 곳이 8월부터 집을 두 채 가진 사람에게 주택대출을 내주지 않기로 했다.",
        "7월에 가계가 빌린 돈은 6조 2천억원 늘었다. 금융위원회는 9월에 한도를 다시 정한다.",
    ),
    "https://don.example/imdae": (
        "임대료를 5퍼센트 넘게 올린 집주인에게 과태료",
        "수원시는 임대료를 5퍼센트 넘게 올린 집주인 31명에게 과태료 500만원씩을 물렸다.",
        "세입자 214명이 올해 신고했다. 시는 계약서 9천 건을 살폈다.",
    ),
}


class Week(NamedTuple):
    """What was told, for whom; `least` stories come of it; the one workflow CI plays, if any."""

    told: dict
    profile: str
    topics: tuple = ()
    least: int = 4
    in_ci: str = "brief"


WEEKS = {
    "de": Week(
        GERMAN,
        "Gärtner, die Rosen und Tomaten pflanzen: Sorten, Kompost, Mehltau, Schnecken.",
        ("Rosen", "Tomaten", "Kompost", "Schnecken", "Bohnen"),
        3,
    ),
    "fr": Week(
        FRENCH,
        "Jardiniers qui plantent rosiers et tomates : compost, oïdium, limaces.",
        ("rosiers", "tomates", "compost", "limaces"),
        3,
        "digest",
    ),
    "pl": Week(
        POLISH,
        "Ogrodnicy, którzy sadzą róże i pomidory: kompost, mączniak, ślimaki w ogrodzie.",
        ("róża", "pomidory", "kompost", "ślimaki"),
        3,
        in_ci="",
    ),
    "zh": Week(
        CHINESE,
        "种月季和番茄的园丁：品种、堆肥、白粉病、蜗牛。",
        ("月季", "番茄", "堆肥", "蜗牛"),
        1,
        in_ci="",
    ),
    "ja": Week(
        JAPANESE,
        "バラとトマトを育てる庭師：品種、堆肥、うどんこ病、ナメクジ。",
        ("バラ", "トマト", "堆肥", "ナメクジ"),
        1,
    ),
    "nl": Week(
        DUTCH,
        "Wij volgen de energie in Nederland: congestie op het stroomnet, windmolens, "
        "zonnepanelen, warmtepompen en batterijen. Geen beursnieuws.",
        in_ci="",
    ),
    "es": Week(
        SPANISH,
        "Noticias de fichajes de fútbol: traspasos, cesiones, renovaciones y cláusulas de "
        "rescisión. Sin apuestas.",
        in_ci="",
    ),
    "sv": Week(
        SWEDISH,
        "Vi följer järnvägen i Sverige: tåg, banor, signaler, nattåg, lok och godsvagnar. "
        "Inga bilar.",
        least=2,
        in_ci="",
    ),
    "ko": Week(
        KOREAN,
        "부동산과 주거 소식을 원합니다: 전세, 아파트의 분양과 재건축, 대출, 임대와 청년을 위한 "
        "주택. 연예인 집은 필요 없습니다.",
        in_ci="digest",
    ),
}
EACH = [
    pytest.param(
        language, workflow, marks=[pytest.mark.slow] * (workflow != week.in_ci)
    )
    for language, week in WEEKS.items()
    for workflow in ("brief", "digest")
]


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()


def make(language):
    week = WEEKS[language]
    newsletter = Newsletter.objects.create(
        slug=language,
        title=language,
        profile=week.profile,
        topics=[*week.topics],
        language=language,
    )
    for host in sorted({urlsplit(url).netloc for url in week.told}):
        newsletter.outlets.create(
            name=host, how="feed", url=f"https://{host}/rss", prior=0.9
        )
    Subscriber.objects.create(
        newsletter=newsletter,
        address=f"{language}@example.com",
        status=Subscriber.Status.ACTIVE,
    )
    return newsletter


@pytest.mark.parametrize(("language", "workflow"), EACH)
def test_an_issue_is_made_and_speaks_of_itself_in_its_language(
    language, workflow, monkeypatch
):
    week = WEEKS[language]
    issue = play_week(make(language), week.told, monkeypatch, workflow)

    words = furniture_of(language)
    assert issue.draft.problems == ()
    assert issue.coverage.count() >= week.least
    assert f"## {words.about}" in issue.markdown
    english = r"this issue|shipped|worth|launch|in brief"
    assert not re.search(english, issue.markdown, re.IGNORECASE)
    if workflow == "digest":
        assert len(issue.draft.of_kind(SectionKind.TOPIC)) >= min(week.least, 3)
    else:
        assert f"## {news_words_of(language).shipped}" in issue.markdown
        assert news_words_of(language).worth not in issue.markdown
        assert len(issue.draft.of_kind(SectionKind.LAUNCHES)) == 1
    if workflow == "digest" and language in ("de", "fr", "pl"):
        assert re.search(rf"5\.? {words.months.split()[7]}\]", issue.markdown)


def test_a_second_week_repeats_nothing(monkeypatch):
    newsletter = make("de")
    first = play_week(newsletter, GERMAN, monkeypatch, "digest")

    later = NOW + timedelta(days=7)
    second = play_week(newsletter, GERMAN | NEWS, monkeypatch, "digest", as_of=later)

    told = [set(one.coverage.values_list("url", flat=True)) for one in (first, second)]
    assert not told[0] & told[1]
    assert told[1] == set(NEWS)
