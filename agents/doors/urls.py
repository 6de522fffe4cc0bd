"""Addresses of the doors."""

from django.urls import include, path

from agents.doors import hooks
from agents.doors.api import document, table

app_name = "doors"
_API = [
    path("openapi.json", document.openapi, name="openapi"),
    path("docs", document.page, name="docs"),
    *table.urls(),
]
urlpatterns = [
    path("api/v1/", include(_API)),
    path("hooks/<slug:place>", hooks.take, name="hook"),
]
