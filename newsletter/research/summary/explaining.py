"""What in a title says that its page tells no news: it asks, explains, argues, or names its kind.

Pure. "Why do kettles sing?", "How to fit a stove", "Building a stove", "… | Letters",
"Warum Kessel singen", "专访｜…". Where a question only ends a title that told something
("Town buys ferry – will it sail?") it may be news.
"""

# ruff: noqa: RUF001, RUF002, RUF003  titles of many languages, in their own signs

import re

# In other languages than English; what somebody asks within quotation marks is told.
_ASKING = re.compile(
    r"(?:\A|[:.!–—] )[¿¡\s]{0,2}(?:"
    r"wie|warum|weshalb|wieso|was|wer|welche[rs]?|so|"
    r"cómo|por qué|qué|quién(?:es)?|cuál(?:es)?|cuándo|cuánto|dónde|así|"
    r"comment|pourquoi|quel(?:le)?s?|qui est|faut-il|peut-on|à quoi|"
    r"tout (?:comprendre|savoir)|"
    r"come|perché|cosa|chi|qual[ei]|"
    r"hoe|waarom|wat|welke|zo|"
    r"jak|dlaczego|czy|ile|kto|"
    r"como|por que|o que|quem|quais|qual"
    r")\b(?!-)|"
    r"如何|为什么|為什麼|为何|為何|怎么|怎样|怎樣|什么是|是什么|なぜ|とは\Z|어떻게",
    re.IGNORECASE,
)
_KINDS = (
    r"interview|kommentar|ratgeber|kolumne|essay|analyse|porträt|"
    r"guía|entrevista|opinión|columna|crónica|perfil|reportaje|"
    r"guide|entretien|opinion|tribune|reportage|enquête|décryptage|portrait|"
    r"essais?(?: auto)?|podcast|guida|intervista|opinione|recensione|"
    r"column|opinie|recensie|wywiad|felieton|opinia|poradnik|recenzja|"
    r"guia|opinião|análise|coluna"
)
# "ENTRETIEN. …", "Columna de …", "… – Kolumne", "… [WYWIAD]".
_OF_A_KIND = re.compile(
    rf"\A\W{{0,2}}(?:{_KINDS})(?:\s?[.:|]| [–—-] | (?:de|con|mit|met|z) )|"
    rf"(?:[\[(]| [–—-] |\| ?)(?:{_KINDS})\W*\Z|"
    # « Nous irons » (Ada Vale, maire)
    r"\A«[^»]{12,}»\s?\([^()]+\)\Z|"
    r"\bmode d['’]emploi\b|\bla historia (?:de|detrás)\b|\blas claves\b|"
    r"インタビュー|コラム|レビュー|解説|인터뷰|칼럼|리뷰",
    re.IGNORECASE,
)
# "专访丨…", "…（评论员观察）": between bars, in brackets, before a colon, at either end.
_MARKED = re.compile(
    r"(?:\A|[丨｜|（(【-]\s?)[^丨｜|（）()【】]{0,4}"
    r"(?:专访|訪談|访谈|对话|評論|评论|随笔|攻略|指南|评测|盘点|解读|政策问答|手记|"
    r"编者按|图片报道|早报|晚报|周刊|播客|导播)"
    r"[^丨｜|（）()【】]{0,3}(?:[丨｜|）)】：:]|\Z)"
)
# "ENTRETIEN. …", "INTERVIEW - …": French papers say so before the text.
_CALLED = re.compile(
    r"\A\W{0,2}(?:ENTRETIEN|INTERVIEW|OPINION|TRIBUNE|CHRONIQUE|REPORTAGE|PORTRAIT|"
    r"DÉCRYPTAGE|ENTREVISTA|COLUMNA|OPINIÓN|KOMMENTAR|ESSAY|INTERVISTA|WYWIAD|FELIETON|"
    r"OPINIÃO)\b\s?[.:–—-]"
)
_BEGINS_A_QUESTION = re.compile(
    r"\A\W*(?:how|why|what|when|where|who|which|whose|is|are|was|were|do|does|did|can|"
    r"could|will|would|should|has|have|if|as)\b",
    re.IGNORECASE,
)
_TEACHING = re.compile(
    r"\A(?:how|why|build|fine-tune|automate|create|deploy|optimi[sz]e|simplify|scale|run|"
    r"migrate|secure|monitor|manage|integrate|implement|configure|streamline|accelerate|"
    r"enhance|improve|evaluate|use|building|fine-tuning|automating|creating|deploying|"
    r"optimi[sz]ing|simplifying|scaling|running|migrating|securing|monitoring|managing|"
    r"integrating|implementing|configuring|streamlining|accelerating|enhancing|improving|"
    r"evaluating|using|overcoming|understanding|rethinking|reimagining|moderni[sz]ing|transforming|"
    r"designing|debugging|exploring|evolving|measuring|navigating|choosing|making|getting|"
    r"going|reading|writing|thinking|refining|remembering|verifying|tracking down|notes on|"
    r"lessons from|thoughts on|inside|meet the|in defen[cs]e of|the case (?:for|against)) "
    r"(?!\d)",
    re.IGNORECASE,
)
# "The 10 best kettles", "5 ways to …", "Weekly harbour roundup".
_COUNTING = re.compile(
    r"\A(?:the )?(?:top|best) \d+\b|\A(?:the )?\d+ (?:[\w’'-]+ ){0,4}?(?:best|ways|tips|"
    r"reasons|things|tools|apps|gadgets|lessons|takeaways|trends|questions|books|movies|films|"
    r"shows|games)\b|\bweekly (?:[\w-]+ ){0,3}(?:newsletter|round-?up|digest|update|recap)\b|"
    r"\Athe morning after\b|"
    # "Harbour war briefing: …", "Five takeaways from …", "Storm over Vale – in pictures".
    r"\A(?:\w+day|\w+ war|military) briefing: |"
    r"\b(?:key|\d+|two|three|four|five|six|seven) (?:\w+ )?takeaways\b|"
    r"\b\d+ things? to (?:know|watch)\b|\b(?:winners and losers|wins and losses|year in review)\b|"
    r"(?:\A\W*|[-–—:|] ?)in (?:pictures|photos|images)\W*(?:\Z|: )",
    re.IGNORECASE,
)
_ENGLISH_KINDS = r"opinion|letters?|podcast|live|as it happened|editorial"
_LABELLED = re.compile(
    r"\A(?:opinion|review|analysis|column|editorial|essay|book review|book notes|hands-on|"
    r"interview|podcast|explainer|q&a)(?:\s?[:|]| [–—-] )|"
    rf"(?:\|| [–—-]) ?(?:{_ENGLISH_KINDS})\W*\Z|,? part \d+\W*\Z|"
    r"\b(?:explained|round-?up)\Z|\bround-?up:|(?:\A|: )what (?:we|to|you need to) know\b|"
    r"\bfireside chat\b",
    re.IGNORECASE,
)


def explains(title: str, text: str = "", *, in_english: bool) -> bool:
    """Whether a title asks, teaches, argues, or it or its text says that it is no news."""
    is_question = title.rstrip().endswith(("?", "\uff1f"))
    if in_english:
        is_question = is_question and bool(_BEGINS_A_QUESTION.match(title))
        rules: tuple[re.Pattern[str], ...] = (_TEACHING, _COUNTING, _LABELLED)
    else:
        rules = (_ASKING, _OF_A_KIND, _MARKED)
    is_called = bool(_CALLED.match(text))
    return is_question or is_called or any(rule.search(title) for rule in rules)
