"""The line of an edition in a newsletter's language: what it has, and where all is. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from newsletter.standards.furniture import primary


class _Words(NamedTuple):
    """Where something was left out, where only the order is another, and of the link."""

    fewer: str
    ordered: str
    link: str


# Numbers stand where they need no other ending of a word, whatever they are.
_WORDS: Mapping[str, _Words] = {
    "da": _Words(
        "Din udgave, valgt og ordnet som du bad om: {kept} af {total} indslag.",
        "Din udgave: alle {total} indslag, i den rækkefølge du bad om.",
        "Hele nummeret",
    ),
    "de": _Words(
        "Ihre Ausgabe, gewählt und geordnet, wie Sie es wünschten: {kept} von {total} Beiträgen.",
        "Ihre Ausgabe: alle {total} Beiträge, in der Reihenfolge, die Sie wünschten.",
        "Die ganze Ausgabe",
    ),
    "en": _Words(
        "Your edition, chosen and ordered as you asked: {kept} of {total} items.",
        "Your edition: all {total} items, in the order you asked for.",
        "The whole issue",
    ),
    "es": _Words(
        "Su edición, elegida y ordenada como pidió: {kept} de {total} textos.",
        "Su edición: los {total} textos, en el orden que pidió.",
        "El número completo",
    ),
    "fr": _Words(
        "Votre édition, choisie et ordonnée comme vous l’avez demandé : {kept} sur {total} sujets.",
        "Votre édition : les {total} sujets, dans l’ordre que vous avez demandé.",
        "Le numéro entier",
    ),
    "it": _Words(
        "La sua edizione, scelta e ordinata come ha chiesto: {kept} di {total} notizie.",
        "La sua edizione: tutte le {total} notizie, nell’ordine che ha chiesto.",
        "Il numero intero",
    ),
    "nl": _Words(
        "Uw editie, gekozen en geordend zoals u vroeg: {kept} van {total} onderwerpen.",
        "Uw editie: alle {total} onderwerpen, in de volgorde die u vroeg.",
        "Het hele nummer",
    ),
    "no": _Words(
        "Din utgave, valgt og ordnet slik du ba om: {kept} av {total} saker.",
        "Din utgave: alle {total} saker, i den rekkefølgen du ba om.",
        "Hele nummeret",
    ),
    "pl": _Words(
        "Twoje wydanie, wybrane i ułożone zgodnie z życzeniem: {kept} z {total} pozycji.",
        "Twoje wydanie: wszystkie pozycje ({total}), w wybranej kolejności.",
        "Cały numer",
    ),
    "pt": _Words(
        "A sua edição, escolhida e ordenada como pediu: {kept} de {total} textos.",
        "A sua edição: todos os {total} textos, na ordem que pediu.",
        "O número inteiro",
    ),
    "ja": _Words(
        "ご希望に沿って選び、並べたあなた向けの版：{total}件中{kept}件。",
        "あなた向けの版：全{total}件を、ご希望の順に。",
        "この号の全文",
    ),
    "ko": _Words(
        "요청하신 대로 고르고 순서를 맞춘 나만의 호: {total}건 중 {kept}건.",
        "나만의 호: {total}건 모두, 요청하신 순서로.",
        "전체 호",
    ),
    "zh": _Words(
        "您的专属版，按您的要求挑选和排序：{total}条中的{kept}条。",
        "您的专属版：全部{total}条，按您要求的顺序。",
        "完整的一期",
    ),
    "sv": _Words(
        "Din utgåva, vald och ordnad som du bad om: {kept} av {total} inslag.",
        "Din utgåva: alla {total} inslag, i den ordning du bad om.",
        "Hela numret",
    ),
}
_ENGLISH = "en"


def line_of(language: str, kept: int, total: int, address: str) -> str:
    """The line as Markdown, in `language` (BCP 47) or, where that has none, in English."""
    words = _WORDS.get(primary(language), _WORDS[_ENGLISH])
    said = words.fewer if kept < total else words.ordered
    return f"{said.format(kept=kept, total=total)} [{words.link}](<{address}>)"


def languages() -> tuple[str, ...]:
    """The languages that have a line of their own."""
    return tuple(_WORDS)
