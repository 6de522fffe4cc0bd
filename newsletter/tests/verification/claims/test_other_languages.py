"""Figures, units and names of sentences in other languages than their evidence."""

import pytest

from newsletter.verification.claims.details import fidelity

EVIDENCE = {
    "de": (
        "Coding agents read the input tokens and tool calls of 240 attachments. GPT-5 costs "
        "$1.25 per million, gpt-5-nano $0.05; few-shot prompts and reasoning effort of AI."
    ),
    "fr": (
        "gpt-oss-20b needs about 16 GB of memory. It told all nine makers 60 days before, and "
        "broke 2.3 working tests in a task, on 2 August. It costs $1.25."
    ),
    "es": (
        "Gains of up to +6 points. The small one has 21 billion parameters, of which 3.6 "
        "billion are active, and costs $1.25."
    ),
}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Nur zwei blieben bei allen 240 Anhängen standhaft."),
        (
            "de",
            "Eine Million Eingabe-Token kostet 1,25 Dollar und bei gpt-5-nano 0,05 Dollar.",
        ),
        (
            "de",
            "Der Reasoning-Aufwand steigt mit Few-Shot-Beispielen und Tool-Aufrufen.",
        ),
        ("de", "Von sechs Coding-Agenten war einer ein KI-Modell für GPT-5-Prompts."),
        ("de", "Wer eigene Prompt-Vorlagen pflegt, stellt sie um."),
        ("de", "Nehmen Sie aus Ihrem Alltag 240 Fragen heraus."),
        ("fr", "gpt-oss-20b se contente d’environ 16 Go de mémoire."),
        ("fr", "Il se contente d’environ 16 gigaoctets."),
        ("fr", "L’institut a prévenu les neuf fabricants 60 jours plus tôt."),
        (
            "fr",
            "Dans un banc publié le 2 août, il casse le plus, soit 2,3 tests par tâche.",
        ),
        ("fr", "Côté facture, il coûte 1,25 dollar."),
        ("fr", "Placés à la fin, 2,3 tests échouent."),
        ("es", "Con ganancias de hasta 6 puntos."),
        ("es", "Del pequeño, 3.600 de 21.000 millones están activos."),
        ("es", "Cuesta 1,25 dólares."),
    ],
)
def test_what_is_told_is_read_as_a_reader_reads_it(language, sentence):
    assert fidelity(sentence, EVIDENCE[language], language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "written"),
    [
        ("de", "Nur zwei blieben bei allen 250 Anhängen standhaft.", "250"),
        ("de", "Eine Million Eingabe-Token kostet 1,35 Dollar.", "1.35 Dollar"),
        ("de", "Der Reasoning-Aufwand von GPT-6 steigt.", "GPT-6"),
        ("de", "Nehmen Sie aus Ihrem Alltag 20 Fragen heraus.", "20"),
        ("de", "Der xAI-Speicher ist voll.", "xAI-Speicher"),
        ("fr", "gpt-oss-20b se contente d’environ 18 Go de mémoire.", "18 GB"),
        ("fr", "L’institut a prévenu les fabricants 50 jours plus tôt.", "50 days"),
        ("fr", "Dans un banc publié le 2 août, il casse 2,4 tests par tâche.", "2.4"),
        ("fr", "Il a prévenu les fabricants 60 heures plus tôt.", "60 hours"),
        ("es", "Con ganancias de hasta 7 puntos.", "7 points"),
        ("es", "Del pequeño, 4.600 de 21.000 millones están activos.", "4,600 million"),
    ],
)
def test_what_nothing_bears_is_found(language, sentence, written):
    [lack] = fidelity(sentence, EVIDENCE[language], language=language).unsupported

    assert lack.written == written


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("es", "Al principio son 4,25 gigavatios.", "An initial 4.25 gigawatts."),
        ("es", "Consumirá 1.400 megavatios.", "It draws 1.4 gigawatts."),
        ("es", "Una torre de 150 pies, unos 46 metros.", "A 150ft tower."),
        (
            "fr",
            "Les 65 ans et plus y croient moins.",
            "Americans 65 and older do less.",
        ),
        ("fr", "Chez les moins de 30 ans, c’est 55 %.", "Of adults under 30, 55% do."),
        ("fr", "Il a duré du 22 au 28 juin 2026.", "It ran June 22 to 28, 2026."),
        ("de", "Die Messe läuft vom 3. bis 7. März.", "The fair is March 3-7."),
        ("", "It ran from 22 to 28 June 2026.", "It ran June 22-28, 2026."),
        ("", "2분기 매출은 467억 달러다.", "Revenue was $46.7 billion in Q2."),
        ("", "7월 9.3%로 1.2%포인트 높았다.", "9.3% in July, 1.2 points more."),
        (
            "",
            "값은 4분의 1 가까이 내렸다.",
            "Prices fell by almost a quarter since May.",
        ),
        ("", "100만 토큰당 1.25달러다.", "It is $1.25 per million tokens."),
        ("", "10년마다 0.13도씩 올랐다.", "It rose by 0.13 degrees per decade."),
        ("", "오픈AI가 소송을 냈다.", "OpenAI sued."),
        ("", "2009年至2014年间建立的链接。", "Links created between 2009 and 2014."),
        (
            "",
            "罚款合计820万欧元。",
            "5 million euros in Italy and 3.2 million in France.",
        ),
        ("es", "La usan ocho de cada diez docentes.", "79 percent of teachers use it."),
        ("es", "La usa más de la mitad de ellos.", "Of them, 74 percent use it."),
        ("fr", "Les trois quarts des sociétés se taisent.", "75% say nothing."),
        ("", "近三成员工换了工作。", "Nearly 30 percent of workers changed jobs."),
        ("", "열에 여섯은 쓴다.", "62 percent use it."),
    ],
)
def test_what_a_journalist_tells_in_their_language_holds(language, sentence, evidence):
    assert fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("es", "Consumirá 140 megavatios.", "It draws 1.4 gigawatts."),
        ("fr", "Chez les moins de 40 ans, c’est 55 %.", "Of adults under 30, 55% do."),
        ("fr", "Il a duré du 22 au 26 juin 2026.", "It ran June 22 to 28, 2026."),
        ("", "3분기 매출은 467억 달러다.", "Revenue was $46.7 billion in Q2."),
        ("", "7월 9.3%로 2.1%포인트 높았다.", "9.3% in July, 1.2 points more."),
        ("", "1000만 토큰당 1.25달러다.", "It is $1.25 per million tokens."),
        (
            "",
            "罚款合计920万欧元。",
            "5 million euros in Italy and 3.2 million in France.",
        ),
        ("es", "La usan ocho de cada diez docentes.", "62 percent of teachers use it."),
        ("es", "La mitad de los docentes la usan.", "74 percent of teachers use it."),
        ("fr", "Les deux tiers des sociétés se taisent.", "75% say nothing."),
        ("fr", "Une personne sur dix s’y fie.", "One in five trusts it."),
        ("", "近五成员工换了工作。", "Nearly 30 percent of workers changed jobs."),
        ("", "열에 여덟은 쓴다.", "62 percent use it."),
    ],
)
def test_what_is_told_otherwise_in_their_language_is_found(
    language, sentence, evidence
):
    assert not fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        (
            "es",
            "Multas de hasta el 7 % de lo facturado.",
            "Fines of up to 7% of turnover.",
        ),
        ("es", "Con 15 billones de tokens.", "On 15 trillion tokens."),
        ("es", "Casi un 30 % de ellos.", "Of them, 28.6 percent."),
        ("es", "Unos 30.000 millones de dólares.", "$30 billion."),
        ("fr", "Près de 2,5 milliards de dollars.", "$2.47 billion."),
        ("fr", "Ce sont 37,8 milliards de tonnes.", "It is 37.8 gigatonnes."),
        ("fr", "Jusqu’à 7 % des ventes.", "Up to 7% of sales."),
        ("de", "Es sind 2,5 Milliarden US-Dollar.", "It is $2.5 billion."),
        ("it", "Fino al 7% del fatturato.", "Up to 7% of turnover."),
        ("pt", "Serão 1.200 até 2030.", "There will be 1,200 by 2030."),
        ("pt", "A empresa captou quase US$ 3 bilhões.", "It raised $2.96 billion."),
        ("nl", "Een derde van de 9.000 scholen.", "A third of the 9,000 schools."),
        ("nl", "Een derde van de 9.000 scholen.", "Een derde van de 9.000 scholen."),
        ("nl", "Dat kan tot 40 procent zijn.", "It may be up to 40 percent."),
        ("", "最多40%的岗位受影响。", "Up to 40 percent of jobs are affected."),
        ("", "14일 안에 제출해야 한다.", "It must be handed over in two weeks."),
        ("", "약 3할이 옮겼다.", "About 30 percent moved."),
    ],
)
def test_hedges_scales_and_money_are_read(language, sentence, evidence):
    assert fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "evidence"),
    [
        ("es", "Con 15.000 millones de tokens.", "On 15 trillion tokens."),
        ("es", "Casi un 30 % de ellos.", "Of them, 34 percent."),
        ("es", "Unos 30.000 millones de euros.", "$30 billion."),
        ("fr", "Ce sont 37,8 millions de tonnes.", "It is 37.8 gigatonnes."),
        ("", "最多60%的岗位受影响。", "Up to 40 percent of jobs are affected."),
        ("", "24일 안에 제출해야 한다.", "It must be handed over in two weeks."),
    ],
)
def test_other_hedges_scales_and_money_are_found(language, sentence, evidence):
    assert not fidelity(sentence, evidence, language=language).holds


# By what is read: a true sentence, and one that its passage does not bear.
AS_NEWSPAPERS_WRITE = [
    ("fr", "Une sur sept a dû rester.", "Une sur neuf a dû rester.", "21.000 sont venues, contre 14.200 avant ; 3.000 sont restées."),
    ("fr", "Ce sont 6 800 venues de plus.", "Ce sont 9 800 venues de plus.", "21.000 sont venues, contre 14.200 avant ; 3.000 sont restées."),
    ("fr", "Le seuil est dépassé depuis cinq semaines.", "Le seuil est dépassé depuis six semaines.", "C'est la cinquième semaine consécutive au-dessus du seuil."),
    ("fr", "Cela fait 40 cas en sept jours.", "Cela fait 40 cas en neuf jours.", "La semaine dernière, 40 cas ont été vus."),
    ("fr", "La tonne vaut 52,4 euros.", "La tonne vaut 54,2 euros.", "Le prix moyen est de 52,4 €/t."),
    ("de", "Es waren gut 706.000 Anlagen.", "Es waren gut 760.000 Anlagen.", "Gemeldet sind 706.509 Anlagen."),
    ("de", "Im Schnitt sind es 26 Milliarden im Jahr.", "Im Schnitt sind es 36 Milliarden im Jahr.", "In den nächsten fünf Jahren sollen 130 Milliarden Euro fließen."),
    ("es", "La marca cayó un 1 %.", "La marca cayó un 3 %.", "Vendió 1,79 millones, una reducción de alrededor de uno por ciento."),
    ("es", "Son 22.000 coches menos.", "Son 42.000 coches menos.", "Una vendió 1,79 millones y la otra 1,768 millones de coches."),
    ("pt", "A multa encolheu 97 %.", "A multa encolheu 87 %.", "O tribunal reduziu a multa de R$ 30 milhões para R$ 900 mil."),
    ("pt", "São 22,99 milhões de reais.", "São 29,22 milhões de reais.", "Pagará multa de R$ 22.991.544,60, ou 2% do valor."),
    ("pt", "A causa vale cerca de 1,15 bilhão.", "A causa vale cerca de 2,15 bilhões.", "Pagará multa de R$ 22.991.544,60, ou 2% do valor."),
    ("", "これまでの49億kWhを6億kWhあまり上回った。", "これまでの49億kWhを9億kWhあまり上回った。", "55億5894万kWhに達し、4月の49億kWhを上回った。"),
    ("", "出力は144万キロワットになった。", "出力は441万キロワットになった。", "出力は144・3万キロワットに達した。"),
    ("", "7割は屋根に載った。", "5割は屋根に載った。", "住宅の屋根が71・2%を占めた。"),
    ("", "水力と太陽光だけで19.1%になる。", "水力と太陽光だけで17.1%になる。", "水力が10.8%、太陽光が8.3%だった。"),
    ("", "机构增长四成多。", "机构增长三成多。", "机构增长43.3%、医院增长16.7%。"),
    ("", "这是第16个冠军。", "这是第18个冠军。", "这是她的第十六个冠军。"),
    ("de", "Neun von zehn sind defizitär.", "Sieben von zehn sind defizitär.", "Davon sind 89 Prozent defizitär."),
    ("de", "Sie verloren mit 1:2.", "Sie verloren mit 1:3.", "Die Heimischen bezwangen sie mit 2:1."),
    ("de", "Drei Monate lang zahlt der Staat.", "Ein halbes Jahr lang zahlt der Staat.", "Drei Monate lang zahlt der Staat."),
    ("es", "Son dos décimas menos que en abril.", "Son cinco décimas menos que en abril.", "Crecerá un 2,2%, y no un 2,4% como en abril."),
    ("", "这是她第七次夺冠。", "这是她第九次夺冠。", "这是她第七次夺得冠军。"),
    ("", "2심을 깨고 벌금 500만원을 취소했다.", "2심을 깨고 벌금 5000만원을 취소했다.", "벌금 500만원을 선고한 원심을 파기했다."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "sentence", "_", "evidence"), AS_NEWSPAPERS_WRITE)
def test_what_newspapers_write_of_numbers_is_read(language, sentence, _, evidence):
    assert fidelity(sentence, evidence, language=language).holds


@pytest.mark.parametrize(("language", "_", "sentence", "evidence"), AS_NEWSPAPERS_WRITE)
def test_another_number_written_alike_is_found(language, _, sentence, evidence):
    assert not fidelity(sentence, evidence, language=language).holds


NEWS = (
    "In May 2024 Bellmere and Corra said the G7 paid Hartig $2.5 million of aid over 18 months. "
    "The Arm chip moves 273GB/s, eight times more, and works up to 20% faster; its 50 makers "
    "date from the 1980s, a quarter from Germany."
)


@pytest.mark.parametrize(
    ("language", "sentence", "otherwise"),
    [
        ("pl", "Tak z Hartigiem i Corrą mówi G7 w maju 2024 r.", ("maju", "marcu")),
        ("pl", "Wsparcie Bellmere'a w Niemczech to 2,5 mln dolarów.", ("mln", "tys.")),
        ("pl", "Trwa to półtora roku.", ("półtora roku", "dwa lata")),
        ("pl", "Układ jest do 20 proc. szybszy.", ("20 proc.", "30 proc.")),
        (
            "sv",
            "Nu betalar G7-mötet bara 2,5 miljoner dollar.",
            ("G7-mötet", "G8-mötet"),
        ),
        (
            "sv",
            "Det är ett femtiotal tillverkare från 1980-talet.",
            ("femtio", "nittio"),
        ),
        ("sv", "Den är åtta gånger snabbare.", ("åtta", "fyra")),
        ("da", "Nu har Arm-chippen 273 GB/s.", ("273", "723")),
        ("da", "De har fået penge i halvandet år.", ("halvandet", "to")),
        ("no", "Brikken blir opptil 20 prosent raskere.", ("20", "40")),
        ("no", "Nå får Hartig 2,5 mill. dollar.", ("mill.", "mrd.")),
        ("no", "De stammer fra åttitallet.", ("åttitallet", "sekstitallet")),
        ("it", "Sono nati negli anni Ottanta.", ("Ottanta", "Sessanta")),
        ("it", "È otto volte tanto.", ("otto", "tre")),
        ("it", "Nella prima metà del 2024 lo dissero in due Paesi.", ("2024", "2023")),
        (
            "no",
            "Nå får Tysklands Hartig 2,5 millioner dollar.",
            ("Tysklands", "Frankrikes"),
        ),
    ],
)
def test_news_in_english_is_told_in_the_language_of_its_readers(
    language, sentence, otherwise
):
    assert fidelity(sentence, NEWS, language=language).holds
    altered = sentence.replace(*otherwise)
    assert not fidelity(altered, NEWS, language=language).holds


def test_two_numbers_of_a_share_in_digits_are_counts():
    """ "2 histoires sur 26" is told of the two and the 26, and is no share to work out."""
    told = "Nous avons gardé 2 histoires sur 26."

    assert not fidelity(told, "Il y en a 40, dont 3 bonnes.", language="fr").holds
