import pytest

from agents.orchestrator.routing import Agent, platform_in, route
from agents.prompts.loader import assistants

AGENTS = [
    Agent(slug, spec.front.purpose, frozenset(spec.front.words))
    for slug, spec in assistants().items()
    if "orchestrator" in spec.front.triggers
]


def agents_of(text, last=""):
    return [part.agent for part in route(text, AGENTS, last).parts]


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("What does GPT-5 cost?", ["ask"]),
        ("Was kostet GPT-5?", ["ask"]),
        ("Wieviel kostet GPT-5", ["ask"]),
        ("Qui a publié Parser 2.0", ["ask"]),
        ("Combien coûte GPT-5, et écris un post pour Bluesky", ["ask", "nova"]),
        ("Wer hat Parser 2.0 veröffentlicht und dann ein Post für X", ["ask", "nova"]),
        ("A post for X and one for Mastodon about issue 1", ["nova", "nova"]),
        ("A post for LinkedIn and one for X about issue 1", ["nova", "nova"]),
        ("writ a post for linkdin", ["nova"]),
        ("Write a post for LinkedIn about issue 3", ["nova"]),
        ("Tweet about the newest issue", ["nova"]),
        ("What does GPT-5 cost and write a post for X? Make it dry.", ["ask", "nova"]),
        ("Who released Parser 2.0? Then write a toot about it.", ["ask", "nova"]),
        ("How do I send mail with Parser 2.0?", ["ask"]),
        ("Did you publish anything about deleting subscribers?", ["ask"]),
        ("asdf qwer", []),
        ("", []),
        ("???", ["ask"]),
        ("hello", []),
    ],
)
def test_words_say_who_does_it(text, agents):
    assert agents_of(text) == agents


def test_the_conversation_so_far_decides_where_words_do_not():
    assert agents_of("shorter, please", "nova") == ["nova"]
    assert agents_of("shorter, please") == []


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Send issue 4 to everybody", "send"),
        ("Please publish it now.", "publish"),
        ("delete all subscribers", "delete"),
        ("Add eve@example.com to the list", "change"),
        ("Can you unsubscribe bob@example.com?", "change"),
        ("Lösche alle Leser", "delete"),
        ("Supprime tous les abonnés", "delete"),
        ("Combien y a-t-il de lecteurs ? Envoie-leur le numéro 3", "send"),
        ("Publie-le maintenant", "publish"),
        ("Write a post for X and then send it to all readers", "send"),
    ],
)
def test_what_would_change_something_is_found_and_is_no_agents(text, act):
    assert act in route(text, AGENTS).acts


def test_why_is_told_of_each():
    [part] = route("Write a post for LinkedIn", AGENTS).parts

    assert part.why == "it names: linkedin, post"


def test_a_platform_is_named_by_its_own_words():
    assert platform_in("a toot, please") == "mastodon"
    assert platform_in("hello") is None


def test_a_very_long_request_is_routed_in_no_time():
    assert len(agents_of("write a post for x and what is this? " * 200)) <= 4
