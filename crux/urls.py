"""URLs: every address that Crux answers."""

from django.contrib import admin
from django.urls import include, path
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from crux import passwords
from crux.operators import accounts
from crux.second_factor import login
from crux.second_factor import pages as second_factor

admin.autodiscover()  # here: a worker has no use for the admin
accounts.register()
admin.site.login_form = login.LoginForm
# Their pages would show the keys; an operator has a page of their own.
admin.site.unregister([TOTPDevice, StaticDevice])

handler404 = "newsletter.pages.views.not_found"
handler500 = "newsletter.pages.broken.broken"
urlpatterns = [
    *passwords.urls(),
    *second_factor.urls(),
    path("admin/", admin.site.urls),
    path("", include("agents.doors.urls")),
    path("", include("newsletter.pages.urls")),
    path("", include("subscribers.pages.urls")),
    path("", include("agents.pages.urls")),
]
