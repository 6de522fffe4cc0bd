"""The page where an operator sets a second factor up, renews its codes, or switches it off."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.safestring import mark_safe
from django.views.decorators.debug import sensitive_post_parameters
from django_otp import login as verify_session

from crux.second_factor import devices

TEMPLATE = "admin/second_factor.html"


def urls() -> list[URLPattern]:
    """Before the admin's own, which would take the address."""
    page = admin.site.admin_view(sensitive_post_parameters()(second_factor))
    return [path("admin/second-factor/", page, name="second_factor")]


def second_factor(request: HttpRequest) -> HttpResponse:
    """GET shows where it stands; POST does what a button says."""
    user: Any = request.user
    if devices.is_on(user) and not user.is_verified():
        return redirect("admin:login")
    if request.method != "POST":
        return _shown(request, user)
    act = request.POST.get("act")
    if act == "confirm":
        return _confirm(request, user)
    if act == "leave":
        devices.leave(user)
    elif act == "begin" and not devices.is_on(user):
        devices.begin(user)
    elif devices.verified(user, request.POST.get("code", "")) is None:
        # Once more: an unattended screen is not enough.
        messages.error(request, "That code is not right; nothing was changed.")
    else:
        return _changed(request, user, act)
    return redirect("second_factor")


def _changed(request: HttpRequest, user: User, act: str | None) -> HttpResponse:
    """What is done with a second factor that is on, by who showed it just now."""
    if act == "renew":
        codes = devices.new_recovery_codes(user)
        _put_down(user, "Made new recovery codes.")
        return _shown(request, user, codes)
    if act == "begin":
        devices.begin(user)
    elif act == "off" and not devices.is_required(user):
        devices.switch_off(user)
        _put_down(user, "Switched the second factor off.")
        messages.success(request, "It is off: name and password suffice.")
    return redirect("second_factor")


def _confirm(request: HttpRequest, user: User) -> HttpResponse:
    device = devices.confirm(user, request.POST.get("code", ""))
    if device is None:
        messages.error(
            request, "That was not the code of this moment. After a wrong one, wait."
        )
        return redirect("second_factor")
    verify_session(request, device)
    _put_down(user, "Switched the second factor on.")
    return _shown(request, user, devices.new_recovery_codes(user))


def _put_down(user: User, told: str) -> None:
    LogEntry.objects.log_actions(
        user_id=user.pk,
        queryset=[user],
        action_flag=CHANGE,
        change_message=told,
        single_object=True,
    )


def _shown(
    request: HttpRequest, user: User, codes: tuple[str, ...] = ()
) -> HttpResponse:
    device = None if codes else devices.begun(user)
    context = {
        **admin.site.each_context(request),
        "title": "Second factor",
        "is_on": devices.is_on(user),
        "is_required": devices.is_required(user),
        "left": devices.recovery_codes_left(user),
        "codes": codes,
        # Drawn by segno from our own address.
        "picture": mark_safe(devices.picture(device)) if device else "",  # noqa: S308
        "key": devices.key_in_letters(device) if device else "",
        "address": devices.address(device) if device else "",
    }
    return TemplateResponse(request, TEMPLATE, context)
