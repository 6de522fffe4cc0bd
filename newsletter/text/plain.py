"""Text without LaTeX, Markdown and HTML: the words to show, never the quote. Pure."""

import html
import re
import unicodedata

_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303",
    "c": "\u0327", "v": "\u030c", "=": "\u0304", ".": "\u0307",
}  # fmt: skip
_ACCENT = re.compile(r"\\([\'`^\"~=.]|[cv](?=\{))\{?\\?([A-Za-z])\}?")
_SYMBOLS = {
    "times": "×", "approx": "≈", "sim": "~", "pm": "±", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "to": "→", "rightarrow": "→", "alpha": "α", "beta": "β",
    "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "lambda": "λ",
    "mu": "μ", "pi": "π", "sigma": "σ", "tau": "τ", "theta": "θ", "infty": "∞",
    "ldots": "…", "dots": "…", "cdot": "·", "ell": "ℓ", "ll": "≪", "gg": "≫",
    "uparrow": "↑", "downarrow": "↓", "kappa": "κ", "phi": "φ", "rho": "ρ",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "omega": "ω", "neq": "≠", "in": "∈", "circ": "°",
    "deg": "°", "dagger": "†", "log": "log ", "ln": "ln ",
}  # fmt: skip
_SYMBOL = re.compile(r"\\([A-Za-z]+)(?![A-Za-z])\s?")
_GONE = re.compile(r"\\(?:cite[a-z]*|ref|label|footnote|vspace|hspace)\*?\{[^{}]*\}")
_WRAPPER = re.compile(r"\\(?:[a-zA-Z]+)\*?\{([^{}]*)\}")
_SWITCH = re.compile(r"\{?\\(?:em|it|bf|tt|sc|rm|sf|small|large)\b\s*([^{}]*)\}?")
# Not the two dollars of "from $5 to $6": https://pandoc.org/MANUAL.html#math
_FORMULA = re.compile(
    r"\$(?!\s)([^$]{1,60})(?<!\s)\$(?=(\d?))|\$\s?([A-Za-z][\w-]*)\s?\$"
)
# "A$^*$" before Markdown is read, in which two of them set what is between in italics.
_STARRED = re.compile(r"\$\^\{?\*\}?\$")
_SUPERSCRIPT = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")
_LATEX_LEFT = re.compile(
    r"\\[A-Za-z]+|\\\W|[\^_]\{|\$(?=[^\s\d$])[^$]*[^\s$]\$|[{}]|(?<=[\w)])\^(?=\S)"
)

_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_MARKDOWN_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|___|__|(?<!\w)_)(?=\S)(.+?)(?<=\S)\1(?!\w)")
# "[[Kettle (tea)|kettle]]", "| --- |".
_WIKI_OR_TABLE = re.compile(r"\[\[[^\[\]]{1,80}\|[^\[\]]{1,80}\]\]|\| ?:?-{3,}|-{4,}")
# Within a word too: "**M**odel".
_STRONG = re.compile(r"\*\*(?=\S)([^*\n]{1,200}?)(?<=\S)\*\*")
_CODE = re.compile(r"`+([^`]+)`+")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
# A footnote's mark behind a word; behind a figure it is an exponent.
_EXPONENT = re.compile(r"(?<=[\d)])<sup>\s*([\d+n-]{1,4})\s*</sup>", re.IGNORECASE)
_FOOTNOTE = re.compile(
    r"<sup>[^<]{0,12}(?:<a\b[^>]*>[^<]{0,12}</a>)?\s*</sup>", re.IGNORECASE
)
_RAISED_MARK = re.compile(
    r"((?<![A-Za-z])[a-z]{4,}|(?<=[a-z])[.,;:”)])[¹²³⁴⁵⁶⁷⁸⁹⁰]+(?=[\s.,;:)—–]|\Z)"
)
_POWER = re.compile(r"(?<=[\w)])\^(-?\d{1,3}|n)(?![\w^])")
_REFERENCE_MARK = re.compile(r"\s?\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
_ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|ai|dev)/\S+"
)


def clean(text: str) -> str:
    """The words of a passage without LaTeX, Markdown and HTML, on one line."""
    if "<" in text or "&" in text:
        text = _EXPONENT.sub(_raised, html.unescape(text))
        text = _TAG.sub("", _FOOTNOTE.sub("", text))
    if "$^" in text:
        text = _STARRED.sub("\N{ASTERISK OPERATOR}", text)
    text = _without_markdown(text)
    if not text.isascii():
        text = _RAISED_MARK.sub(r"\1", text)
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    if "`" in text or "'" in text:
        text = re.sub(r"``|''", '"', text)
        text = re.sub(r"(?<!\w)`([^`'\n]{1,60})'(?!\w)", r"‘\1’", text)
    if "~" in text:
        text = re.sub(r"(?<=[\w.,;:])~(?=[\w(\[])", " ", text)
        text = re.sub(r"~(?=[(\[])", "", text)
    if "^" in text:
        text = _POWER.sub(_raised, text)
    if "--" in text:
        text = re.sub(r"(?<=\w)\s?---\s?(?=\w)", " — ", text)
        text = re.sub(r"(?<=[\w).,])--(?=\w)|(?<=\s)--(?=\s)", "–", text)
        text = re.sub(r"(?<=\w)--(?=\s)", " –", text)
    text = re.sub(r" (?<=[\w)\]”] ) *(?=[,.;:](?:\s|\Z))", "", text)
    return " ".join(text.split())


def _without_markdown(text: str) -> str:
    if "[" in text:
        text = _MARKDOWN_LINK.sub(r"\1", _IMAGE.sub("", text))
        text = _REFERENCE_MARK.sub("", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(r"\2", _STRONG.sub(r"\1", text))
    return _CODE.sub(r"\1", text) if "`" in text and "``" not in text else text


def _without_latex(text: str) -> str:
    # Only here: in many languages the space before the sign is how it is written.
    text = re.sub(r"(?<=\d)[\s~]+(?=\\%)", "", text)
    text = _ACCENT.sub(_accented, _GONE.sub("", text))
    text = re.sub(r"\\[()]", "", text)
    text = _SWITCH.sub(r"\1", text)
    for _ in range(3):  # wrappers stand in wrappers
        text = _WRAPPER.sub(r"\1", text)
    text = _SYMBOL.sub(lambda found: _SYMBOLS.get(found[1], found[0]), text)
    text = re.sub(r"\\([%&_#$])", r"\1", re.sub(r"\\[,;:! ]", " ", text))
    text = _FORMULA.sub(_plain_formula, text)
    return re.sub(r"(?<!\^)(?<!_)\{([^{}\\]*)\}", r"\1", text)


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[2] + _ACCENTS[found[1]])


def _plain_formula(found: re.Match[str]) -> str:
    """A formula that is a number or a name in plain letters; others stay."""
    whole, inner, digit_after, name = found[0], found[1], found[2], found[3]
    if name:
        return name
    if inner[0].isdigit() and digit_after:
        return whole
    inner = inner.replace("{,}", ",").strip()
    inner = re.sub(r"\^\{?([\d+n-]{1,4})\}?", _raised, inner)
    inner = re.sub(r"\^\{?([°†])\}?", r"\1", inner)
    inner = re.sub(r"_\{?(\w{1,12})\}?", r"_\1", inner)
    return whole if re.search(r"[\\{}^]", inner) else inner


def _raised(found: re.Match[str]) -> str:
    return found[1].translate(_SUPERSCRIPT)


def has_markup(text: str) -> bool:
    """Is LaTeX, HTML, Markdown, a wiki's link or a table's rule left in a passage that was cleaned?"""
    is_marked = "](" in text or "**" in text or bool(_WIKI_OR_TABLE.search(text))
    return is_marked or bool(
        _LATEX_LEFT.search(text) or ("<" in text and _TAG.search(text))
    )


def has_address(text: str) -> bool:
    """Does the passage hold a web address?"""
    return ("/" in text or "www." in text) and bool(_ADDRESS.search(text))
