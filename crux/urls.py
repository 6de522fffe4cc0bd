"""Every address that Crux answers."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("newsletter.urls")),
    path("", include("subscribers.urls")),
    path("", include("agents.urls")),
]
