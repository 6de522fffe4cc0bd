from decimal import Decimal

import pytest

from crux.environment import Environment, Misconfigured, misspelt


@pytest.fixture
def env(monkeypatch):
    def given(value: str) -> Environment:
        monkeypatch.setenv("A_SETTING", value)
        return Environment()

    return given


def problem(read) -> str:
    with pytest.raises(Misconfigured) as raised:
        read()
    return str(raised.value.code)


@pytest.mark.parametrize(
    ("value", "is_on"), [("on", True), ("False", False), ("", False)]
)
def test_a_flag_is_on_or_off(env, value, is_on):
    assert env(value).bool("A_SETTING", default=True) is is_on


def test_a_flag_that_is_neither_is_refused(env):
    said = problem(lambda: env("maybe").bool("A_SETTING", default=True))

    assert said == "A_SETTING is 'maybe'; it must be True or False."


@pytest.mark.parametrize("value", ["12abc", "1,5", "five", "nan", "inf", "-1"])
def test_a_number_is_one_from_end_to_end_and_within_its_range(env, value):
    wrong = env(value)

    for said in (
        problem(lambda: wrong.seconds("A_SETTING", default=1.0)),
        problem(lambda: wrong.whole("A_SETTING", default=1)),
        problem(lambda: wrong.dollars("A_SETTING", default=Decimal(1))),
    ):
        assert said.startswith(f"A_SETTING is {value!r}; it must be a ")
        assert said.endswith("number, 0 or more.")


@pytest.mark.parametrize(("value", "is_one"), [("0", 0), ("1", 1), ("9", 1), ("10", 0)])
def test_a_range_holds_its_edges(env, value, is_one):
    given = env(value)

    def read():
        return given.whole("A_SETTING", default=5, least=1, most=9)

    if is_one:
        assert read() == int(value)
    else:
        assert problem(read).endswith("it must be a whole number from 1 to 9.")


def test_an_empty_number_counts_as_not_set(env):
    assert env("").whole("A_SETTING", default=25) == 25


def test_no_value_stands_for_another_variable(env):
    assert env("$ecret").str("A_SETTING", default="") == "$ecret"


def test_pairs_hold_secrets_and_are_not_shown(env):
    said = problem(lambda: env("key=1,hunter2").dict("A_SETTING", default={}))

    assert "A_SETTING" in said
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("nonsense", "'nonsense'"),
        ("mysql://ann:hunter2@db/crux", "'mysql://…'"),
        ("postgres://ann:hunter2@db:port/crux", "'postgres://…'"),
        ("postgres://ann:hunter2@db", "'postgres://…'"),
        ("postgres//ann:hunter2@db/crux", "'…'"),
        ("sqlite://", "'sqlite://…'"),
    ],
)
def test_an_address_of_no_database_is_told_without_its_password(env, value, shown):
    said = problem(lambda: env(value).database("A_SETTING", default=""))

    assert said.startswith(f"A_SETTING is {shown}; it must be like postgres://")
    assert "hunter2" not in said


@pytest.mark.parametrize(
    "value", ["foo", "http://db/0", "redis://", "rediss://db/0", "redis://db/x"]
)
def test_an_address_of_no_redis_is_refused(env, value):
    assert "it must be like redis" in problem(lambda: env(value).redis("A_SETTING"))


@pytest.mark.parametrize(
    "value", ["", "redis://db:6379/0", "rediss://db/0?ssl_cert_reqs=required"]
)
def test_an_address_of_a_redis_or_none_is_taken(env, value):
    assert env(value).redis("A_SETTING") == value


def test_an_empty_address_of_a_database_is_the_default(env):
    found = env("").database("A_SETTING", default="sqlite:////srv/a.sqlite3")

    assert found["NAME"] == "/srv/a.sqlite3"


def test_one_of_a_few_words_is_known_in_any_case(env):
    assert env("info").one_of("A_SETTING", ["DEBUG", "INFO"], default="INFO") == "INFO"
    assert "xml" in problem(
        lambda: env("xml").one_of("A_SETTING", ["json"], default="")
    )


def test_some_of_a_few_words_are_taken_in_the_order_given(env):
    given = env("b,a")

    assert given.some_of("A_SETTING", ["a", "b"], default=["a"]) == ["b", "a"]
    assert problem(lambda: given.some_of("A_SETTING", ["a"], default=["a"])) == (
        "A_SETTING is 'b'; it must be of: a."
    )


@pytest.mark.parametrize("value", ["foo", "ftp://a.b", "https://", "http://a.b:port"])
def test_what_is_no_address_on_the_web_is_refused(env, value):
    said = problem(lambda: env(value).link("A_SETTING"))

    assert said.startswith("A_SETTING is ")
    assert said.endswith("it must be like https://news.your.domain.")


@pytest.mark.parametrize("value", ["", "https://a.b/hook/"])
def test_an_address_on_the_web_or_none_is_taken_as_it_is(env, value):
    assert env(value).link("A_SETTING") == value


def test_a_file_that_is_named_has_to_be_there(env, tmp_path):
    assert env(str(tmp_path)).file("A_SETTING", default=tmp_path) == tmp_path
    assert env("").file("A_SETTING", default=tmp_path / "no") == tmp_path / "no"
    assert "no such file" in problem(
        lambda: env(str(tmp_path / "no")).file("A_SETTING", default=tmp_path)
    )


def test_a_name_that_nobody_asks_for_and_that_is_like_a_setting_is_misspelt(tmp_path):
    read, file = Environment(), tmp_path / ".env"
    for name in ("DELIVERY_TRANSPORT", "SECRET_KEY", "SECRET_KEY_FALLBACKS"):
        read.get_value(name)
    file.write_text(
        "SECRET_KEY=a\nexport DELIVERY_TRANSPROT=smtp\n#SECRET_KEYS=b\n"
        "secret_key=c\nPGPASSWORD=d\nSECRET_KEY_FALLBACK=e\n"
    )

    assert misspelt(file, read.asked) == {
        "DELIVERY_TRANSPROT": "DELIVERY_TRANSPORT",
        "secret_key": "SECRET_KEY",
        "SECRET_KEY_FALLBACK": "SECRET_KEY_FALLBACKS",
    }
