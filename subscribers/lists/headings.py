"""CSV headings of other systems' exports: which column says who may be written to. Pure.

A heading that may forbid letters and is not understood stops the import: BadSheet asks
what it means.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from subscribers.lists.table import BadSheet


class Membership(IntEnum):
    """How an address stood in the other system; of two the higher one holds."""

    SUBSCRIBED = 0
    PAUSED = 1  # wants no letters for now
    PENDING = 2  # never confirmed
    LEFT = 3
    SUPPRESSED = 4  # its operator would not write to it
    BOUNCED = 5
    COMPLAINED = 6


# As an operator names them.
STANDINGS = {one.name.lower(): one for one in Membership if one}


class Says(StrEnum):
    """What the cells of a column say."""

    ADDRESS = "address"
    STATUS = "status"  # a word; one that is not known skips the row
    LOOSE = "loose"  # a word of any kind: only one that forbids a letter counts
    TAGS = "tags"  # the same, and its words become tags here
    GONE = "gone"  # a moment, a yes or a reason: whoever has one is gone
    NEEDED = "needed"  # a no here forbids; a moment or a yes does not
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column says, and how somebody stands of whom it says so."""

    says: Says
    standing: Membership = Membership.SUBSCRIBED
    # An operator told it: then a blank is a no where a yes is needed.
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column that counts, by its position."""

    at: int
    meaning: Meaning


def _under(meaning: Meaning, names: str) -> dict[str, Meaning]:
    return dict.fromkeys((name.strip() for name in names.split(",")), meaning)


GONE, NEEDED = Says.GONE, Says.NEEDED
LEFT, SUPPRESSED = Membership.LEFT, Membership.SUPPRESSED
NOTHING = Meaning(Says.NOTHING)
# Written small, with single spaces for every other sign. Of Mailchimp, Mailman, phpList,
# Sendy, listmonk, Ghost, Substack, Buttondown, beehiiv, Kit, MailerLite, Brevo,
# ActiveCampaign, Campaign Monitor, AWeber, Mailjet, CleverReach, Mailgun, and our own.
KNOWN: Mapping[str, Meaning] = {
    **_under(Meaning(Says.ADDRESS),
        "address, email, e mail, mail, email address, e mail address, e mail adresse,"
        "subscriber, subscriber email, email id, contact email, email addr,"
        "adresse e mail, adresse mail, adresse électronique, courriel, correo,"
        "correo electrónico, dirección de correo electrónico, indirizzo email,"
        "indirizzo e mail, e mailadres, emailadres, mailadres, adres e mail, adres email,"
        "endereço de e mail, endereço de email, correio eletrônico, メールアドレス, メール,"
        "이메일, 이메일 주소, 메일 주소, 邮箱, 电子邮箱, 电子邮件, 邮箱地址"),
    **_under(Meaning(Says.STATUS),
        "status, state, subscription status, email status, email marketing status,"
        "subscriber status, contact status, member status, list status, stop status,"
        "delivery status, subscriber state, email subscription status, global status,"
        "subscription state, account status, email permission status"),
    **_under(Meaning(Says.LOOSE), "type, subscriber type, kind, note, notes"),
    **_under(Meaning(Says.TAGS), "tags, tag, labels, label"),
    **_under(Meaning(NEEDED, LEFT),
        "subscribed, is subscribed, subscribed to emails, email subscribed, active, is active,"
        "enabled, is enabled, email enabled, accepts marketing, accepts email marketing,"
        "email marketing consent, consent, marketing consent, permission, email permission,"
        "newsletter subscribed, can email, email opt in, optin, opt in, opted in"),
    **_under(Meaning(NEEDED, Membership.PENDING),
        "confirmed, is confirmed, email confirmed, verified, is verified, email verified,"
        "is this subscriber confirmed, is this user confirmed, activated"),
    **_under(Meaning(GONE, LEFT),
        "left at, unsubscribed, unsubscribed at, unsubscribed on, unsubscribe date,"
        "unsubscribe time, unsubscribed date, date unsubscribed, unsubscription date,"
        "unsubscribed from emails, unsubscribed from all, is unsubscribed, has unsubscribed,"
        "unsub, unsub time, unsub date, unsub reason, unsub reason other, unsub campaign title,"
        "unsub campaign id, unsubscribed from all email, deactivated, deactivated at,"
        "is this account disabled, is this subscriber disabled,"
        "unsubscribe reason, unsubscribed reason, unsubscription reason, unsubscribe campaign,"
        "optout, opt out, opted out, optout time, opt out time, optout date, opt out date,"
        "is opted out, has opted out of email, email opt out, email disabled, disabled,"
        "is disabled, deleted, is deleted, deleted at, deleted on, removed, removed at, stop time,"
        "stopped at, cancelled at, canceled at, email cancelled, left list at, erased at,"
        "do not email, do not mail, do not contact, do not send, no email, no mail"),
    **_under(Meaning(GONE, Membership.PAUSED), "nomail, paused, is paused, snoozed, vacation"),
    **_under(Meaning(GONE, Membership.PENDING),
        "unconfirmed, is opt in pending, opt in pending, is optin pending, pending,"
        "bounce soft, bounced soft"),
    **_under(Meaning(GONE, SUPPRESSED),
        "blacklisted, is blacklisted, blacklisted at, email blacklisted, blocklisted,"
        "email blocklisted, blocked, is blocked, blocked at, suppressed, is suppressed,"
        "suppressed at, excluded, is excluded, is excluded from campaigns,"
        "excluded from campaigns, banned, is banned, blacklist, blocklist, email blacklist,"
        "email blocklist, is this subscriber blacklisted, is this user blacklisted"),
    **_under(Meaning(GONE, Membership.BOUNCED),
        "bounced, is bounced, bounced at, bounced on, bounced date, bounce date, date bounced,"
        "hard bounce, hard bounced, hard bounced at, hard bounces, bounce reason, bounce type,"
        "clean time, cleaned, cleaned at, cleaned time, clean campaign title, clean campaign id,"
        "undeliverable, email hard bounce reason,"
        "undeliverability date, undeliverability reason, invalid, is invalid, bounced hard"),
    **_under(Meaning(GONE, Membership.COMPLAINED),
        "complained, complained at, complaint, complaint date, is spam complaining,"
        "spam complaint, spam complaints, marked as spam, spam, abuse, spam at"),
    # They sound as if they forbade something, and do not.
    **_under(NOTHING,
        "active subscription, cancel date, churn date, bounce count, bounces, soft bounces,"
        "soft bounced, soft bounce, subscriber id, subscription id, subscription tier,"
        "subscription type, subscription source, subscribed via, subscription url,"
        "emails delivered, delivered count, email delivered, delivered, double opt in,"
        "consent wording, confirmed by, status at, bestseller, digest, digest enabled,"
        "delivery mode, digest mode, complimentary plan, last activity, activity, consent to track,"
        "activation date, activation code, state code, state province, marketing source,"
        "stripe subscription id, subscription interval, subscriptions, subscription,"
        "sms blacklisted, sms blocklisted, whatsapp blacklisted, whatsapp blocklisted,"
        "sms marketing consent, exclusion from campaigns updated at, send this subscriber html"
        " emails, number of bounces, number of bounces on this subscriber, subscribe page,"
        "which page was used to subscribe, did this subscriber manually confirm,"
        "did this user manually confirm, number of bounces on this user, emails dropped"),
}  # fmt: skip
# When somebody came, from where, by which form: no letters are forbidden by that.
COMING = re.compile(
    r"(?!.*(?:un|not|de)[ -]?(?:sub|conf|act|ver))(?:subscri\w*|opt ?in|optin|confirm\w*"
    r"|consent|active|activ\w+|last active|gdpr|verif\w+|deliver\w*) (?:at|on|date|time|ip|id"
    r"|ip address|timestamp|source|url|form|page|method|wording|country|region|tier|plan"
    r"|text|language|referrer|campaign|via|by)$"
    r"|(?:date|time|last|first) (?:subscribed|active|confirmed|opted in|delivered|opt in)$"
)
# Parts of words that forbid, in the languages of the systems' makers and users.
FORBIDDING = re.compile(
    r"un ?sub|opt(?:ed)? ?out|optout|bounc|clean|complain|complaint|spam|abus|junk|bloc|block|black"
    r"|suppr|disab|inactiv|exclu|stop|delet|remov|cancel|churn|undeliv|invalid|\bleft\b|leav"
    r"|withdr|revok|banned|\bdo not\b|\bdnc\b|nomail|no mail|status|\bstate\b|activ|subscri"
    r"|opt ?in|optin|confirm|consent|permission|eras|gdpr|dsgvo|rgpd|marketing|forg[eo]t|dead"
    r"|\bgone\b|paus|\bhold|\bheld|snooz|mute|verif|deliver|reject|refus|quit|exit|resign|ban\b"
    r"|\berrors?\b|\breason|aktiv|abonn?|bloqu|blokk|blockier|spärr"
    r"|abgemeld|abmeld|angemeld|bestätig|gesperr|ausgetr|gelöscht|widerruf|einwillig|zustell"
    r"|beschwer|kündig|désinscri|desinscri|statut|consentement|actif|rebond|plainte|refus"
    r"|estado|\bbaja|suscri|rebot|consentim|activo|descadastr|assina|situaç|inscri|cancelad"
    r"|\bstato\b|iscri|cancellat|consenso|attiv|rimoss|rimbalz|bloccat"
    r"|afgemeld|afmeld|aangemeld|uitgeschr|ingeschr|toestemm|geblokk|bevestig|actief|ativo"
    r"|odhl|potvr|zruš|wypis|zablok|aktywn|subskr|potwierdz|usuni|avmeld|afmeldt|frameld|tilmeld"
    r"|avregistr|prenumer|borttag|avslut|tilaus|peruut|poistet|estet|iptal|engel|leirat|feliratk"
    r"|tilt|töröl|διαγραφ|εγγραφ|κατάστασ|ενεργ|статус|підпис|подпис|отпис|відпис|заблок|удал"
    r"|видал|активн|подтвер|согла|購読|登録解除|解約|退会|配信|停止|不達|同意|状態|状态|退订|订阅|退信"
    r"|投诉|黑名单|解除|구독|수신|상태|해지|반송|اشتراك|الحالة|סטטוס|הסר",  # noqa: RUF001  of other scripts
    re.IGNORECASE,
)


# Of a file whose name says that those in it are gone.
OF_THE_GONE = re.compile(
    r"un-?_?sub|opt-?_?out|bounce|clean|suppress|complain|spam|black|block|delet|remov",
    re.IGNORECASE,
)


def name_of(heading: str) -> str:
    """`heading` as it stands in `KNOWN`: small, its signs and humps made spaces."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", heading)
    return " ".join(re.sub(r"[\W_]+", " ", parted.casefold()).split())


def columns(
    headings: Sequence[str], told: Mapping[str, Meaning] | None = None
) -> list[Column]:
    """The columns that count, the one with the addresses first; empty without one.

    `told` is what an operator says of headings, by name. Raises BadSheet where one may
    forbid letters and nobody says what it means.
    """
    told = told or {}
    found, asked = [], []
    for at, heading in enumerate(headings):
        name = name_of(heading)
        meaning = told.get(name) or KNOWN.get(name)
        if meaning is None and FORBIDDING.search(name) and not COMING.match(name):
            asked.append(heading)
        elif meaning is not None and meaning.says is not Says.NOTHING:
            found.append(Column(at, meaning))
    if not any(one.meaning.says is Says.ADDRESS for one in found):
        return []
    if asked:
        first = asked[0][:60]
        raise BadSheet(
            f"Nobody knows what the heading {first!r} means, and it may say who must not "
            "be written to.",
            f'Say it: --column "{first}=nothing" if it forbids no letter, '
            f'--column "{first}=status" if its words are statuses, --column '
            f'"{first}=needed" if only who has a date or a yes there may be written to, '
            "or, of whom a date, a yes or a reason stands there: left, bounced, "
            "complained, suppressed, paused or pending.",
        )
    return sorted(found, key=lambda one: one.meaning.says is not Says.ADDRESS)


def meaning_of(word: str) -> Meaning:
    """What an operator says of a column; raises BadSheet where that is not known."""
    if word == Says.NOTHING:
        return NOTHING
    if word == Says.STATUS:
        return Meaning(Says.STATUS)
    if word == Says.TAGS:
        return Meaning(Says.TAGS)
    if word == Says.NEEDED:
        return Meaning(Says.NEEDED, Membership.LEFT, is_told=True)
    if word in STANDINGS:
        return Meaning(Says.GONE, STANDINGS[word])
    known = ", ".join(["nothing", "status", "tags", "needed", *STANDINGS])
    raise BadSheet(f"No column can be {word!r}; known are {known}.")


def words_of(
    headings: Sequence[str], told: Mapping[str, Meaning] | None = None
) -> list[tuple[str, str]]:
    """Each heading with what it is taken to say, in a word; empty: nobody knows."""
    told = told or {}
    said = []
    for heading in headings:
        name = name_of(heading)
        meaning = told.get(name) or KNOWN.get(name)
        if meaning is not None:
            said.append((heading, _word_of(meaning)))
        else:
            is_open = FORBIDDING.search(name) and not COMING.match(name)
            said.append((heading, "" if is_open else "nothing"))
    return said


def _word_of(meaning: Meaning) -> str:
    match meaning.says:
        case Says.GONE:
            return meaning.standing.name.lower()
        case Says.LOOSE:
            return Says.NOTHING.value
    return meaning.says.value
