import pytest

from newsletter.text import blemishes


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (blemishes.is_caption, "Figure 2: Kettle beside two other caches."),
        (blemishes.is_caption, "Image: the team at work."),
        (
            blemishes.is_caption,
            "Kettle 5 (orange line) is quicker than Kettle 4 (gray line).",
        ),
        (
            blemishes.is_caption,
            "The new camera (left) sees more than the old one (right).",
        ),
        (blemishes.is_background, "In recent years, agents have learned to wait."),
        (blemishes.is_background, "Large Language Models (LLMs) have shown much."),
        (blemishes.is_background, "Vision-language models have recently emerged."),
        (blemishes.is_background, "MLLMs have become common."),
        (blemishes.is_background, "When we founded Kettle, nobody had a cache."),
        (blemishes.is_background, "Seit Jahren wächst der Markt für Mähroboter."),
        (blemishes.is_background, "Depuis des années, le vélo cargo séduit."),
        (blemishes.is_background, "Ces dernières années, le vélo a séduit."),
        (blemishes.is_background, "En los últimos años ha crecido el mercado."),
        (blemishes.is_background, "Negli ultimi anni il mercato è cresciuto."),
        (blemishes.is_background, "De afgelopen jaren groeide de markt."),
        (blemishes.is_background, "Nos últimos anos o mercado cresceu."),
        (blemishes.is_background, "近年、携帯ゲーム機の市場は伸びている。"),
        (blemishes.points_at_nothing, "So funktioniert das neue Gerät."),
        (blemishes.points_at_nothing, "Voici comment elle s'y est prise."),
        (blemishes.points_at_nothing, "Así funciona la nueva norma."),
        (blemishes.points_at_nothing, "Ecco perché il prezzo sale."),
        (blemishes.points_at_nothing, "Zo werkt de nieuwe regel."),
        (blemishes.points_at_nothing, "Veja como a regra funciona."),
        (blemishes.points_at_nothing, "詳しくは公式サイトをご覧ください。"),
        (blemishes.points_at_nothing, "Here's how it works."),
        (blemishes.points_at_nothing, "Here’s every build, with cost and latency."),
        (blemishes.points_at_nothing, "That kind of failure is hard to find."),
        (blemishes.points_at_nothing, "After that, the model is trained."),
        (blemishes.points_at_nothing, "One reason for this is the price."),
        (blemishes.opens_on_pointer, "“One of them is speed.”"),
        (blemishes.opens_on_pointer, "However, agents forget."),
        (blemishes.opens_on_pointer, "Nor did the filing say it."),
        (blemishes.orders_its_reader, "Discover how to boil tea at home."),
        (blemishes.orders_its_reader, "See live prices, and how to save."),
        (blemishes.orders_its_reader, "Let’s look at the kettle."),
        (blemishes.orders_its_reader, "“Read the whole story on our page.”"),
        (blemishes.orders_its_reader, "For the rest of it, please see our bulletin."),
        (blemishes.orders_its_reader, "If you like tea, please consider subscribing."),
        (blemishes.ends_before_its_list, "Kettle has three modes:"),
        (blemishes.ends_before_its_list, "The benchmark has the following parts."),
        (blemishes.footnotes, "It wins on coding and other domains2—Opus leads."),
        (blemishes.footnotes, "It supports eleven languages.1 Kettle is free."),
        (blemishes.footnotes, "It supports eleven languages², and more."),
        (blemishes.typing, "A cache -- which waits."),
        (blemishes.typing, "A cache , which waits."),
        (blemishes.markup, "Eleven languages<sup>1</sup> of them."),
        (blemishes.markup, "Tea &amp; milk."),
        (blemishes.tex, r"At \alpha = 2 it holds."),
        (blemishes.tex, "The state x_{t} of it."),
        (blemishes.tex, "It needs 10^6 notes."),
        (blemishes.tex, "It needs 10^-6 notes."),
        (blemishes.has_wrong_speaker, "The authors should build a web for agents."),
        (blemishes.grammar, "It is an kettle of tin."),
        (blemishes.grammar, "It is a apple of glass."),
        (blemishes.grammar, "It is in the the kettle."),
        (blemishes.grammar, "The tea has a a 4-5% lead."),
        (blemishes.grammar, "Tea made using using a kettle."),
        (blemishes.grammar, "They sell pots as well as as lids."),
        (blemishes.is_fragment, "which holds three litres of tea."),
        (blemishes.is_fragment, "The kettle holds three litres of"),
        (blemishes.is_fragment, "retrieval-augmented tea is served."),
        (blemishes.only_announces, "Introducing Kettle 2"),
        (blemishes.only_announces, "Kettle 2 is here!"),
        (blemishes.only_announces, "Introducing Kettle 2: a stove for small boats"),
        (blemishes.is_garbled, "CafÃ© crÃ¨me"),
        (blemishes.is_garbled, "Kłďż˝tnia o most"),
    ],
)
def test_what_spoils_a_sentence_is_seen(question, text):
    assert question(text)


# Well written, each with something that looks like a blemish.
_GOOD = """
Figures fell by 3% in Table Bay after the harbour opened.
Source code is free under the MIT licence.
Recent is a word that the tests look for.
In 2019 the lab opened GPT-2, and in 2025 it opened gpt-oss.
Large language models cost less than they did in May.
Kettle models have shown that they can wait.
Our large language models have achieved 71.2%.
That the cache waits is told on the second page.
Of 40 long tasks the agent finishes 31 of them.
All of the weights are published, and so is the code.
Ask one of the three servers, whichever is near.
It keeps the price of Opus 4: $15 per million tokens.
The editor has three modes: suggest, apply and review.
The model runs on utf8 text, in bfloat16, with python3.
In nDCG@10 it rises from 0.512 to 0.561.
Qwen3, llama3 and gemma2 were tried on MATH500.
Agent² writes the agents that write agents.
Flux.1 Kontext was tested on 24,000 faces.
About ~30% of the calls are cached; the rest is not.
Run it with --fast, or not at all.
The range is 3–7 pages – or more — for both.
Tea & milk cost $5 to $6 a litre, and R&D more.
It is 5 < 6, and a -> b.
The variable gpt_oss_20b is a name, and so is __init__.
An LLM, an SDK, a UI, an 8B model and a 7B model were tried.
A unified agent, a European law, a one-hour talk and an honest heir met.
A user asked a useful question at a university, in an hour.
It has had what it is, and that that is so was known.
Across most evaluation subsets it leads.
The authors show that they need one GPU.
They should be read beside the paper itself.
The authors need to boil it first.
Meet the deadline and nothing else changes.
The introducing sentence was cut.
iPhone users and vLLM servers were asked alike.
It gives an a priori bound, and plan A the other.
Le modèle est rapide ; il est libre.
k-means holds three clusters.
“It halved our bill,” said nobody.
We measured 40 of our own tasks.
The paper asks why: no answer is given (yet).
See what is in the box, and what is not.
The latency is 9 ms, i.e. a tenth of the one before.
Kettle 2 boils 3 litres in 40 seconds.
Nothing passed, so this section is short.
Open the code, get its first example to run, and set it one task of yours.
The café in São Paulo opened in 2024.
The price per vCPU-hour is $0.0895.
Its 66-page report has a table on page 12.
The API takes 128 tools a request, as before.
No figure is given for handwriting, which was left out.
On Windows you wait: a wheel is planned.
Scanned pages no longer need a GPU.
Of five readers two read it twice.
Seit dem 1. März gilt das neue Gesetz.
Hier im Werk arbeiten 40 Menschen.
Depuis lundi, la piste est ouverte.
Desde el lunes rige la nueva ley.
近江の工場で火災があった。
Open the .zip file, or set a .kettle file beside it.
One pot is enough to make tea for two, and so is a cup.
The very kettle that boiled it has a and b for names.
The log of 3 August has 1,024 lines, of which 12 fail.
Everything lives in app.py (110 lines), and the odds (closing line) are the bar.
"""


@pytest.mark.parametrize("text", _GOOD.strip().splitlines())
def test_a_well_written_sentence_has_no_blemish(text):
    questions = (
        blemishes.is_caption,
        blemishes.is_background,
        blemishes.points_at_nothing,
        blemishes.ends_before_its_list,
        blemishes.footnotes,
        blemishes.typing,
        blemishes.markup,
        blemishes.tex,
        blemishes.has_wrong_speaker,
        blemishes.grammar,
        blemishes.is_fragment,
        blemishes.only_announces,
        blemishes.is_garbled,
    )

    assert [one.__name__ for one in questions if one(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Read together, the reports tell of tea.",
        "Watch and learn are two words.",
        "Press has reported of it.",
        "Ask Pott whether it boils.",
        "Check sizes range from $500,000 to $15 million.",
        "Discovery is what it sells.",
        "The kettle has a lid that should please tired parents.",
        "“Come in, please take a cup,” said Pott.",
    ],
)
def test_what_tells_something_orders_nobody(text):
    assert not blemishes.orders_its_reader(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was opened in Elgin, Vale, on March 3, 2026.",
        "Notes must be received on or before Friday, July 31, 2026.",
        "The law takes effect on March 3, 2026.",
        "Nell Roe, 29, is on trial at Elgin court in Vale, near Lynd, on 6 March 2026.",
    ],
)
def test_a_day_that_is_told_makes_no_caption(text):
    assert not blemishes.is_caption(text)


def test_what_stands_alone_needs_nothing_before_it():
    for said in (
        "In addition to tea it boils milk.",
        "Still water boils.",
        "Later on.",
    ):
        assert not blemishes.opens_on_pointer(said)


@pytest.mark.parametrize(
    "text",
    [
        "The stunning attack was told by nobody.",
        "He was raised on revolutionary songs.",
        "They are begging for tea.",
        "La Guardia y sus revolucionarios ganaron la plaza.",
        "La noticia era muy esperada por el barrio.",
    ],
)
def test_what_news_says_too_is_no_praise(text):
    assert not blemishes.praise(text)
