"""How a correction of an issue is told, in the newsletter's own language. Pure.

To readers of the issue, and by the next one. English where a language is not known here.
"""

# ruff: noqa: RUF001  signs of other languages

from collections.abc import Mapping
from dataclasses import dataclass

from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class CorrectionWords:
    """The sentences of one language, as templates; `page` is a title, or `page` itself."""

    page: str  # what a page is called that has no title
    gone: str
    changed: str
    withdrawn: str
    retracted: str
    wrong: str  # an erratum, and one of an item
    in_item: str
    since: str  # what stands before it in the next issue

    def of_page(self, template: str, page: str, reason: str = "") -> str:
        """What became of a page."""
        told = template.format(page=page, reason=reason)
        return told[:1].upper() + told[1:]


_BY_LANGUAGE: Mapping[str, CorrectionWords] = {
    ENGLISH: CorrectionWords(
        page="the page at {address}",
        gone="{page} can no longer be opened: {reason}.",
        changed="{page} was changed: a passage that was quoted from it is not there any more.",
        withdrawn="{page} was withdrawn by its authors.",
        retracted="{page} was retracted.",
        wrong="“{wrong}” was wrong; right is “{right}”.",
        in_item="In “{item}”: {text}",
        since="Since issue {number}: ",
    ),
    "de": CorrectionWords(
        page="die Seite {address}",
        gone="{page} lässt sich nicht mehr öffnen.",
        changed="{page} wurde geändert: eine Stelle, die daraus zitiert war, steht dort nicht mehr.",
        withdrawn="{page} wurde von den Verfassern zurückgezogen.",
        retracted="{page} wurde widerrufen.",
        wrong="“{wrong}” war falsch; richtig ist “{right}”.",
        in_item="In “{item}”: {text}",
        since="Zu Ausgabe {number}: ",
    ),
    "es": CorrectionWords(
        page="la página {address}",
        gone="{page} ya no se puede abrir.",
        changed="{page} ha cambiado: un pasaje que se citó ya no está.",
        withdrawn="los autores han retirado {page}.",
        retracted="{page} ha sido objeto de retractación.",
        wrong="“{wrong}” era un error; lo correcto es “{right}”.",
        in_item="En “{item}”: {text}",
        since="Sobre el número {number}: ",
    ),
    "fr": CorrectionWords(
        page="la page {address}",
        gone="{page} ne s’ouvre plus.",
        changed="{page} a changé\u00a0: un passage qui en était cité n’y est plus.",
        withdrawn="les auteurs ont retiré {page}.",
        retracted="{page} a fait l’objet d’une rétractation.",
        wrong="“{wrong}” était faux\u00a0; il faut lire “{right}”.",
        in_item="Dans “{item}”\u00a0: {text}",
        since="À propos du numéro {number}\u00a0: ",
    ),
    "it": CorrectionWords(
        page="la pagina {address}",
        gone="{page} non si apre più.",
        changed="{page} non dice più lo stesso: un passo che era citato non c’è più.",
        withdrawn="gli autori hanno ritirato {page}.",
        retracted="{page} è stato oggetto di ritrattazione.",
        wrong="“{wrong}” era sbagliato; è corretto “{right}”.",
        in_item="In “{item}”: {text}",
        since="Sul numero {number}: ",
    ),
    "nl": CorrectionWords(
        page="de pagina {address}",
        gone="{page} is niet meer te openen.",
        changed="{page} is gewijzigd: een passage die eruit was geciteerd, staat er niet meer.",
        withdrawn="{page} is door de auteurs ingetrokken.",
        retracted="{page} is teruggetrokken.",
        wrong="“{wrong}” was onjuist; juist is “{right}”.",
        in_item="In “{item}”: {text}",
        since="Over nummer {number}: ",
    ),
    "pl": CorrectionWords(
        page="strona {address}",
        gone="{page}: tego nie da się już otworzyć.",
        changed="{page}: treść zmieniono i fragmentu, który cytowaliśmy, już tam nie ma.",
        withdrawn="{page}: autorzy to wycofali.",
        retracted="{page}: ogłoszono retrakcję.",
        wrong="“{wrong}” to błąd; poprawnie jest “{right}”.",
        in_item="W “{item}”: {text}",
        since="Do numeru {number}: ",
    ),
    "pt": CorrectionWords(
        page="a página {address}",
        gone="já não é possível abrir {page}.",
        changed="{page} mudou: uma passagem que foi citada já não está lá.",
        withdrawn="os autores retiraram {page}.",
        retracted="{page} foi objeto de retratação.",
        wrong="“{wrong}” estava errado; o correto é “{right}”.",
        in_item="Em “{item}”: {text}",
        since="Sobre a edição {number}: ",
    ),
    # Behind an address stands a space: no mail program takes more for it.
    "ja": CorrectionWords(
        page="ページ {address} ",
        gone="{page}は開けなくなりました。",
        changed="{page}は変更され、引用した箇所がなくなりました。",
        withdrawn="{page}は著者により取り下げられました。",
        retracted="{page}は撤回されました。",
        wrong="“{wrong}”は誤りで、正しくは“{right}”です。",
        in_item="“{item}”の項で、{text}",
        since="第{number}号について：",
    ),
    "ko": CorrectionWords(
        page="{address} 페이지",
        gone="{page}: 더 이상 열리지 않습니다.",
        changed="{page}: 내용이 바뀌어 인용한 대목이 더 이상 없습니다.",
        withdrawn="{page}: 저자가 철회했습니다.",
        retracted="{page}: 게재가 철회되었습니다.",
        wrong="“{wrong}”은(는) 잘못이며 “{right}”이(가) 맞습니다.",
        in_item="“{item}”에서: {text}",
        since="제{number}호에 대해: ",
    ),
    "zh": CorrectionWords(
        page="网页 {address} ",
        gone="{page}已无法打开。",
        changed="{page}已更改，曾被引用的段落不复存在。",
        withdrawn="{page}已被作者撤回。",
        retracted="{page}已被撤稿。",
        wrong="“{wrong}”有误，正确的是“{right}”。",
        in_item="“{item}”一条中，{text}",
        since="关于第{number}期：",
    ),
}
# What stands before a correction in an issue, in any of the languages.
SINCE = tuple(each.since for each in _BY_LANGUAGE.values())


def correction_words_of(language: str) -> CorrectionWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
