"""The guard (middleware) of the desk: nobody is let in without the code they owe."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from crux.second_factor import devices

# What may be reached without: the way in, the way out, and where it is set up.
FREE = ("admin:login", "admin:logout", "admin:jsi18n", "second_factor")


class SecondFactorMiddleware:
    """Sends who has a second factor and did not show it to the log-in page.

    Who has to have one and has none is sent to where it is set up. A session that began
    before it was switched on ends so too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # django-otp's middleware adds is_verified() to it.
        user: Any = request.user
        desk = reverse("admin:index")
        if not request.path_info.startswith(desk) or self._is_free(request):
            return self.get_response(request)
        if not user.is_authenticated or user.is_verified():
            return self.get_response(request)
        if devices.is_on(user):
            logout(request)
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if devices.is_required(user):
            return redirect("second_factor")
        return self.get_response(request)

    @staticmethod
    def _is_free(request: HttpRequest) -> bool:
        return request.path_info in {reverse(name) for name in FREE}
