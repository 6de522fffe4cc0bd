"""Which kind of bounce a server's words and codes mean. Pure.

Words come before codes: servers reuse a few codes for everything.
"""

import re
from enum import StrEnum

# What stands behind that repeats itself.
LONGEST = 2000


class Kind(StrEnum):
    """What a failure says about the address, or about us."""

    HARD = "hard"  # the address does not exist, or never will again
    SOFT = "soft"  # it may work later: full, away, too slow, too big
    BLOCK = (
        "block"  # they do not want this letter or its sender; the address may be good
    )
    COMPLAINT = "complaint"  # its owner called the letter spam
    NONE = "none"  # delivered, or only delayed: nothing failed for good


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# In the order in which they are asked; the first that speaks decides.
ROUND_AND_ROUND = _words(r"hop count|too many hops|(?:mail|routing|forwarding) ?loop")
PROGRAM = _words(r"^.{0,20}pipe to \|")
HEADERS = _words(r"headers? (?:is |are )?too (?:large|long|big)|protocol violation")
FULL = _words(
    r"(?:mail ?)?box (?:is |has been |currently )?(?:full|over)", r"over ?quota",
    r"quota (?:\w+ )?exceed", r"exceed\w* (?:\S+ ){0,4}(?:quota|storage|mailbox size)",
    r"out of (?:storage|disk) space|insufficient (?:disk|system) (?:space|storage)",
    r"mailbox (?:size )?(?:limit|storage)", r"user (?:is )?over (?:the )?quota",
    r"storage (?:space|quota)", r"disk quota", r"enough (?:\w+ )?space|over (?:the |its |their )?(?:\w+ )?quota",
    r"account (?:is )?(?:exceeding|full)", r"user.s inbox is out", r"too much mail data",
    r"maildir .{0,30}(?:over|full)", r"mail ?folder .{0,20}full", r"le compte .{0,30}plein",
)  # fmt: skip
BIG = _words(
    r"message (?:size |is |was )?(?:\w+ )?(?:too (?:big|large)|exceed)", r"too large",
    r"(?:maximum|max) (?:\w+ )?(?:message )?size", r"message size limit", r"line too long",
    r"message length exceeds", r"(?:size|line) limit exceeded", r"size (?:\w+ )?exceeds",
)  # fmt: skip
MOVED = _words(
    r"(?:has|have) moved", r"address (?:has )?changed", r"no longer (?:at|with|works)",
    r"mailbox (?:has )?moved", r"replaced by",
)  # fmt: skip
SUSPENDED = _words(
    r"(?:account|mailbox|user|recipient|address)\b.{0,40}(?:suspend|disabled|inactive"
    r"|deactivat|\blocked|frozen|blocked temporar|not active|dormant|expired account)",
    r"(?:suspended|disabled|inactive|deactivated|\blocked) (?:account|mailbox|user|recipient)",
    r"is (?:currently )?(?:suspended|inactive)", r"not being accepted .{0,30}suspen",
    r"user (?:has )?not .{0,12}active", r"(?:account|mailbox)\b.{0,40}\bblocked", r"temporarily (?:locked|disabled|suspended)",
)  # fmt: skip
SENDER = _words(
    r"sender (?:address |domain |\S+@\S+ )?(?:\S+ )?(?:reject|denied|not|unknown|invalid|is on"
    r"|verif|must|does)", r"(?:from|sender) (?:address|domain)",
    r"domain of sender|sender\b.{0,40}\bhas no", r"sender.{0,40}(?:not exist|does not resolve|blacklist|blocked"
    r"|listed|bad|refused|unverified)", r"envelope (?:sender|from)", r"return(?:ed)? address",
    r"your (?:e?mail )?(?:address|domain) (?:is|has|was|does)", r"null sender",
    r"(?:after|reply to|in response to) (?:the )?mail from", r"from: domain is",
    r"mail from \S+ (?:rejected|denied|not allowed)", r"reverse-path", r"empty envelope",
)  # fmt: skip
AUTHENTICATION = _words(
    r"\b(?:SPF|DKIM|DMARC|ARC)\b|dmarc", r"unauthenticated (?:e?mail|sender)",
    r"authentication (?:checks?|result|information|fail|required)", r"sender policy",
    r"not (?:properly )?authenticated|requires? authentication|turn on smtp auth",
)  # fmt: skip
REVERSE = _words(
    r"\bPTR\b", r"reverse (?:dns|host|lookup|hostname|name|ip)", r"rdns", r"cannot find your",
    r"(?:resolve|find|verify) your (?:ip|host|reverse)", r"no (?:reverse|name for)",
    r"client host(?:name)?.{0,30}(?:cannot|not found|unknown)", r"domain name mismatch",
)  # fmt: skip
BLOCKED = _words(
    r"(?:black|block|deny|reputation).?list", r"listed (?:at|in|on|by)", r"spamhaus|sorbs"
    r"|spamcop|barracuda(?:central)?|dnsbl|\brbl\b|cbl\b|senderbase|cloudmark",
    r"\bspam\b|junk|unsolicited|\bUBE\b|\bUCE\b|bulk (?:e?mail|sender)",
    r"\bvirus|malware|phish|infected|forbidden attachment", r"reputation",
    r"(?:banned|blocked|refused|denied|rejected|prohibited)\b.{0,60}(?:content|policy|polic"
    r"|security|reputation|by (?:our|the)|your (?:ip|host|mail|message|server)|client|ip\b"
    r"|from your|access|message content|filter)",
    r"(?:ip|host|client|server|network|connections?|domain|message|mail|content|access)\b"
    r".{0,60}(?:blocked|banned|denied|refused|rejected|prohibited|not allowed|not permitted"
    r"|restricted)",
    r"access denied", r"policy", r"not (?:be )?accepted (?:for|due)", r"administrative"
    r"ly? prohibit|administrator.{0,20}(?:blocked|reject)", r"security (?:reason|polic|problem"
    r"|level|violation)", r"content (?:reject|filter|restrict)", r"suspicious|abus(?:e|ive)",
    r"relay(?:ing)? (?:access )?(?:denied|not|prohibited|is not)|unable to relay|not (?:a )?"
    r"(?:valid |permitted to )?relay|we do not relay|no relay|open relay",
    r"rfc ?\d{4}|not rfc|(?:missing|duplicate|invalid|bad|malformed|multiple).{0,20}"
    r"(?:header|from:|date|subject|message-id)", r"message (?:has been |was )?rejected",
    r"greet|(?:invalid|bad|reject\w*|unknown)\W.{0,40}\b(?:helo|ehlo)\b"
    r"|\b(?:helo|ehlo)\b.{0,40}(?:reject|invalid|requir|not|fail|denied|refus|match|must)", r"you (?:are|may) not (?:allowed|send)",
    r"not authori[sz]ed", r"go away|no mail\b(?![ -]?box)|not accepting mail|requires confirmation|white ?list|as a relay|allowed to relay", r"rejected by", r"anti.?spam|antivirus",
    r"tls (?:is )?required|must issue a starttls|encryption (?:is )?(?:needed|required)",
    r"rejected (?:due|because|for)", r"filter(?:ed|s)?\b", r"\bblock(?:ed|ing)?\b",
    r"dynamic (?:ip|address)|residential|dial.?up", r"not (?:on|in) .{0,20}(?:white|allow)",
)  # fmt: skip
UNKNOWN = _words(
    r"(?:user|recipient|mailbox|account|addressee|address|person|alias|name|rcpt|inbox"
    r"|party|customer)s?\b.{0,60}(?:unknown|not (?:be )?(?:found|exist|known|valid|listed"
    r"|here|local|recogni[sz]|our|a (?:known|valid|local))|n.t (?:exist|have|found)|doesn"
    r"|does not|no longer|unavailable|invalid|isn.t|not available|undeliverable|nonexist"
    r"|non-exist|not (?:in|on) )",
    r"(?:unknown|invalid|no such|nonexistent|non-existent|bad|unrouteable|unroutable"
    r"|illegal|malformed|undefined|unrecogni[sz]ed|not a valid|not a known|no)[\s_]+(?:\w+[ -]){0,3}"
    r"(?:user|recipient|mailbox|account|address|alias|local part|person|addressee|inbox"
    r"|destination|mail ?drop|forward path)",
    r"(?:does not|doesn.?t) (?:exist|have an? (?:\S+ )?account)",
    r"no mail[ -]?box|cannot deliver mail for|undeliverable address|mailbox name not"
    r"|recipient (?:address )?(?:denied|unrecogni[sz]ed)", r"no (?:such|account|one) (?:\w+ )?(?:here|by that|with|for|named)",
    r"this (?:user|account|address|email|mailbox) (?:does|is not|doesn)", r"unknown local.?part",
    r"can'?t (?:find|create|locate)|cannot (?:find|locate) (?:the )?(?:recipient|user)",
    r"email address could not be found|address (?:you entered )?couldn.?t be found",
    r"(?:no|not a) local (?:mailbox|user)|not listed in|user_?unknown|nosuchuser|no such",
    r"mailbox unavailable", r"inexist|inconnu|destinataire|n'existe", r"unbekannt",
    r"not (?:a )?(?:our )?customer", "見つかりません|にありません",
    r"5\.1\.0 address rejected",
    r"(?:recipient|rcpt).{0,30}rejected: access denied",
    r"vrfy|not our (?:user|customer)|delivery not allowed to non.?local",
    r"isn.t a valid|is not a valid|wasn.t found|was not found|not found at|is unknown",
    r"check (?:if|that|whether) (?:the )?(?:e?-?mail )?address is correct",
    r"not configured to receive|recipnotfound|recipientnotfound|could not be found|user doesn|email name is not",
)  # fmt: skip
NO_HOST = _words(
    r"host(?:name)? (?:\S+ )?(?:unknown|not found|lookup)", r"(?:unknown|no such) (?:host|domain)",
    r"domain (?:\S+ )?(?:not found|does not exist|is invalid|unknown|doesn|name not found"
    r"|couldn.t be found|isn)", r"name or service not known", r"nxdomain|no (?:mx|a record|dns)",
    r"(?:couldn.?t|could not|cannot|unable to) (?:find|locate|resolve|look ?up)\b.{0,40}(?:host"
    r"|domain|mx|exchanger|address)", r"domain.{0,60}(?:couldn.?t be found|not exist)",
    r"domain is not reachable|null ?mx|does not accept (?:e?mail|messages)|no valid (?:mx|hosts?|mail ?(?:server|exchang))"
    r"|unrouteable mail domain|illegal host/domain", r"all relevant mx records point to non",
    r"address lookup .{0,60}failed|dns (?:error|lookup).{0,60}(?:not found|no such|nxdomain)",
    r"does not (?:appear to )?(?:have|accept) (?:any )?(?:mail|mx)", r"smtp protocol returned"
    r" a permanent error .{0,20}dns", r"bad destination (?:system|mailbox)|domain name not",
)  # fmt: skip
NO_NAME = _words(r"domain name not found|nxdomain")
LISTS = _words(
    r"spamhaus|sorbs|spamcop|barracuda(?:central)?|dnsbl|\brbl\b|cbl\b|senderbase"
    r"|cloudmark|sender\.office\.com|postmaster\.(?:verizonmedia|yahooinc|aol)"
)
TOO_FAST = _words(
    r"frequency limited|too many (?:connections|messages|recipients|concurrent|sessions"
    r"|e?mails|smtp)|rate limit|exceeded .{0,30}(?:connections|rate|limit)|concurren"
    r"|too (?:fast|frequent)|limit on the number|throttl|receiving mail (?:at a rate|too)"
    r"|sending (?:quota|limit|rate)"
)
AWAY = _words(
    r"(?:message|envelope) expired|try again|(?:temporary|transient)"
    r" (?:\w+ )?(?:lookup|dns|name)|servfail|connection (?:was |has been )?(?:refused|reset|timed|lost|dropped"
    r"|closed|died)|lost connection|have been failing for|operation timed out|could not deliver for|giving up"
)
NAMES_AWAY = _words(
    r"(?:host|domain) not found,? try again|malformed or unexpected name server"
    r"|name service error .{0,80}(?:try again|malformed)"
)
REFUSED = _words(
    r"refused to talk to me|not accepting connections|messages? from .{0,40}(?:weren.t"
    r"|were not|temporarily deferred)|mismatches client|not configured to relay"
    r"|purported responsible|callback (?:setup )?fail|resolver\.rst\.\w*(?:auth|restrict)"
    r"|unexpected volume|user complaints|due to ip reputation|service refuse"
    r"|allowed rcpthosts|your ip\b.{0,40}\blist|ask your postmaster|my name was rejected|invalid ip for sending"
    # In every language the notice of a group of Google's names this page.
    r"|groups\.google\.com/support"
)


# Said where nothing else is: the recipient itself was the reason.
REJECTED = _words(
    r"recipient (?:address )?rejected|(?<!sender )address rejected|<> rejected\s*$"
)
NO_MAIL = _words(
    r"(?:host|domain) (?:\S+ )?does(?:n.t| not) (?:accept|receive) (?:e?mail|messages)"
    r"|null ?mx|indicated no smtp service",
    # RFC 7504: this host, or this domain, takes no mail at all.
    r"(?<![\d.])5(?:21|56)[ -]\s*\(?#?5\.3\.2",
)
# Codes that only policy uses (https://www.iana.org/assignments/smtp-enhanced-status-codes):
# authentication, reverse names and the large providers' own.
POLICY_CODE = re.compile(r"^[45]\.7\.(?:[89]|[1-9]\d+)$")


def kind_of(status: str, text: str, action: str = "", around: str = "") -> Kind:
    """The kind of a failure, from its enhanced status code and the server's words.

    `around` is asked where neither `text` nor a telling code says anything.
    """
    if action in ("delivered", "relayed", "expanded", "deliverable"):
        return Kind.NONE
    text, around = text[:LONGEST], around[:LONGEST]
    code = status or _code_in(text)
    if code.startswith("2"):
        return Kind.NONE
    kind = _told(code, text)
    # A 4 with a meaning is meant; for 4.0.0 the prose may say more.
    if kind is None and around and not re.match(r"4\..*[1-9]", code):
        kind = _told(code or _code_in(around), around)
        if kind is Kind.HARD and code.startswith("4"):
            return Kind.SOFT
    return kind or Kind.SOFT


def _told(code: str, text: str) -> Kind | None:
    """What words and code tell; last of all that the recipient was refused."""
    kind = _by_words(code, text) or _by_code(code)
    is_refused = not code.startswith("4") and REJECTED.search(_without_names(text))
    return kind or (Kind.HARD if is_refused else None)


def told(text: str) -> Kind | None:
    """What the server's words and code tell; None where they tell nothing."""
    return _told(_code_in(text[:LONGEST]), text[:LONGEST])


def _code_in(text: str) -> str:
    """The first code of a failure in `text`, an SMTP reply's as an enhanced one.

    A transcript quotes what went well, too: that counts only where nothing failed.
    """
    for enhanced, reply in ((r"[45]", r"([45])([0-57])(\d)"), ("2", r"(2)(5)(\d)")):
        found = re.search(
            rf"(?<![\d.])({enhanced}\.\d{{1,2}}\.\d{{1,3}})(?![\d.])", text
        )
        if found:
            return found[1]
        found = re.search(rf"(?<![\d.]){reply}(?![\d.])(?=[ -])", text)
        if found:
            return f"{found[1]}.0.{found[2]}{found[3]}"
    return ""


def _by_words(code: str, text: str) -> Kind | None:
    is_else = FULL.search(text) or SUSPENDED.search(text) or NO_MAIL.search(text)
    if POLICY_CODE.search(code) and not is_else:
        return Kind.BLOCK
    if (LISTS.search(text) or REFUSED.search(text)) and not FULL.search(text):
        return Kind.BLOCK
    text = _without_names(text)
    # That they refused the recipient says nothing yet about why.
    bare = REJECTED.sub(" ", text)
    for kind, pattern in (
        (Kind.SOFT, PROGRAM),
        (Kind.SOFT, FULL),
        (Kind.BLOCK, HEADERS),
        (Kind.SOFT, BIG),
        (Kind.BLOCK, AUTHENTICATION),
        (Kind.SOFT, TOO_FAST),
        (Kind.SOFT, SUSPENDED),
        (Kind.SOFT, NAMES_AWAY),
        (Kind.HARD, NO_MAIL),
        (Kind.HARD, NO_NAME),
        (Kind.HARD, MOVED),
        (Kind.BLOCK, SENDER),
        (Kind.HARD, UNKNOWN),
        (Kind.SOFT, ROUND_AND_ROUND),
        (Kind.BLOCK, REVERSE),
        (Kind.HARD, NO_HOST),
        (Kind.SOFT, AWAY),
        (Kind.BLOCK, BLOCKED),
    ):
        if pattern.search(text if pattern is UNKNOWN else bare):
            if pattern is SUSPENDED and code.endswith(".1.1"):
                return Kind.HARD
            # A name that cannot be found now may be found later, a 4 says.
            is_passing = pattern in (NO_HOST, NO_NAME) and code.startswith("4")
            return Kind.SOFT if is_passing else kind
    return None


def _without_names(text: str) -> str:
    """`text` without links, addresses and host names: words in them say nothing."""
    text = re.sub(r"https?://\S+", "link", text)
    text = re.sub(r"[^\s<>@:;,]+@[^\s<>@:;,]+", "<>", text)
    text = re.sub(r"\b(?:[\w-]+\.)+[a-z]{2,}\b", "host", text, flags=re.IGNORECASE)
    # IronPort's own words for its code, before those of the other server.
    return re.sub(r"(?i)5\.1\.0 - unknown address error", "", text)


def _by_code(code: str) -> Kind | None:
    """What a code says by itself; many servers use the others for everything."""
    number, _, subject_detail = code.partition(".")
    if subject_detail in ("1.1", "1.2", "1.3", "1.6", "1.10", "4.4"):
        return Kind.SOFT if number == "4" else Kind.HARD
    if subject_detail.startswith(("6.", "7.")) or subject_detail in ("1.7", "1.8"):
        return Kind.BLOCK
    return Kind.SOFT if subject_detail.startswith(("2.", "3.")) else None
