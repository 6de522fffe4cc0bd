import pytest
from django.contrib.auth.models import Group, Permission, User

from agents.models import Budget, Journal, Provider, RetryPolicy, Session, ToolCall
from agents.tests.support import newsroom
from agents.tests.support import small_week as small_week_
from crux.roles import fill_groups
from crux.tests.support.browser.fixtures import (  # noqa: F401  fixtures
    browser,
    screenshot,
    signed_in,
    site,
    visit,
)
from newsletter.tests.support.makers import make_newsletter
from newsletter.tests.support.stories import make_held


@pytest.fixture(scope="module")
def sent(standing, tmp_path_factory):
    """A session that made and sent an issue, and what else there may be to look at."""

    def make():
        newsletter = make_newsletter(title="Parsers Weekly")
        session = newsroom.played(newsletter, tmp_path_factory.mktemp("var"))
        journal = Journal.objects.create(
            session=session, key="writer.1", brain="managed"
        )
        ToolCall.objects.create(
            journal=journal, call_id="c1", tool="emit_event", attempt=1
        )
        Budget.objects.create(newsletter=newsletter, session_dollars=3)
        RetryPolicy.objects.create(step="writer", attempts=2)
        Provider.objects.create(name="anthropic")
        make_held(newsletter)
        return session

    return standing(make)


@pytest.fixture
def finished(sent, db, settings, tmp_path):
    """The session that was sent, as a test finds it."""
    settings.VAR_DIR = tmp_path
    return Session.objects.get(pk=sent.pk)


@pytest.fixture
def small_week():
    """Sessions of the sample read three makers, and the papers of one field."""
    with small_week_.told_by(*small_week_.MAKERS):
        yield


@pytest.fixture
def session():
    return newsroom.begin(make_newsletter(title="Parsers Weekly"))


@pytest.fixture
def enter(client, django_user_model):
    """Log in as somebody of a group."""
    fill_groups()

    def enter(group):
        user = django_user_model.objects.create_user(group, is_staff=True)
        user.groups.add(Group.objects.get(name=group))
        client.force_login(user)
        return client

    return enter


@pytest.fixture
def looker(client):
    """A browser of somebody who may look at sessions, and do nothing."""
    user = User.objects.create_user("looker", is_staff=True)
    user.user_permissions.add(
        Permission.objects.get(
            codename="view_session", content_type__app_label="agents"
        )
    )
    client.force_login(user)
    return client
