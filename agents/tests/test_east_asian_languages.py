"""Whole digests and briefs of newsletters in Chinese, Japanese and Korean, by rules."""

import re

import pytest

from agents.tests.test_two_newsletters import make, play_week
from newsletter.models import Outlet
from newsletter.standards.furniture import furniture_of

pytestmark = pytest.mark.django_db
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
KOREAN = {
    "https://jangmi.example/huingaru": (
        "새 장미 품종 알바 12, 정원에서 흰가루병을 이겨",
        "새 장미 품종 알바 12는 농업학교 정원에서 3년 동안 약을 치지 않고도 흰가루병에 걸리지 않았다.",
        "정원사는 10월부터 장미 알바 12를 부드러운 흙에 심고 3월에 20센티미터로 자른다. 장미 알바 12는 한 그루에 18000원이다.",
    ),
    "https://batt.example/toebi": (
        "낙엽 퇴비, 토마토에 이탄만큼 좋아",
        "농업학교 시험에서 낙엽 퇴비로 키운 토마토는 한 그루에 평균 4킬로그램을 맺어 이탄과 같았다.",
        "낙엽 퇴비는 정원에서 익는 데 14개월이 걸린다. 봄에 정원사는 토마토 이랑에 퇴비를 3센티미터 깐다.",
    ),
    "https://nongjang.example/dalpaengi": (
        "정원의 오리 두 마리, 맥주 덫 열두 개보다 달팽이를 더 많이 먹어",
        "오리 두 마리는 4주 동안 농업학교 정원에서 달팽이 1900마리를 먹었고 맥주 덫 열두 개는 410마리를 잡았다.",
        "오리에게는 여우를 막을 우리와 작은 연못이 필요하다. 겨울에 오리는 하루 200그램의 곡식을 먹는다.",
    ),
}
WANTED = {
    "zh": (
        CHINESE,
        "种月季和番茄的园丁：品种、堆肥、白粉病、蜗牛。",
        ["月季", "番茄", "堆肥", "蜗牛"],
    ),
    "ja": (
        JAPANESE,
        "バラとトマトを育てる庭師：品種、堆肥、うどんこ病、ナメクジ。",
        ["バラ", "トマト", "堆肥", "ナメクジ"],
    ),
    "ko": (
        KOREAN,
        "장미와 토마토를 키우는 정원사: 품종, 퇴비, 흰가루병, 달팽이.",
        ["장미", "토마토", "퇴비", "달팽이"],
    ),
}


@pytest.fixture(autouse=True)
def quiet(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Outlet.objects.all().delete()


@pytest.mark.parametrize("workflow", ["digest", "brief"])
@pytest.mark.parametrize("language", WANTED)
def test_what_an_issue_says_of_itself_is_in_its_language(
    language, workflow, monkeypatch
):
    told, profile, topics = WANTED[language]
    newsletter = make("garden", told, profile=profile, topics=topics, language=language)
    for host in {url.split("/")[2] for url in [*told][1:]}:
        newsletter.outlets.create(
            name=host, how="feed", url=f"https://{host}/rss", prior=0.9
        )
    issue = play_week(newsletter, told, monkeypatch, workflow)

    words = furniture_of(language)
    assert f"## {words.about}" in issue.markdown
    assert not re.search(r"this issue|shipped|worth|launch", issue.markdown, re.I)
    assert issue.draft.problems == ()
