"""Placeholder text, chain of thought and answers: what a model says to whoever asked it. Pure.

Each is told by its words alone, outside quotation marks. A doubtful case is none: readers
are told of prompts, templates and agents that say just this.
"""

import re

_PLACE = r"(?:title|headline|heading|subject line|preheader|paragraph)(?: text)?"
_PLACEHOLDER = re.compile(
    # "[Insert link]", "[Your view]", "[Preheader text goes here]"; a link's words have no
    # brackets any more where they are shown.
    r"\[(?:insert|add|your|placeholder|tbd|todo|subject|preheader|headline|heading|title|lead"
    r"|newsletter|summary|opinion|view)\b[^\[\]\n]{0,80}\](?!\()"
    r"|\[[^\[\]\n]{1,80}\bgoes here\]"
    # Teams win a title here, and readers write a headline here.
    rf"|\b{_PLACE} goes here\b"
    rf"|\A\W*(?:[\w-]+ ){{0,3}}?{_PLACE} here\W*\Z"
    # "Todo:" is Spanish for "everything:".
    r"|\b(?-i:TODO|TBD|FIXME)\s?:"
    r"|\blorem ipsum\b"
    # "[Titel hier einfügen]", "[insérer le lien]", and in Chinese, Japanese, Korean.
    r"|\[[^\[\]\n]{0,40}\b(?:einfügen|ergänzen|insérer|compléter|insertar|completar|inserire"
    r"|completare|invoegen|inserir|preencher)\b[^\[\]\n]{0,40}\](?!\()"
    r"|[\[\uff3b【][^\[\]\uff3b\uff3d【】\n]{0,40}(?:を(?:挿入|入力)|"
    r"(?:在此|此处|此處|这里|這裡|请|請)(?:处|處)?(?:插入|填写|填寫)|插入(?:标题|標題|链接|連結)|[을를] ?(?:삽입|입력))"
    r"[^\[\]\uff3b\uff3d【】\n]{0,20}[\]\uff3d】](?!\()",
    re.IGNORECASE,
)
# What one speaks of who was asked for a newsletter. "Here is the issue" names a trouble.
_WORK = r"(?:newsletter|draft|JSON|preheader|subject line|lead paragraph|lead)\b"
_ASIDE = re.compile(
    r"\A\W{0,3}(?:"
    r"let me (?:think|start|begin|write|draft|structure|compile|craft|first)\b"
    r"|(?:(?:okay|ok|sure|certainly|alright|got it)\W{1,2})?"
    rf"(?:here(?:[’']s| is| are)|below is) (?:the|your|a|an|my) (?:[\w-]+ ){{0,2}}?{_WORK}"
    r"|(?:(?:okay|ok|sure|certainly|alright|got it)\W{1,2})?"
    r"I(?:[’']ll| will| need to| should| must|[’']m going to| am going to)(?: now| first)? "
    rf"(?:write|draft|create|produce|provide|emit|structure) (?:[\w-]+ ){{0,4}}?{_WORK}"
    rf"|the user (?:wants|asks|asked|requested)\b[^.]{{0,40}}\b{_WORK}"
    r"|let me know if you(?:[’']d| would)? (?:like|want|need)\b"
    r"|as an AI(?: language)? (?:model|assistant)\b"
    r"|</?think(?:ing)?>"
    r")"
    # What only whoever wrote from passages speaks of.
    r"|\b(?:the|a) (?:provided|given|supplied) (?:sources?|texts?|passages?|excerpts?|articles?)\b"
    r"|\bpassages? \d"
    # An offer to go on: nobody who reads a letter was asked whether it should be another.
    r"|\b(?:I|we) (?:can|could|would be (?:happy|glad) to|am happy to)(?: also| gladly)? "
    r"(?:revise|rewrite|adjust|edit|refine|expand|shorten|change|tweak|update|modify) "
    r"(?:it|this|them|the (?:draft|text|newsletter|issue|letter|subject line))\b[^.]{0,30}"
    r"\bif (?:needed|necessary|required|desired|requested|you(?:[’']d)? (?:like|want|wish|need|prefer))\b"
    r"|\bas requested,? (?:here|below|in (?:the )?\w+ format)\b",
    re.IGNORECASE,
)
# What is handed over stands before a colon, or alone: there are drafts of laws, too.
_ALONE = r"(?:\W*\Z|\b[^.:!?\n]{0,40}:)"
# The same to whoever asked in other languages, at the beginning of a sentence.
_ASIDE_ELSEWHERE = re.compile(
    r"\A\W{0,3}(?:(?:natürlich|gerne|klar|bien sûr|claro|certo|certamente|natuurlijk|zeker)\W{1,2})?(?:"
    rf"hier (?:ist|kommt) (?:der|die|das|dein|deine|ihr|ihre|mein|ein) (?:[\w-]+ ){{0,2}}?(?:newsletter|entwurf|betreffzeile){_ALONE}"
    r"|(?:lass(?:en sie)? (?:es )?mich wissen|sag(?:en sie)? (?:mir )?bescheid),? (?:ob|wenn|falls)\b"
    r"|als (?:KI|AI|künstliche intelligenz)(?:-?(?:sprach)?(?:modell|assistent))?,? (?:kann|habe|bin|darf|möchte) ich\b"
    rf"|voici (?:le|la|votre|ton|ta|un|une) (?:[\w-]+ ){{0,2}}?(?:newsletter|brouillon|ébauche|infolettre){_ALONE}"
    r"|(?:dites|dis)-moi si vous\b|n['’]hésitez pas à me (?:dire|demander|signaler)\b"
    r"|en tant qu(?:e modèle de langage|['’](?:IA|intelligence artificielle)),? je\b"
    rf"|aquí (?:está|tienes?|va) (?:el|la|tu|su|un|una) (?:[\w-]+ ){{0,2}}?(?:newsletter|borrador|boletín){_ALONE}"
    r"|(?:avísame|avíseme|dime|hazme saber) si (?:quieres|necesitas|desea|quiere)\b"
    r"|como (?:modelo de (?:lenguaje|linguagem)|(?:una )?IA),? (?:no |não )?(?:puedo|posso|tengo|tenho)\b"
    rf"|ecco (?:la|il|una|un|la tua) (?:[\w-]+ ){{0,2}}?(?:newsletter|bozza){_ALONE}"
    r"|(?:fammi|mi faccia) sapere se\b|come (?:modello linguistico|IA),? (?:non )?(?:posso|ho)\b"
    rf"|hier is (?:de|het|je|uw|een) (?:[\w-]+ ){{0,2}}?(?:nieuwsbrief|concept|onderwerpregel){_ALONE}"
    r"|laat (?:het )?(?:me|mij) weten (?:of|als)\b|als AI-?(?:taalmodel|model|assistent) (?:kan|heb|ben|mag|wil) ik\b"
    rf"|aqui está (?:o|a|seu|sua|um|uma) (?:[\w-]+ ){{0,2}}?(?:newsletter|rascunho|boletim){_ALONE}"
    r"|(?:me avise|avise-me) se\b"
    r"|(?:以下(?:が|は)|こちらが)(?:ニュースレター|下書き|ドラフト)|(?:AI|人工知能)(?:言語)?モデルとして、?私"
    r"|(?:以下|这)是(?:您的|你的)?(?:新闻通讯|通讯|草稿|初稿)|作为(?:一个|一款)?(?:AI|人工智能)(?:语言)?模型\uff0c?我"
    r"|(?:다음은|여기)\s?(?:요청하신\s)?(?:뉴스레터|초안)|AI (?:언어 )?모델로서,? (?:저는|제가|나는)"
    r")",
    re.IGNORECASE,
)


def placeholder(text: str) -> str:
    """What stands for something that nobody wrote: "[insert link]", "TODO:"."""
    found = _PLACEHOLDER.search(text)
    return found.group() if found else ""


def aside(text: str) -> str:
    """How a sentence speaks of the writing: "Let me think", "Here is the draft"."""
    found = _ASIDE.search(text) or _ASIDE_ELSEWHERE.match(text)
    return found.group().strip() if found else ""
