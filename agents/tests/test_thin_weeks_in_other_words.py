"""Thin weeks in Dutch, Spanish and Korean: six stories in other words than the profile's."""

from urllib.parse import urlsplit

import pytest

from agents.tests.test_two_newsletters import play_week
from newsletter.models import Newsletter, Outlet
from subscribers.models import Subscriber

pytestmark = pytest.mark.django_db
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
WEEKS = {
    "nl": (
        DUTCH,
        "Wij volgen de energie in Nederland: congestie op het stroomnet, windmolens, "
        "zonnepanelen, warmtepompen en batterijen. Geen beursnieuws.",
    ),
    "es": (
        SPANISH,
        "Noticias de fichajes de fútbol: traspasos, cesiones, renovaciones y cláusulas de "
        "rescisión. Sin apuestas.",
    ),
    "ko": (
        KOREAN,
        "부동산과 주거 소식을 원합니다: 전세, 아파트의 분양과 재건축, 대출, 임대와 청년을 위한 "
        "주택. 연예인 집은 필요 없습니다.",
    ),
}


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()


def make(language):
    told, profile = WEEKS[language]
    newsletter = Newsletter.objects.create(
        slug=language, title=language, profile=profile, language=language
    )
    for host in sorted({urlsplit(url).netloc for url in told}):
        newsletter.outlets.create(
            name=host, how="feed", url=f"https://{host}/rss", prior=0.5
        )
    Subscriber.objects.create(
        newsletter=newsletter,
        address=f"{language}@example.com",
        status=Subscriber.Status.ACTIVE,
    )
    return newsletter


@pytest.mark.parametrize("workflow", ["brief", "digest"])
@pytest.mark.parametrize("language", WEEKS)
def test_a_thin_week_in_other_words_than_the_profile_ends_with_an_issue(
    language, workflow, monkeypatch
):
    newsletter, (told, _) = make(language), WEEKS[language]
    issue = play_week(newsletter, told, monkeypatch, workflow)

    assert issue.draft.problems == ()
    assert issue.coverage.count() >= 4
