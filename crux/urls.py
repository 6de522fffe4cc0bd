"""Every address that Crux answers."""

from django.contrib import admin
from django.urls import include, path

admin.autodiscover()  # here: a worker has no use for the admin

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("newsletter.urls")),
    path("", include("subscribers.urls")),
    path("", include("agents.urls")),
]
