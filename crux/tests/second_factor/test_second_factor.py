"""The second factor: set up by its operator, asked for at log-in, and a way back in."""

import re

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from crux import checks
from crux.second_factor import devices

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
PAGE = "/admin/second-factor/"


@pytest.fixture(autouse=True)
def clock():
    """Time goes on by hand, since a code is good once."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada():
    return User.objects.create_superuser("ada", "ada@crux.dev", PASSWORD)


@pytest.fixture
def secured(ada):
    """Ada with a telephone, and her recovery codes."""
    devices.begin(ada)
    assert devices.confirm(ada, code_of(ada))
    return devices.new_recovery_codes(ada)


def code_of(user):
    """What her telephone shows now."""
    device = TOTPDevice.objects.filter(user=user).latest("pk")
    return f"{totp(device.bin_key):06}"


def log_in(client, code="", ip="203.0.113.7"):
    sent = {"username": "ada", "password": PASSWORD, "code": code}
    return client.post(reverse("admin:login"), sent, REMOTE_ADDR=ip)


def is_in(client):
    return client.get("/admin/").status_code == 200


def test_who_has_none_logs_in_as_before(client, ada):
    assert log_in(client).status_code == 302
    assert is_in(client)


def test_it_is_set_up_with_a_picture_and_a_code_and_gives_recovery_codes(client, ada):
    log_in(client)
    assert "It is off" in client.get(PAGE).content.decode()

    page = client.post(PAGE, {"act": "begin"}, follow=True).content.decode()
    assert "<svg" in page
    assert devices.key_in_letters(devices.begun(ada)) in page
    assert not devices.is_on(ada)

    done = client.post(PAGE, {"act": "confirm", "code": code_of(ada)}).content.decode()
    codes = re.findall(r"<code>(r\w{4}-\w{5})</code>", done)
    assert len(set(codes)) == devices.RECOVERY_CODES
    assert devices.is_on(ada)
    assert is_in(client)


def test_a_key_that_is_not_confirmed_asks_for_nothing(client, ada):
    devices.begin(ada)

    assert devices.confirm(ada, "000000") is None
    assert log_in(client).status_code == 302


def test_the_log_in_asks_for_the_code(client, ada, secured, clock):
    clock.shift(60)
    assert "This account asks for a code too" in log_in(client).content.decode()
    assert not is_in(client)

    assert log_in(client, code_of(ada)).status_code == 302
    assert is_in(client)


def test_a_code_is_good_once(client, ada, secured, clock):
    clock.shift(60)
    code = code_of(ada)
    log_in(client, code)
    client.post(reverse("admin:logout"))

    assert "was used already" in log_in(client, code).content.decode()


def test_a_recovery_code_lets_in_once_and_is_stored_as_a_hash(client, ada, secured):
    first = secured[0]
    assert not StaticToken.objects.filter(token__contains=first[:5]).exists()

    assert log_in(client, first.upper()).status_code == 302
    client.post(reverse("admin:logout"))

    assert log_in(client, first).status_code == 200
    assert devices.recovery_codes_left(ada) == devices.RECOVERY_CODES - 1


def test_wrong_codes_are_throttled_even_from_many_addresses(
    client, ada, secured, clock
):
    clock.shift(60)
    for number in range(5):
        log_in(client, "000000", ip=f"203.0.113.{number}")

    assert log_in(client, code_of(ada), ip="198.51.100.9").status_code == 200
    clock.shift(60)
    assert log_in(client, code_of(ada), ip="198.51.100.9").status_code == 302


def test_wrong_codes_count_as_wrong_passwords_do(client, ada, secured):
    answers = [log_in(client, "000000").status_code for _ in range(8)]

    assert (answers[0], answers[-1]) == (200, 429)
    assert "000000" not in AccessAttempt.objects.get().post_data


def test_a_session_from_before_it_was_on_ends(client, ada):
    log_in(client)
    devices.begin(ada)
    devices.confirm(ada, code_of(ada))

    answer = client.get("/admin/agents/session/")

    assert answer["Location"] == "/admin/login/?next=/admin/agents/session/"
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("groups", [["all"], ["Owner"]])
def test_who_has_to_have_one_sets_it_up_first(client, ada, settings, groups):
    settings.SECOND_FACTOR_FOR = groups
    ada.groups.add(Group.objects.get_or_create(name="Owner")[0])
    log_in(client)

    assert client.get("/admin/").headers["Location"] == PAGE
    assert client.post("/admin/agents/session/begin/").headers["Location"] == PAGE
    assert "has to have one" in client.get(PAGE).content.decode()

    client.post(PAGE, {"act": "begin"})
    client.post(PAGE, {"act": "confirm", "code": code_of(ada)})
    assert is_in(client)


def test_other_groups_are_not_asked(client, ada, settings):
    settings.SECOND_FACTOR_FOR = ["Owner"]
    ada.groups.add(Group.objects.get_or_create(name="Editor")[0])
    log_in(client)

    assert is_in(client)


def test_it_is_switched_off_by_who_shows_it_once_more(client, ada, secured, clock):
    clock.shift(60)
    log_in(client, secured[0])

    client.post(PAGE, {"act": "off", "code": "000000"})
    assert devices.is_on(ada)
    clock.shift(60)
    client.post(PAGE, {"act": "off", "code": code_of(ada)})
    assert not devices.is_on(ada)
    assert is_in(client)


def test_who_has_to_have_one_does_not_switch_it_off(client, ada, secured, settings):
    settings.SECOND_FACTOR_FOR = ["all"]
    log_in(client, secured[0])

    client.post(PAGE, {"act": "off", "code": secured[1]})

    assert devices.is_on(ada)


def test_another_telephone_takes_the_place_of_the_first(client, ada, secured, clock):
    log_in(client, secured[0])
    client.post(PAGE, {"act": "begin", "code": secured[1]})
    assert TOTPDevice.objects.filter(user=ada).count() == 2

    clock.shift(60)
    client.post(PAGE, {"act": "confirm", "code": code_of(ada)})

    assert TOTPDevice.objects.get(user=ada).confirmed
    assert is_in(client)


def test_a_locked_out_owner_is_let_in_by_the_command(client, ada, secured, capsys):
    call_command("secondfactor")
    call_command("secondfactor", off="ada")
    call_command("secondfactor")

    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[-1]) == ("ada: on", "ada: off")
    assert log_in(client).status_code == 302
    assert "taken away" in LogEntry.objects.latest("pk").change_message
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("secondfactor", off="ada")
    with pytest.raises(CommandError, match="No operator 'bob'"):
        call_command("secondfactor", off="bob")


def test_nobody_reads_keys_on_the_desk(admin_client, secured):
    for table in ("otp_totp/totpdevice", "otp_static/staticdevice"):
        assert admin_client.get(f"/admin/{table}/").status_code == 404


def test_public_pages_are_no_matter_of_it(client, settings):
    settings.SECOND_FACTOR_FOR = ["all"]

    assert client.get("/runs/").status_code == 200


def test_a_group_that_is_none_is_told(settings, capsys):
    settings.SECOND_FACTOR_FOR = ["all", "Owners"]

    [warning] = checks.check_second_factor(databases=["default"])
    call_command("secondfactor")

    assert (warning.id, "'Owners'" in warning.msg) == ("crux.W009", True)
    assert "'Owners', which is no group" in capsys.readouterr().err
    assert checks.check_second_factor(databases=None) == []
