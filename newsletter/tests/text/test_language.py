import pytest

from newsletter.text.language import (
    KNOWN,
    direction_of,
    is_english,
    is_foreign,
    is_in,
    is_known,
    language_of,
    other_than,
    told_language,
    without_subject,
)


@pytest.mark.parametrize(
    ("language", "direction"),
    [
        ("en", "ltr"),
        ("de-AT", "ltr"),
        ("ar", "rtl"),
        ("he-IL", "rtl"),
        ("FA_ir", "rtl"),
        ("az-Arab", "rtl"),
        ("ar-Latn", "ltr"),
        ("", "ltr"),
    ],
)
def test_a_language_is_written_one_way(language, direction):
    assert direction_of(language) == direction


# A headline as a newspaper puts it, and the languages it may be in.
HEADLINES = {
    "The model that runs on your own machine is here": {"en"},
    "Wie man Sprachmodelle auf dem eigenen Rechner betreibt": {"de"},
    "Un modèle de langue qui tourne sur une machine pour les équipes": {"fr"},
    "Cómo usar el modelo en la empresa y por qué los equipos lo prueban": {"es"},
    "Il modello che gira sul computer di casa e non costa nulla per le imprese": {"it"},
    "Het model dat op een eigen computer draait en niet naar de cloud gaat": {"nl"},
    "Modellen som körs på en egen dator och inte skickar något till molnet": {"sv"},
    "O modelo que não precisa de uma nuvem para os testes da empresa": {"pt"},
    "Modellen der kører på din egen computer og ikke sender noget af det": {"da"},
    "Model, który działa na komputerze i nie wysyła danych do chmury": {"pl"},
    "欢迎使用新的开放模型": {"zh"},
    "新しい言語モデルが出た": {"ja"},
    "새로운 언어 모델이 나왔다": {"ko"},
    "Новая языковая модель": {"ru", "uk", "bg", "sr"},
    "نموذج لغوي جديد مفتوح": {"ar", "fa", "ur"},
    "מודל שפה חדש ופתוח": {"he"},
}


@pytest.mark.parametrize("headline", HEADLINES)
def test_a_headline_is_told_by_its_language(headline):
    assert {language for language in KNOWN if is_in(headline, language)} == (
        HEADLINES[headline]
    )


def test_polish_that_says_to_and_on_is_not_english():
    text = "On szuka statku, który przez noc nie stoi, bo to jest port."

    assert not is_english(text)
    assert language_of(text) == "pl"


def test_a_name_alone_is_english():
    assert [language for language in KNOWN if is_in("Claude Opus 4.1", language)] == [
        "en"
    ]


@pytest.mark.parametrize("language", ["de", "de-AT", "DE", "pt_BR", "zh-Hant"])
def test_a_known_language_may_name_its_country_or_script(language):
    assert is_known(language)


@pytest.mark.parametrize("language", ["klingon", "german", "tlh", "", "xx-DE"])
def test_an_unknown_language_is_told(language):
    assert not is_known(language)


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("open weights, language models", "en", "en"),
        ("Wir lesen von Rosen und von der Pflege der Gärten", "en", ""),
        ("Wir lesen von Rosen und von der Pflege der Gärten", "de", "de"),
        ("Gärten, Rosen", "de", ""),
        ("open weights, language models", "de-AT", ""),
        ("what is new in the tools that we build with", "de", "en"),
        ("今週の庭とバラ", "ja", "ja"),
    ],
)
def test_nouns_alone_tell_no_language_but_where_english_is_meant(text, language, told):
    assert told_language(text, language) == told


@pytest.mark.parametrize("text", ["AI law and courts", "Los Angeles, with its men"])
def test_an_english_text_has_no_foreign_words_without_a_subject(text):
    assert "men" not in without_subject(text)


def test_a_text_of_nouns_is_told_by_one_word_between_them():
    assert {"la", "des", "nouveau"} <= without_subject("La santé")
    assert "ai" not in without_subject("La santé")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The model that runs on your own machine is here", "en"),
        ("Das Modell läuft auf dem eigenen Rechner und ist nicht groß", "de"),
        ("Le modèle tourne sur une machine et il est libre", "fr"),
        ("Модель обучена на открытых данных", "ru"),
        ("新しい言語モデルが公開されました。", "ja"),
        ("新的语言模型已经发布。", "zh"),
        ("새로운 언어 모델이 공개되었습니다", "ko"),
        ("ܐܒܓ ܕܗܘ", ""),
    ],
)
def test_the_language_of_a_text_is_told_among_all(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "Schaken, dammen en bridge, met de regels van de clubs",
        "Fußball, Schach und die Bücher über beides",
        "Satranç, briç ve tavla",
        "Шахматы и бридж",
        "바둑과 장기",
    ],
)
def test_prose_and_lists_tell_that_they_are_not_english(text):
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "Agents, planning, tools",
        "Van life, Los Angeles car culture",
        "Beyoncé, Björk and the music of Iceland",
        "",
    ],
)
def test_a_name_of_elsewhere_makes_no_text_foreign(text):
    assert not is_foreign(text)


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        # "En", twice, is Danish too.
        ("En este número: Pots. En este número también: Pans.", "es", ""),
        ("A pot: do as you do.", "en", ""),
        ("In questo numero: Pots. Questo numero ha interrogato la fonte.", "it", ""),
        ("Diese Ausgabe hat drei Meldungen aus der Woche bis zum 7. Juni.", "fr", ""),
        (
            "Diese Ausgabe hat drei Meldungen aus der Woche bis zum 7. Juni, und in der "
            "ersten geht es auch um Tee.",
            "fr",
            "de",
        ),
        (
            "Diese Ausgabe hat drei Meldungen aus der Woche bis zum 7. Juni, und in der "
            "ersten geht es auch um Tee.",
            "de-AT",
            "",
        ),
        ("今号には3件のニュースがあります。", "de", "ja"),
        ("This issue has three stories of the week to 7 June.", "de", ""),
    ],
)
def test_another_language_is_told_of_enough_of_its_words(text, language, told):
    assert other_than(text, language) == told
