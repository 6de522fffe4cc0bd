"""The critic really rejects: each rule has a draft that breaks it and a good neighbour."""

from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pkgutil import iter_modules

import pytest

from newsletter.drafts import rules
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import RULES, review
from newsletter.drafts.draft import Violation, sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules import style
from newsletter.drafts.rules.case import Case
from newsletter.standards.brief_words import brief_words_of
from newsletter.standards.furniture import furniture_of, languages
from newsletter.standards.rubric import Rubric, Words

SHA = "a" * 64
CLAIM_A = "“Model A has 120 billion parameters and runs on a single GPU with 80 GB of memory.”"
CLAIM_A2 = "“On the coding test it solves 62.4 % of the tasks at half the price.”"
CLAIM_C = (
    "The authors introduce Method C, a sampler that halves the number of decoding steps "
    "for language models of up to 13 billion parameters."
)
CLAIM_C2 = (
    "On three reasoning tests Method C keeps the accuracy of the full decoder to within "
    "0.3 points, and code for all of the experiments is public under a free licence."
)
DRAFT = f"""\
# A week of open weights

This issue has two launches and one paper. The largest release, [Model A](https://a.example/news), is free to use.

## What shipped

### 1. Model A is out

{CLAIM_A} {CLAIM_A2} ([Lab A, 5 August](https://a.example/news))

**Our view:** rent the card before you buy one.

### 2. Tool B 1.2

Lab B has released [version 1.2 of Tool B](https://b.example/1.2), which runs without a network. Its [notes for version 1.2](https://b.example/notes) name three changes: a cache on disk, a smaller index, and a command that prints what was asked of which model and when. The cache keeps every answer for as long as its [page on the cache](https://b.example/cache) says, and a line of the configuration turns it off for those who want each answer anew. How much the index shrinks depends on the texts, and the [measurements of Lab B](https://b.example/measured) give the figures for code, for prose and for tables, with the machine on which they were taken. Whoever upgrades has to build the index again, which the [notes for version 1.2](https://b.example/notes) say in their first line.

## Research worth knowing

This issue has only one paper: nothing else met its standards.

### 1. Method C: faster decoding

{CLAIM_C} {CLAIM_C2} ([arXiv, 4 August](https://arxiv.org/abs/2508.01234))

## How this issue was made

This issue asked 12 sources; one did not answer.
"""
CITATIONS = tuple(
    CitedClaim(claim=claim, quote=claim.strip("“”"), url=url, source_sha256=SHA)
    for claim, url in [
        (CLAIM_A, "https://a.example/news"),
        (CLAIM_A2, "https://a.example/news"),
        (CLAIM_C, "https://arxiv.org/abs/2508.01234"),
        (CLAIM_C2, "https://arxiv.org/abs/2508.01234"),
    ]
)
SUBJECT = "Model A is out, and 2 more"


def codes(markdown=DRAFT, subject=SUBJECT, citations=CITATIONS, **rubric):
    found = review(parse(markdown), subject, citations, Rubric(**rubric))
    return {violation.code for violation in found}


def test_a_good_draft_breaks_no_rule():
    assert review(parse(DRAFT), SUBJECT, CITATIONS, Rubric()) == ()


def test_every_rule_says_what_it_wants():
    assert len(RULES) >= 15
    assert all(rule.__doc__ for rule in RULES)


def test_every_rule_that_is_written_is_asked():
    modules = [
        import_module(f"{rules.__name__}.{one.name}")
        for one in iter_modules(rules.__path__)
    ]
    written = {
        one
        for module in modules
        for name, one in getmembers(module, isfunction)
        if signature(one).return_annotation == Iterator[Violation]
        and not name.startswith("_")
    }

    assert written == set(RULES)


SHIPPED = DRAFT[DRAFT.index("## What shipped") : DRAFT.index("## Research")]
RESEARCH = DRAFT[DRAFT.index("## Research") : DRAFT.index("## How")]


@pytest.mark.parametrize(
    ("section", "quota", "left_out"),
    [
        (SHIPPED, "published_launches", "launch"),
        (RESEARCH, "published_papers", "paper"),
    ],
)
def test_what_a_newsletter_never_publishes_has_no_section(section, quota, left_out):
    found = review(parse(DRAFT), SUBJECT, CITATIONS, Rubric(**{quota: 0}))
    without = codes(DRAFT.replace(section, ""), **{quota: 0})

    assert [one.message for one in found if one.code == "sections"] == [
        f"This newsletter publishes no {left_out}; leave the section out."
    ]
    assert "sections" not in without


def test_a_newsletter_that_publishes_launches_has_a_section_for_them():
    assert "sections" in codes(DRAFT.replace(SHIPPED, ""))


A_BODY = f"{CLAIM_A} {CLAIM_A2} ([Lab A, 5 August](https://a.example/news))"
B_END = "of which model and when."
ONLY_PAPER = DRAFT[DRAFT.index("### 1. Method C") : DRAFT.index("## How")]
ONLY = "This issue has only one paper: nothing else met its standards."
LEAD = DRAFT[DRAFT.index("This issue has two") : DRAFT.index("## What")]

# (the rule's code, what stands there, what breaks the rule, what nearly does)
EDITS = [
    ("title", "# A week", "# Another title\n\n# A week", None),
    ("sections", "## What shipped", "## News", "## And this is what shipped"),
    ("numbering", "### 2. Tool B 1.2", "### [Tool B 1.2](https://b.example/1.2)", None),
    ("numbering", "### 2. Tool", "### 3. Tool", None),
    ("heading", "\n**Our view:** rent", "\n#### More\n\n**Our view:** rent", None),
    ("view", "**Our view:** rent", "Rent it. **Our view:** rent", None),
    ("view", "you buy one.", "you buy one. It is dear.", None),
    ("view", "you buy one.", f"you buy{' one' * 33}.", f"you buy{' one' * 32}."),
    ("view", "This issue asked", "Our view: this issue asked", None),
    ("empty_section", A_BODY, "", None),
    ("lead", LEAD, "\n\n", "This issue has two launches.\n\n"),
    ("markup", "without a network", "<b>without</b> a network", "1 < 2 without any of it"),
    ("markup", "without a network", "without ![a](https://x.example/p.png)", None),
    ("markup", "without a network", "without ] (a) network ](x", "without [a] network"),
    ("markup", "without a network.", "without one.[^1]\n\n[^1]: Note.", None),
    ("uncited", B_END, f"{B_END} It costs 20 dollars.", f"{B_END} This issue says so."),
    ("uncited", "[version 1.2 of Tool B](https://b.example/1.2)", "it", None),
    ("uncited", " ([arXiv, 4 August](https://arxiv.org/abs/2508.01234))", "", None),
    ("uncited", B_END, f"{B_END} Is that so bad for a whole house of readers?", f"{B_END} Is that bad?"),
    ("uncited", B_END, f"{B_END} Did Lab C lie?", f"{B_END} Why now? Warum jetzt?"),
    ("overquoted", CLAIM_A2, f"{CLAIM_A2} “And a third sentence is quoted too, word for word.”", f"{CLAIM_A2} It is called [“A”](https://a.example/b)."),
    ("anchor", "[version 1.2 of Tool B]", "[here]", "[Tool-B]"),
    ("anchor", "[version 1.2 of Tool B]", "[Read more]", "[v1.2]"),
    ("anchor", "[version 1.2 of Tool B]", "[announced]", "[GitHub]"),
    ("anchor", "[notes for version 1.2]", "[version 1.2 of Tool B]", "[its notes]"),
    ("banned", "without a network", "with a robust index", "with a “robust” index"),
    ("banned", "which runs", "which leveraged and runs", "whose leveret runs"),
    ("banned", "# A week", "# An Exciting week", "# A wide week"),
    ("latex", "without a network", r"with \alpha at 3", "at $5 to $10"),
    ("latex", "without a network", "at $10^{-3}$ seconds", "at 10^3 seconds"),
    ("latex", "### 2. Tool B 1.2", r"### 2. \textbf{Tool} B", r"### 2. Tool \[B\]"),
    ("dangling", "Lab B has released", "It was Lab B who released", "In it Lab B released"),
    ("dangling", "Lab B has released", "This is Lab B with", "This week Lab B released"),
    ("dangling", "“On the coding test it", "“They say that it", "“The coding test it"),
    ("dangling", "“On the coding test it", "“This shows that it", "“This week it"),
    ("hype", "without a network.", "without a network!", "without “a network!” at all."),
    ("hype", "without a network", "without a network 🚀", "without a network → it"),
    ("shouting", "without a network", "NEVER NEEDING ANY NETWORK", "on NVIDIA CUDA GPUs"),
    ("placeholder", "without a network", "without [insert link]", "without [a network]"),
    ("placeholder", "Whoever", "TODO: say why. Whoever", "A TODO list. Whoever"),
    ("placeholder", "# A week", "# [Newsletter title] a week", "# [A] week"),
    ("placeholder", "2. Tool B 1.2", "2. Story title here", "2. Tool B is here"),
    ("placeholder", "Whoever", "The headline goes here. Whoever", "Lab B won its first title here. Whoever"),
    ("placeholder", "Whoever", "FIXME: say why. Whoever", "Lo cambia todo: rapidez y precio. Whoever"),
    ("placeholder", "2. Tool B 1.2", "2. Story 2", "2. Story 2 of Tool B"),
    ("aside", "This issue has two", "Let me think first. This issue has two", "Let me in. This issue has two"),
    ("aside", "This issue has two", "Here is the newsletter draft. This issue has two", "Here is the trouble. This issue has two"),
    ("aside", "This issue has two", "Sure, here's your newsletter. This issue has two", None),
    ("aside", "This issue has two", "I will now write the lead. This issue has two", None),
    ("aside", "Whoever upgrades", "By the provided source whoever upgrades", None),
    ("markup", "2. Tool B 1.2", r"2. \<b>Tool B\</b> 1.2", r"2. Tool \<dialog> 1.2"),
    ("aside", "Whoever upgrades", "I can revise it if needed. Whoever upgrades", "I can revise it by hand. Whoever upgrades"),
    ("aside", "Whoever upgrades", "Hier ist der Entwurf. Whoever upgrades", "Hier ist der Haken. Whoever upgrades"),
    ("aside", "Whoever upgrades", "Voici votre newsletter. Whoever upgrades", "Voici le prix. Whoever upgrades"),
    ("aside", "Whoever upgrades", "Hier ist der Entwurf: Whoever upgrades", "Hier ist der Entwurf der Kommission. Whoever upgrades"),
    ("aside", "Whoever upgrades", "AIモデルとして、私は書けません。 Whoever upgrades", "AIモデルとして初めて合格した。 Whoever upgrades"),
    ("placeholder", "Whoever", "[Titel hier einfügen] Whoever", "[sic] Whoever"),
    ("placeholder", "Whoever", "[제목을 입력] Whoever", "[음성 입력] Whoever"),
    ("markup", "Whoever", r"\<p>Whoever", r"\<dialog> is new. Whoever"),
    ("lost", "Whoever", "Who\ufffdever", None),
    ("anchor", "[version 1.2 of Tool B]", "[Source name]", "[Source code of Tool B]"),
    ("anchor", "[version 1.2 of Tool B]", "[Hier]", "[こちらの資料]"),
    ("anchor", "[version 1.2 of Tool B]", "[Zum Artikel]", "[Zum Artikel über Tool B]"),
    ("length", "is free to use.", f"is free to use.{' So it is.' * 70}", f"is free to use.{' So it is.' * 50}"),
    ("repeated", "one did not answer.", "one did not answer. This issue asked 12 sources; one did not answer.", None),
    ("repeated", ONLY, f"{ONLY} {ONLY}", f"{ONLY} This issue has no more papers than this."),
    ("repeated", "you buy one.", "you buy one.\n\nThe cache keeps all of it. The cache keeps all of it.", None),
]  # fmt: skip


@pytest.mark.parametrize(("code", "old", "broken", "near"), EDITS)
def test_a_rule_rejects_what_breaks_it_and_nothing_near_it(code, old, broken, near):
    assert old in DRAFT

    assert code in codes(DRAFT.replace(old, broken, 1))
    if near is not None:
        assert code not in codes(DRAFT.replace(old, near, 1))


SAID = "Teams that build with it save an hour a week."


def test_a_sentence_of_our_own_stands_once_whatever_it_rests_on():
    added = DRAFT.replace(CLAIM_A, f"{CLAIM_A} {SAID}")
    twice = added.replace(CLAIM_C, f"{CLAIM_C} {SAID}")
    quote = "a quote of neither"
    cited = CITATIONS[0].model_copy(update={"claim": SAID, "quote": quote})

    assert "repeated" in codes(twice, citations=(*CITATIONS, cited))
    assert "repeated" not in codes(added, citations=(*CITATIONS, cited))
    quoted = cited.model_copy(update={"quote": SAID})
    assert "repeated" not in codes(twice, citations=(*CITATIONS, quoted))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("[Insert a subject line here]", "placeholder"),
        ("Subject: Model A is out", "placeholder"),
        ("TODO: a line on model A", "placeholder"),
        ("Here is the preheader you asked for", "aside"),
        ("<b>Model A is out</b>", "markup"),
        ("Model A &amp; tool B are out", "markup"),
        ("**Model A** is out", "markup"),
        ("{{subject}} of the week", "markup"),
    ],
)
def test_subject_and_preheader_are_plain_words_for_readers(line, code):
    assert code in codes(subject=line)
    broken = review(parse(DRAFT), SUBJECT, CITATIONS, Rubric(), preheader=line)
    assert (code, "preheader") in {(one.code, one.where) for one in broken}


def test_an_empty_section_needs_an_honest_line():
    empty = DRAFT.replace(ONLY_PAPER, "")

    assert "empty_section" not in codes(empty)
    assert "empty_section" in codes(empty.replace(ONLY, ""))
    assert "empty_section" in codes(empty.replace(ONLY, "This issue has papers."))


@pytest.mark.parametrize("language", languages())
def test_each_languages_own_line_of_an_empty_section_is_honest(language):
    words = brief_words_of(language)
    lines = [*words.only, *words.none, words.no_news, furniture_of(language).few]
    dishonest = [
        line
        for line in lines
        if "empty_section" in codes(DRAFT.replace(ONLY_PAPER, "").replace(ONLY, line))
    ]

    assert dishonest == []


def test_the_number_of_stories_is_bounded_at_both_ends():
    assert "too_few" in codes(fewest_stories=4)
    assert "too_few" not in codes(fewest_stories=3)
    assert "too_many" in codes(published_launches=1)
    assert "too_many" not in codes(published_launches=2)


WORDS_OF_B = parse(DRAFT).items[1].words


def test_an_items_words_are_bounded_at_both_ends():
    exact = Words(least=WORDS_OF_B, most=WORDS_OF_B)

    assert "length" in codes(launch_words=Words(least=WORDS_OF_B + 1, most=300))
    assert "length" in codes(launch_words=Words(least=1, most=WORDS_OF_B - 1))
    assert "length" in codes(paper_words=Words(least=1, most=40))
    assert "length" not in codes(launch_words=exact, least_words_quoting=1)


def test_an_item_in_its_sources_own_sentences_may_be_shorter():
    words = parse(DRAFT).items[0].words

    assert words < Rubric().launch_words.least
    assert "length" not in codes(least_words_quoting=words)
    assert "length" in codes(least_words_quoting=words + 1)


def test_an_item_that_adds_words_of_its_own_may_not():
    added = "Whoever has one of those at hand may try the model without asking anybody."
    own = CITATIONS[0].model_copy(update={"claim": added})

    found = codes(
        DRAFT.replace(CLAIM_A2, f"{CLAIM_A2} {added}"), citations=(*CITATIONS, own)
    )

    assert found == {"length"}


def test_no_more_items_have_a_view_than_the_newsletter_wants():
    second = DRAFT.replace("first line.", "first line.\n\nOur view: wait a week.")

    assert "view" not in codes(second, most_views=2)
    assert "view" in codes(second, most_views=1)
    assert "view" in codes(most_views=0)


def test_all_stories_together_have_no_more_words_than_the_newsletter_wants():
    words = sum(item.words for item in parse(DRAFT).stories)

    assert "length" in codes(most_words=words - 1)
    assert "length" not in codes(most_words=words)
    assert "length" not in codes(most_words=0)


FURTHER = (
    "**Dig deeper:** The [raw figures](https://a.example/raw) of the test are public. "
    "A [report on the card](https://c.example/card) tells what it draws."
)
A_END = "\n\n**Our view:** rent the card"


def with_further(text):
    """The draft with that paragraph in its first story, and an excuse for the others."""
    draft = DRAFT.replace("one did not answer.", EXCUSE)
    return draft.replace(A_END, f"\n\n{text}{A_END}", 1)


EXCUSE = "one did not answer. In this issue some stories have no further links."


def test_links_to_go_on_with_are_wanted_where_the_newsletter_wants_them():
    assert "deeper" in codes(deeper_links=True)
    assert "deeper" not in codes()
    assert "deeper" not in codes(with_further(FURTHER), deeper_links=True)


def test_an_issue_may_say_that_its_stories_led_no_further():
    excused = DRAFT.replace("one did not answer.", EXCUSE)

    assert "deeper" not in codes(excused, deeper_links=True)


@pytest.mark.parametrize(
    "wrong",
    [
        "**Dig deeper:** The [raw figures](https://a.example/raw) are public.",
        FURTHER + " See [one](https://d.example/1) and [two](https://d.example/2).",
        FURTHER.replace("https://c.example/card", "https://a.example/news"),
        FURTHER.replace("https://c.example/card", "https://a.example/raw"),
    ],
)
def test_one_link_four_links_and_the_storys_own_are_none_to_go_on_with(wrong):
    assert "deeper" in codes(with_further(wrong), deeper_links=True)


def test_what_stands_behind_further_links_does_not_count_among_the_words():
    plain, further = parse(DRAFT).items[0], parse(with_further(FURTHER)).items[0]

    assert further.words == plain.words


def test_what_is_said_of_further_links_is_cited_like_any_other_sentence():
    bare = FURTHER.replace("A [report on the card](https://c.example/card)", "A report")

    assert "uncited" in codes(with_further(bare))
    assert "uncited" not in codes(with_further(FURTHER))


@pytest.mark.parametrize("subject", ["Short one", "x" * 79, "  Short one  "])
def test_a_subject_that_does_not_fit_is_refused(subject):
    assert "subject" in codes(subject=subject)


@pytest.mark.parametrize("subject", ["Ten letter", "x" * 78])
def test_a_subject_that_just_fits_is_not(subject):
    assert "subject" not in codes(subject=subject)


def test_a_story_told_twice_is_refused_by_title_and_by_address():
    same_title = DRAFT.replace("### 2. Tool B 1.2", "### 2. Model A Is Out")
    same_address = DRAFT.replace(
        "https://b.example/1.2", "https://a.example/news/?utm_source=x"
    )

    assert "duplicate" in codes(same_title)
    assert "duplicate" in codes(same_address)


def test_a_citation_without_a_quote_is_refused():
    blank = CITATIONS[0].model_copy(update={"quote": " … "})

    assert "unquoted" in codes(citations=(blank, *CITATIONS[1:]))


def test_a_citation_of_a_claim_that_is_not_in_the_draft_is_refused():
    other = CITATIONS[0].model_copy(update={"claim": "Model A has 240 parameters."})

    assert "unquoted" in codes(citations=(*CITATIONS, other))


def test_a_quotation_goes_on_with_the_one_of_the_same_source_before_it():
    said = "“It needs 5 GB of memory and takes 128,000 tokens.”"
    draft = DRAFT.replace(CLAIM_A2, said)
    own, other = (
        CitedClaim(claim=said, quote=said.strip("“”"), url=url, source_sha256=SHA)
        for url in ("https://a.example/news", "https://b.example/1.2")
    )

    assert "dangling" not in codes(draft, citations=(*CITATIONS, own))
    assert "dangling" in codes(draft, citations=(*CITATIONS, other))


def test_a_quotation_goes_on_with_our_own_sentence_of_the_same_source_before_it():
    said, own = "“This makes it slower,” says Lab B.", B_END
    draft = DRAFT.replace(own, f"{own} It keeps a log of both. {said}")
    before, quoted, other = (
        CitedClaim(claim=claim, quote=claim.strip("“”"), url=url, source_sha256=SHA)
        for claim, url in [
            ("It keeps a log of both.", "https://b.example/notes"),
            (said, "https://b.example/notes"),
            (said, "https://a.example/news"),
        ]
    )

    assert "dangling" not in codes(draft, citations=(*CITATIONS, before, quoted))
    assert "dangling" in codes(draft, citations=(*CITATIONS, before, other))
    assert "dangling" in codes(draft, citations=(*CITATIONS, quoted))


def test_a_preheader_that_is_the_subject_again_is_none():
    def told(preheader):
        found = review(parse(DRAFT), SUBJECT, CITATIONS, Rubric(), preheader=preheader)
        return {violation.code for violation in found}

    assert told(f"{SUBJECT}.") == {"preheader"}
    assert told("A cache that forgets, and one more") == told("") == set()


def test_markup_and_lost_characters_of_a_source_are_its_own():
    said = "It adds \\<b> and \ufffd to its list."
    draft = DRAFT.replace(B_END, f"{B_END} {said}")
    shown = said.replace("\\", "")
    quoted, bare = (
        CitedClaim(
            claim=shown, quote=quote, url="https://b.example/1.2", source_sha256=SHA
        )
        for quote in ("We add <b> and \ufffd to the list.", "We add both.")
    )

    assert codes(draft, citations=(*CITATIONS, quoted)) == set()
    assert codes(draft, citations=(*CITATIONS, bare)) == {"markup", "lost"}


def test_acronyms_that_a_source_lists_are_no_shouting():
    said = "It signs by ECDH, RSA, ECDSA."
    draft = DRAFT.replace(B_END, f"{B_END} {said}")
    listing, silent = (
        CitedClaim(
            claim=said, quote=quote, url="https://b.example/1.2", source_sha256=SHA
        )
        for quote in ("key exchange (ECDH) and signatures (RSA, ECDSA)", "It signs.")
    )

    assert "shouting" not in codes(draft, citations=(*CITATIONS, listing))
    assert "shouting" in codes(draft, citations=(*CITATIONS, silent))


def test_without_its_citation_a_sentence_is_uncited():
    assert "uncited" in codes(citations=CITATIONS[1:])


def test_arxiv_may_be_quoted_at_any_length_and_others_not():
    elsewhere = tuple(
        citation.model_copy(update={"url": "https://blog.example/c"})
        for citation in CITATIONS[2:]
    )

    assert "overquoted" not in codes(citations=CITATIONS)
    assert "overquoted" not in codes(
        DRAFT, citations=(*CITATIONS[:2], *elsewhere), quoted_words=60
    )
    assert "overquoted" in codes(citations=(*CITATIONS[:2], *elsewhere))


def test_what_two_pages_say_in_the_same_words_is_quoted_from_the_one_linked_there():
    twice = DRAFT.replace(
        "Lab B has released", f"{CLAIM_A} {CLAIM_A2} Lab B has released"
    )
    copied = tuple(
        citation.model_copy(update={"url": "https://b.example/1.2"})
        for citation in CITATIONS[:2]
    )

    assert "overquoted" not in codes(twice, citations=(*CITATIONS, *copied))
    assert "overquoted" in codes(twice, citations=CITATIONS)


def test_what_is_quoted_too_much_is_named_with_the_limit():
    third = "“And a third sentence is quoted too, word for word.”"
    draft = parse(DRAFT.replace(CLAIM_A2, f"{CLAIM_A2} {third}"))

    broken = review(draft, SUBJECT, CITATIONS, Rubric())

    [found] = [one for one in broken if one.code == "overquoted"]

    assert "3 sentences, 42 words" in found.message
    assert "quote at most 2 and 50. They are: “Model A has" in found.message
    assert third[:40] in found.message


def test_a_banned_word_in_a_sources_own_sentence_is_the_sources():
    quoted = CLAIM_C.replace("a sampler", "a robust sampler")
    citation = CITATIONS[2].model_copy(update={"claim": quoted, "quote": quoted})
    draft = DRAFT.replace(CLAIM_C, quoted)

    assert codes(draft, citations=(*CITATIONS[:2], citation, CITATIONS[3])) == set()
    assert "banned" in codes(DRAFT.replace("name three", "name robust and three"))


def test_whose_a_sentence_is_makes_it_no_less_a_quotation():
    said = "The robust sampler keeps quality on five tests."
    citation = CITATIONS[2].model_copy(update={"claim": said, "quote": said})
    behind = f"{said} ([A Journal of Methods, 12 November]({citation.url}))"
    draft = parse(f"## Research\n\n### 1. Method C\n\n{behind}\n")
    case = Case(draft, sentences(draft), "", (citation,), Rubric())

    assert list(style.banned(case)) == []


def test_the_title_of_a_work_may_hold_a_banned_word_where_it_is_named():
    draft = DRAFT.replace("1. Method C: faster", "1. Robust C! Faster")

    assert codes(draft, "Robust C! Faster decoding, and 2 more") == set()
    assert codes(draft, "Robust C! Faster…, and 2 more") == set()
    assert "banned" in codes(draft, "A robust week, and 2 more")


def test_a_violation_points_at_its_item_and_is_told_once():
    found = review(
        parse(DRAFT.replace("without a network.", "without a robust, robust network!")),
        SUBJECT,
        CITATIONS,
        Rubric(),
    )

    assert [(v.code, v.where) for v in found] == [
        ("banned", "2. Tool B 1.2"),
        ("hype", "2. Tool B 1.2"),
    ]
