"""Numbers as arguments: within their bounds, else one sentence and nothing done."""

import pytest
from django.core.management import CommandError, call_command

from agents.management.numbers import whole
from agents.models import ApiKey


@pytest.mark.parametrize("text", ["1", "07", "10", "٣"])
def test_a_number_within_its_bounds_is_taken(text):
    assert whole(1, 10)(text) == int(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("apikey", "make", "ana", "--days", "-3"), "from 1 to 36,500, not '-3'"),
        (("apikey", "make", "ana", "--days", "0"), "from 1 to 36,500, not '0'"),
        (("apikey", "make", "ana", "--days", "9" * 5000), "from 1 to 36,500"),
        (("apikey", "make", "ana", "--per-hour", "-2"), "not '-2'"),
        (("apikey", "make", "ana", "--per-hour", "many"), "not 'many'"),
        (("live", "--port", "99999"), "from 1 to 65,535, not '99999'"),
        (("live", "--port", "web"), "not 'web'"),
        (("anthropicserver", "--port=99999999"), "from 0 to 65,535, not '99999999'"),
        (("anthropicserver", "--port=-1"), "not '-1'"),
        (("promptweight", "--stories", "-3"), "from 0 to 1,000, not '-3'"),
        (("promptweight", "--stories", "1e3"), "not '1e3'"),
    ],
)
def test_one_that_is_none_is_told_in_a_sentence(
    command, told, django_user_model, monkeypatch
):
    django_user_model.objects.create_superuser("ana")
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: None)

    with pytest.raises(CommandError, match=told):
        call_command(*command)

    assert not ApiKey.objects.exists()
