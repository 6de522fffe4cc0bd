import pytest

from newsletter.text.plain import clean, has_address, has_markup


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"It gains 48.3\% at $O(n^2)$ cost.", "It gains 48.3% at O(n²) cost."),
        (r"a gain of 12 \% and 3~\%", "a gain of 12% and 3%"),
        ("Une hausse de 12,5 % sur un an", "Une hausse de 12,5 % sur un an"),
        ("Une hausse de 12,5\u202f% sur un an", "Une hausse de 12,5 % sur un an"),
        ("Um **12 %** stieg die Zahl", "Um 12 % stieg die Zahl"),
        ("En ökning med 3\u00a0% är liten", "En ökning med 3 % är liten"),
        ("It gains 12% on *Kettle*", "It gains 12% on Kettle"),
        (r"We name it \textsc{Kettle} , a cache.", "We name it Kettle, a cache."),
        (r"{\em Kettle} is $5\times$ faster", "Kettle is 5× faster"),
        (r"{\it Kettle} boils", "Kettle boils"),
        (r"from $10^{-3}$ to $10^6$", "from 10⁻³ to 10⁶"),
        (r"up to $1{,}024$ nodes", "up to 1,024 nodes"),
        (r"the $\alpha$1 model", "the α1 model"),
        (r"as Erd\H{o}s and G\"odel and \'Etude", "as Erdos and Gödel and Étude"),
        (r"\textbf{a \emph{b} c}", "a b c"),
        (r"as in Fig.~2 and Tab.~3", "as in Fig. 2 and Tab. 3"),
        (r"about ~30\% less", "about ~30% less"),
        (r"``quoted'' words", '"quoted" words'),
        (r"a `single' word", "a ‘single’ word"),
        (r"pages 3--7 -- or more---here", "pages 3–7 – or more — here"),
        (r"known \cite{knuth84} since", "known since"),
        (r"with $\texttt{ SAIL}$ on", "with SAIL on"),
        ("the cache~(KET) and Sec.~(2)", "the cache (KET) and Sec. (2)"),
        ("in O(n^2) for 10^6 notes", "in O(n²) for 10⁶ notes"),
        ("human--AI teams -- and others-- wait", "human–AI teams – and others – wait"),
        ("run it with --fast", "run it with --fast"),
        (r"a 45$^{\circ}$ turn, or 90$^\circ$", "a 45° turn, or 90°"),
        (
            "Kettle$^*$ and a search with A$^*$ at last",
            "Kettle\u2217 and a search with A\u2217 at last",
        ),
        (r"$\Delta$ of 2, and $O(n \log n)$", "Δ of 2, and O(n log n)"),
        ("other domains<sup>2</sup>—Opus", "other domains—Opus"),
        ('in tests<sup><a href="#f1">1</a></sup>.', "in tests."),
        ("10<sup>6</sup> notes of 3 m²", "10⁶ notes of 3 m²"),
        ("eleven languages¹, and more.²", "eleven languages, and more."),
        ("Agent² has tests (of it)--all .", "Agent² has tests (of it)–all."),
    ],
)
def test_latex_becomes_words(text, plain):
    assert clean(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "It costs $0.398 or $0.228 a task.",
        r"It costs \$5 or \$6 a task.",
        "Between $5 and $10 and $20.",
    ],
)
def test_prices_are_no_formulas(text):
    assert clean(text) == text.replace("\\", "")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("See [the docs](https://a.example/x) now", "See the docs now"),
        ("**M**odel-rewarded **T**hinking", "Model-rewarded Thinking"),
        ("It takes 2**3 steps.", "It takes 2**3 steps."),
        (
            "![logo](a.png) **Bold** and *soft* and __strong__",
            "Bold and soft and strong",
        ),
        ("run `kettle --fast` twice", "run kettle --fast twice"),
        ("a snake_case_name stays", "a snake_case_name stays"),
        ("2 * 3 * 4 stays", "2 * 3 * 4 stays"),
        ("shown before [12] and [3, 4].", "shown before and."),
        ("<p>One &amp; two</p>", "One & two"),
        ("x < 3 and y > 4", "x < 3 and y > 4"),
        ("two\nlines   here", "two lines here"),
    ],
)
def test_markdown_and_html_become_words(text, plain):
    assert clean(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        r"the \cepo workflow",
        r"a sum $\sum_{i} x_i$",
        "x^{2n+k}",
        "[a](b",
        "left } over",
    ],
)
def test_what_is_left_of_markup_is_seen(text):
    assert has_markup(clean(text))


def test_a_tag_is_markup():
    assert has_markup("a <b>bold word")


def test_a_link_of_a_wiki_and_the_rule_of_a_table_are_markup():
    assert has_markup("The [[Kettle (tea)|kettle]] is sold.")
    assert has_markup("| | ----- | The kettle is sold.")
    assert not has_markup("It has [[1, 2], [3, 4]] as input.")


def test_plain_text_has_no_markup():
    assert not has_markup("It costs $5, a 12% gain (twice).")


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Code is at https://a.example/x.", True),
        ("Code is at www.a.example.", True),
        ("Code is at github.com/kettle/kettle.", True),
        ("Node.js and v1.2 run it.", False),
    ],
)
def test_addresses_are_seen(text, has):
    assert has_address(text) is has
