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
