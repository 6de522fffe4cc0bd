"""What spoils one sentence for a reader, told by its words alone, and typing. Pure.

What is background and what only points on are known in eight languages, the rest in English.

Each question is asked of plain text, as it is shown. A doubtful case is none: whoever
counts these must be able to believe the count.
"""

import re

from newsletter.text.words import TIMES

_CAPTION = re.compile(
    r"\A\W{0,2}(?:(?:Figures?|Fig\.?|Table|Listing)\s\d+\s?[:.|–—]|"
    r"(?:Images?|Photos?|Captions?|Videos?|Source|Image credits?|Photo credits?|Credits?|"
    r"Above|Below|Left|Right|Pictured|Screenshot)\s?[:|]|"
    r"(?:Figure|Fig\.|Table) \d+ (?:shows|compares|gives|depicts|illustrates)\b)"
)


# "Sonnet 5 (orange line)", "the old camera (left)": what only the picture explains.
_IN_PICTURE = re.compile(
    r"\((?:(?:far |top |bottom |second from )?(?:left|right)|above|below|top|bottom|"
    r"(?:black|blue|brown|dashed|dotted|gr[ae]y|green|orange|pink|purple|red|shaded|solid|"
    r"white|yellow) (?:areas?|bars?|curves?|dots?|lines?|points?|squares?))\)"
)


def is_caption(text: str) -> bool:
    """Words that belong to a picture: "Figure 2: …", "Image: …", "… (left)"."""
    return bool(_CAPTION.match(text) or _IN_PICTURE.search(text))


# What anybody may call the things of the field, with no name of one among them.
_OF_THE_FIELD = (
    r"(?:(?:AI|audio|autonomous|autoregressive|code|deep|diffusion|foundation|generative|"
    r"language|large|LLM-based|modern|multi-?modal|pre-?trained|reasoning|small|speech|"
    r"text-to-\w+|video|vision|visual|world)[- ]){1,5}(?:models|agents)|[MV]?LLMs|[VS]LMs"
)
_BACKGROUND = re.compile(
    r"\A\W{0,2}(?:In (?:recent years|the past (?:few |decade|year)|today['’]s|the era of)|"
    r"Over the (?:past|last) (?:few |several )?(?:\w+ )?(?:years?|months?|decades?)|"
    r"Recent(?:ly,| advances| years| progress| work)|With the (?:rapid |recent )?(?:rise|advance|"
    r"growth|development|advent)|Ever since|It has been|For (?:years|decades)|"
    rf"(?i:{_OF_THE_FIELD})(?: \([\w-]{{2,9}}\))? have (?:\w+ly )?(?:become|shown|"
    r"demonstrated|achieved|emerged|revolutioni[sz]ed|transformed)|"
    r"When we (?:founded|started|launched)|As (?:everyone|we all) knows?|"
    r"(?:Today['’]s|Existing|Traditional|Current) (?:\w+ )?(?:methods|approaches|systems|"
    r"models|agents|benchmarks) (?:\w+ )?(?:fail|struggle|suffer|lack|rely|remain|are)|"
    r"Every day,? |"
    r"Seit (?:vielen |einigen |mehreren )?Jahr(?:en|zehnten)\b|In den (?:letzten|vergangenen) Jahr|"
    r"Im Zeitalter|Bekanntlich\b|"
    r"Depuis (?:des|quelques|plusieurs|de nombreuses) (?:années|décennies)\b|Ces dernières années\b|"
    r"Au cours des dernières (?:années|décennies)\b|À l['’]ère d|"
    r"Desde hace (?:muchos )?(?:años|décadas|tiempo)\b|En los últimos (?:años|tiempos)\b|"
    r"Durante (?:años|décadas|anos)\b|En la era d|Da (?:anni|decenni|tempo)\b|"
    r"Negli ultimi (?:anni|tempi)\b|Nell['’]era d|Al jaren\b|Jarenlang\b|"
    r"De (?:afgelopen|laatste) jaren\b|Há (?:muitos )?(?:anos|décadas)\b|Nos últimos (?:anos|tempos)\b|"
    r"Na era d|近年|ここ数年|昨今)",
)


def is_background(text: str) -> bool:
    """What everybody knows, or what was before: no news."""
    return bool(_BACKGROUND.match(text))


_DANGLING = re.compile(
    r"\A\W{0,2}(?:(?:That|This|It|There)['’]s (?:how|what|why|where|because|the)|"
    r"Here(?:['’]s| is| are)\b|"
    r"That (?:kind|sort|said)\b|"
    r"(?:After|Before|Beyond|Because of|In addition to|Despite|Due to|Unlike|Like) "
    r"(?:that|this|these|those)(?=[ ,.])(?! \w+s?\b[^,.]{0,40},)[,.]|"
    r"(?:The former|The latter|Another one|The same (?:goes|holds|is true))\b|"
    r"(?:As (?:shown|described|mentioned|noted|discussed) (?:above|below|earlier|before)))|"
    # "So geht’s", "Voici comment", "Ecco perché": what only leads on.
    r"\A\W{0,2}(?:So (?:geht|funktioniert|klappt|gelingt)\b|Hier (?:ist|sind|erfahren|lesen|zeigen)\b|"
    r"Das steckt dahinter\b|Darum geht es\b|Das (?:müssen|sollten) Sie wissen\b|Mehr dazu\b|"
    r"(?:Voici|Voilà)\b|C['’]est (?:pourquoi|ainsi qu|ce qu)|On vous (?:explique|dit)\b|Explications?[.!]|"
    r"Así (?:funciona|es)\b|Aquí (?:está|tiene|te)|Te (?:contamos|explicamos)\b|Est[ao]s son\b|"
    r"Esto es lo que\b|Ecco\b|Così funziona\b|Vi (?:spieghiamo|raccontiamo)\b|"
    r"Zo (?:werkt|gaat)\b|Dit is (?:hoe|waarom|wat)\b|Hier (?:is|zijn)\b|"
    r"(?:Veja|Saiba|Entenda|Eis) (?:como|o que|por ?qu[eê]|quem|quais|mais)\b|"
    r"詳しくは|詳細は|以下の(?:とおり|通り))|"
    r"\b(?:[Oo]ne|[Aa]n?) (?:reason|cause|example) (?:for|of) (?:this|that)(?= is\b)|"
    r"\b(?:see|shown|described|listed) (?:above|below)\b"
)
_OPENS_ON_POINTER = re.compile(
    r"\A\W{0,2}(?:This|These|Those|It|They|Such|He|She|Its|Their|However|Moreover|"
    r"Furthermore|Additionally|Therefore|Thus|Hence|But|And|Also|Instead|For example|"
    r"For instance|Nor|Nevertheless|Nonetheless|Consequently|Indeed|Meanwhile|In fact|"
    r"In other words|(?:In addition|As a result|In turn|Still|Finally|Afterwards?)(?=,)|(?:One|Some|Many|Most|All|Both|Each|None|Two|Three|Several) of (?:them|"
    rf"these|those))\b(?! (?:{TIMES}|issue)\b)(?!['’]s)"
)


def points_at_nothing(text: str) -> bool:
    """ "Here's how it works", "that kind", "one of them", "as shown below"."""
    return bool(_DANGLING.search(text))


def opens_on_pointer(text: str) -> bool:
    """Begins with "This" or "However": right within a text, wrong at its start."""
    return bool(_OPENS_ON_POINTER.match(text))


# "See pricing …", "Discover how …"; "Read the whole story" and "Read together, they …".
_ORDERS = re.compile(
    r"\A\W{0,2}(?:(?:Discover|Explore|Learn|See|Find out|Watch|Browse|Download|Try|Join|Get|"
    r"Visit|Follow|Tap|Listen|Scroll|Remember|Imagine|Please|Stay|Press|Contact|Book|"
    r"Subscribe|Note that)"
    r"(?=[ :,](?!(?:is|are|was|were|has|have|had|will|can|may|says?|said|of|and)\b))|"
    r"(?:Read|Consider|Ask|Compare)(?= (?:the|our|my|how|more|about|this|an?|your)\b)|"
    r"(?:Let['’]s|Don['’]t)\b)"
)


# "For the rest, please download our bulletin": asked of a reader, in no one's speech. What
# shall please somebody asks for nothing.
_PLEASE = re.compile(
    r"(?:\A|[,;:–—-] ?|\b(?:and|or|so|then|first|second|but) )please (?=[a-z])"
)
_SPOKEN = re.compile('["“«][^"”»\n]{0,600}["”»]')


def orders_its_reader(text: str) -> bool:
    """ "Discover how …", "Let's look at …": it speaks to its reader, and tells nothing."""
    return bool(_ORDERS.match(text) or _PLEASE.search(_SPOKEN.sub("", text)))


_LIST_TO_COME = re.compile(
    r"[:\uff1a]\W{0,2}\Z|\b(?:the following(?: \w+){0,2}|as follows)[.!]?\W{0,2}\Z"
)


def ends_before_its_list(text: str) -> bool:
    """Promises a list that does not stand there: "It has three modes:"."""
    may_end = ":" in text or "\uff1a" in text or "follow" in text
    return may_end and bool(_LIST_TO_COME.search(text))


# The digit of a footnote behind a word or a stop; a name such as gpt2 or utf8 is none.
_FOOTNOTE = re.compile(
    r"(?<![\w./@#-])[a-z]{3,}\d{1,2}(?=[—–,;:)”]|\.(?:\s|\W?\Z)|\W?\Z)|"
    r"(?<![\w./@#-])[a-z]{3,}[.,;][”’]?\d{1,2}(?=\s[A-Z“]|\W?\Z)|"
    r"(?<![\w./@#-])[a-z]{4,}[.,;]?[¹²³⁴⁵⁶⁷⁸⁹]+(?=[\s.,;:—]|\Z)|[†‡]"
)
# What each of these has, found in one quick pass.
_MAY_BE_FOOTNOTE = re.compile(r"\d(?<=[a-z.,;”’]\d)|[¹²³⁴⁵⁶⁷⁸⁹†‡]")
_NAMES_WITH_A_DIGIT = re.compile(
    r"(?:llama|qwen|gemma|phi|mistral|python|base|utf|int|float|bfloat|top|pass|sha|web|"
    r"ipv|http|mp|layer|level|type|gpt|claude|grok|tau|bert|word|doc|text|arm|"
    r"amd|cuda|log|exp|sqlite|yolov|resnet|vit|km|cm|mm|dollars|log)\d{1,2}\Z"
)


def footnotes(text: str) -> tuple[str, ...]:
    """What a footnote's mark may have grown to: `domains2` of "other domains2—Opus"."""
    if not _MAY_BE_FOOTNOTE.search(text):
        return ()
    found = (match.group() for match in _FOOTNOTE.finditer(text))
    return tuple(one for one in found if not _NAMES_WITH_A_DIGIT.fullmatch(one))


_TYPING = re.compile(
    r"(?=[-\s,(.])"  # what any of them begins with
    r"(?:(?<![-\w`/])--(?=\s|\d)|(?<=[\w.,)])--(?=[\w\s])|\s,(?=\s)|\s\.(?=\s[A-Z]|\Z)|,,|(?<=\s)\(\s?\)|\.\.(?!\.)(?<!\.\.\.)(?=\s|\Z))"
)


def typing(text: str) -> str:
    """Marks of a typesetter that no reader should see: `--`, two commas."""
    found = _TYPING.search(text)
    return found.group().strip() if found else ""


_MARKUP = re.compile(
    r"<(?:sup|sub|br|em|strong|i|b)\b[^<>]{0,80}>|</[a-z]{1,10}>|"
    r"&(?:amp|lt|gt|quot|nbsp|#39|#8217);|\]\(|\*\*|\[\^\d+\]|\[\[[^\[\]]{1,80}\|[^\[\]]{1,80}\]\]",
    re.IGNORECASE,
)


def markup(text: str) -> str:
    """HTML, entities or Markdown that would be shown: `<sup>`, `&amp;`, `**`."""
    found = _MARKUP.search(text)
    return found.group() if found else ""


_TEX = re.compile(
    r"\\(?:[a-zA-Z]{2,}|[%$&_#]|[a-zA-Z]\{)|[\^_]\{|(?<![\w$])\$[A-Za-z\\][^$]{0,40}\$|"
    r"(?<=[A-Za-z0-9)])\^(?=[\w({*-])"
)


def tex(text: str) -> str:
    """TeX that is left, with or without its `$`: `\\alpha`, `x_{t}`, `10^6`."""
    found = _TEX.search(text)
    return found.group() if found else ""


_SPEAKER = re.compile(r"\b[Tt]he authors (?:should|must)\b")
_WE = re.compile(
    r"(?<![\w'’“])(?:[Ww]e(?:['’](?:re|ve|ll))?|[Oo]ur|[Oo]urs|us)(?!\w)(?!['’.])"
)


def has_wrong_speaker(text: str, *, is_retold: bool = False) -> bool:
    """ "The authors should", where mankind was meant; "we" in a paper that is retold."""
    return bool(_SPEAKER.search(text) or (is_retold and _WE.search(text)))


_DOUBLED = re.compile(
    r"(?<![\w-])(?i:(a|an|the|of|to|in|and|is|are|as|for|with|on|by|we|they|its|their|from|"
    r"using|be|can|will|have|this)\s+\1)(?![\w-])"
)
_AN = re.compile(
    r"(?<![\w-])[Aa]n (?=[bcdfgjklmnpqrstvwyz][aeiouhlry][a-z]{2,}|h(?!our|on|eir|erb)[a-z]{3,}|Rein)"
)
_A = re.compile(
    r"(?<![\w.-])[Aa] (?=[aeio][a-z]{3,}|u(?!n[ai]|s|t[ei]|bi|rin)[a-z]{3,})(?!one\b|once|eu|ewe)"
)


def grammar(text: str) -> str:
    """A word twice, or "a" where "an" must stand."""
    for pattern in (_DOUBLED, _AN, _A):
        if found := pattern.search(text):
            return text[found.start() : found.end() + 12]
    return ""


# A full stop of whatever script, and what may stand behind it.
_WHOLE_END = re.compile(
    r"[.!?…\u3002\uff01\uff1f:\u0964\u06d4\u061f][\"'”’»)\]*]*\Z|[”»]\Z|\)\.?\Z"
)


_COMPOUND = re.compile(
    r"[a-z]{3,}-(?:augmented|based|aware|driven|trained|guided|level|time|free|specific|"
    r"generated|assisted|efficient|oriented|centric|scale|world|tuning|tuned)"
)


def is_fragment(text: str) -> bool:
    """Begins within a sentence, or stops before its end."""
    shown = text.strip()
    first = shown.lstrip("“\"'‘«(*").split(" ", 1)[0]
    is_word = first.isalpha() and first.islower() and first.isascii() and len(first) > 1
    is_begun = is_word or bool(_COMPOUND.fullmatch(first))
    return is_begun or not _WHOLE_END.search(shown)


_ANNOUNCING = re.compile(
    r"\A\W{0,2}(?:Introducing|Announcing|Presenting|Unveiling|Meet(?= [A-Z]))\b|"
    r"\A\W{0,2}(?:Launching|Welcome(?: to)?|We['’]re (?:launching|excited))\b(?!.{3,}: .{12,})|"
    r"\b(?:is|are) (?:finally |now )?here[.!]?\Z",
)


def only_announces(headline: str) -> bool:
    """ "Introducing X": a headline that does not say what happened."""
    return bool(_ANNOUNCING.search(headline))


_MOJIBAKE = re.compile(
    r"Ã[\x80-\xbf©¨¼¶¤Ÿ]|â€[™œ\x9d“”]|Â[\xa0©®°]|\ufffd|[\ud800-\udfff]|"
    # U+FFFD itself, read as Latin 1 and 2.
    r"ï¿½|ďż˝"
)


def is_garbled(text: str) -> bool:
    """Letters of a wrong encoding."""
    return bool(_MOJIBAKE.search(text))


# What sells a thing instead of telling of it; with a capital it may be a name. "Could be a
# breakthrough" is nobody's finding.
_PRAISE = re.compile(
    r"\b(?:(?:highly|much|eagerly|hotly)[- ](?:anticipated|awaited)|game[- ]chang\w+|"
    r"revolutioni[sz]\w+|ground-?breaking|cutting-edge|state[- ]of[- ]the[- ]art|"
    r"best-in-class|(?:industry|world|market|class)-leading|unparalleled|unrivall?ed|"
    r"unmatched|jaw-dropping|incredible|amazing|blazing(?:ly)?[- ]fast|"
    r"must-have|seamless(?:ly)?|effortless(?:ly)?|(?:dramatically|significantly|vastly|"
    r"substantially|massively) (?:out(?:perform|pac|class)\w*|better|improv\w+|fast\w+|surpass\w*)|"
    r"(?:could|may|might|will|would) (?:be|become|prove|mark) (?:a|the|an) (?:\w+ )?(?:breakthrough|"
    r"game|milestone|turning point|revolution)|"
    r"(?:most|more) (?:powerful|advanced|capable|intelligent|ambitious) (?:\w+ ){0,4}(?:yet|ever)|"
    r"next[- ]level|super ?charg\w+|perfect (?:for|way|blend|balance)|sleek|gorgeous|"
    r"bahnbrechend\w*|revolutionär\w*|hei(?:ß|ss) ersehnt\w*|lang ersehnt\w*|"
    r"très attendue?s?|révolutionnaires?|"
    r"rivoluzionari[oae]?|attesissim[oa]|baanbrekende?|langverwachte?)(?!\w)"
)


def praise(text: str) -> int:
    """How many words of a salesman a sentence has."""
    return sum(1 for _ in _PRAISE.finditer(text[:1].lower() + text[1:]))
