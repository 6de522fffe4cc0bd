"""URLs: every address that Crux answers."""

from django.contrib import admin
from django.urls import include, path

admin.autodiscover()  # here: a worker has no use for the admin

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("newsletter.pages.urls")),
    path("", include("subscribers.pages.urls")),
    path("", include("agents.pages.urls")),
]
