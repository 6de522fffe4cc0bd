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
