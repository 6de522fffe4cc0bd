"""URLs: every address that Crux answers."""

from django.contrib import admin
from django.urls import include, path

from crux import passwords

admin.autodiscover()  # here: a worker has no use for the admin

urlpatterns = [
    *passwords.urls(),
    path("admin/", admin.site.urls),
    path("", include("newsletter.pages.urls")),
    path("", include("subscribers.pages.urls")),
    path("", include("agents.pages.urls")),
]
