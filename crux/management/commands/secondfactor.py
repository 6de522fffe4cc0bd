"""Who has a second factor, and the way back in for who lost telephone and codes."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User

from crux.second_factor import devices
from newsletter.management.examples import Taught
from newsletter.management.usage import usage


class Command(Taught):
    help = (
        "List the operators and whether their log-in asks for a code. With --off NAME, "
        "take that operator's second factor away: name and password suffice then, until "
        "a new one is set up. It stands in the account's history."
    )
    examples = (
        ("", "who has one"),
        ("--off ana", "let in who lost telephone and codes"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--off", metavar="NAME", default="", help="let in who lost it, without one"
        )

    def handle(self, **options: Any) -> None:
        if options["off"]:
            self._switch_off(options["off"])
            return
        for name in devices.unknown_groups():
            self.stderr.write(f"SECOND_FACTOR_FOR names {name!r}, which is no group.")
        for user in User.objects.filter(is_staff=True).order_by("username"):
            state = "on" if devices.is_on(user) else "off"
            if state == "off" and devices.is_required(user):
                state = "off, and has to be set up at the next log-in"
            self.stdout.write(f"{user.get_username()}: {state}")

    def _switch_off(self, name: str) -> None:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise usage(f"No operator {name!r}.")
        if not devices.switch_off(user):
            raise usage(f"{name} has no second factor.")
        LogEntry.objects.log_actions(
            user_id=user.pk,
            queryset=[user],
            action_flag=CHANGE,
            change_message="The second factor was taken away by manage.py.",
            single_object=True,
        )
        self.stdout.write(f"{name} logs in with name and password alone now.")
