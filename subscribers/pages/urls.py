"""Pages where readers come and go."""

from django.urls import path

from subscribers.bounces import webhook as providers
from subscribers.pages import preferences, views

app_name = "subscribers"
urlpatterns = [
    path("subscribe", views.subscribe, name="subscribe"),
    path("api/subscribe", views.api_subscribe, name="api_subscribe"),
    path("webhooks/<slug:provider>/tracking/", providers.take, name="webhook"),
    path("confirm/<str:token>", views.confirm, name="confirm"),
    path("unsubscribe", views.unsubscribe_how, name="unsubscribe_how"),
    path("unsubscribe/<str:token>", views.unsubscribe, name="unsubscribe"),
    path("come-back/<str:token>", views.come_back, name="come_back"),
    path("preferences/<str:token>", preferences.preferences, name="preferences"),
    path("preferences/<str:token>/export", preferences.export, name="export"),
    path("preferences/<str:token>/erase", preferences.erase, name="erase"),
]
