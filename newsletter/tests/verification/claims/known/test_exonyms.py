"""Names that a language has words of its own for, held to a passage in English."""

import pytest
from babel import Locale

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.known.exonyms import as_evidence_has

EVIDENCE = (
    "The United States and Germany agreed with the EU in London on rules for AI, said the "
    "Department of Justice. Americans and the Supreme Court were not asked, the WHO was."
)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "Hoy los Estados Unidos, la UE y Alemania pactaron reglas sobre la IA."),
        ("es", "Según EE. UU. y la OMS, el pacto de Londres es justo."),
        ("es", "Lo dijo el Departamento de Justicia, y no el Tribunal Supremo."),
        ("fr", "À Londres, les États-Unis et l’Allemagne se sont accordés sur l’IA."),
        ("fr", "Ni les Américains ni la Cour suprême n’ont été consultés."),
        ("it", "Oggi gli Stati Uniti e la Germania hanno firmato a Londra con l’UE."),
        ("pt", "Hoje os Estados Unidos e a Alemanha assinaram em Londres sobre IA."),
        (
            "nl",
            "Vandaag tekenden de Verenigde Staten en Duitsland in Londen met de EU.",
        ),
        ("de", "Die Vereinigten Staaten und Deutschland regeln die KI."),
    ],
)
def test_a_name_of_another_language_is_the_one_that_the_passage_has(language, sentence):
    assert fidelity(sentence, EVIDENCE, language=language).holds


@pytest.mark.parametrize(
    ("language", "sentence", "written"),
    [
        ("es", "Hoy los Estados Unidos y Francia pactaron reglas.", "Francia"),
        ("fr", "À Londres, les États-Unis et le Japon se sont accordés.", "Japon"),
        ("fr", "Selon l’OTAN, le pacte est juste.", "OTAN"),
        ("es", "Lo dijo el Departamento de Energía.", "Energía"),
        ("it", "Oggi gli Stati Uniti hanno firmato a Parigi.", "Parigi"),
    ],
)
def test_a_name_that_the_passage_does_not_have_is_found(language, sentence, written):
    [lack] = fidelity(sentence, EVIDENCE, language=language).unsupported

    assert lack.written == written


def test_a_sentence_in_english_is_left_alone():
    sentence = "The Banco Central of the Estados Unidos was not asked about it."

    assert as_evidence_has(sentence, "The Central Bank of the US.") == sentence


def test_what_the_passage_has_in_the_other_language_stays():
    sentence = "El Banco de España lo confirma."

    assert as_evidence_has(sentence, "Banco de España, Spain", "es") == sentence


@pytest.mark.parametrize(
    "language", ["es", "fr", "it", "pt", "nl", "de", "sv", "da", "no", "pl"]
)
@pytest.mark.parametrize(
    "territory",
    ["US", "DE", "FR", "JP", "KR", "CN", "IN", "BR", "CH", "UA", "EG", "CZ"],
)
def test_countries_are_called_as_their_languages_call_them(language, territory):
    english = Locale("en").territories[territory]
    own = Locale(language).territories[territory]

    told = as_evidence_has(f"{own}:", f"In {english}.", language)

    assert told in (f"{english}:", f"{own}:" if own == english else f"{english}:")


@pytest.mark.parametrize(
    ("language", "sentence", "evidence", "written"),
    [
        ("en", "A Belgian family told the ECB.", "Une famille belge l'a dit à la BCE.", ""),
        ("en", "A Swiss family told the ECB.", "Une famille belge l'a dit à la BCE.", "Swiss"),
        ("de", "Heute prüft das die EZB.", "La BCE l'examine.", ""),
        ("en", "It is sold in the United States.", "It is sold in the U.S. and Canada.", ""),
        ("en", "Now Ukraine may join.", "乌克兰可能加入。", ""),
        ("en", "Now Russia may join.", "乌克兰可能加入。", "Russia"),
        ("en", "Now Xiaoming may join.", "小明可能加入这个新的组织。", ""),
    ],
)  # fmt: skip
def test_a_name_is_borne_by_what_another_language_calls_it(
    language, sentence, evidence, written
):
    found = fidelity(sentence, evidence, language=language).unsupported

    assert [lack.written for lack in found] == ([written] if written else [])
