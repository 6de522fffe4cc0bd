"""URLs of the pages where readers come and go."""

from django.urls import path

from subscribers.bounces import webhook
from subscribers.pages import editions, moving, opinions, preferences, views

app_name = "subscribers"
urlpatterns = [
    path("subscribe", views.subscribe, name="subscribe"),
    path("privacy", views.privacy, name="privacy"),
    path("api/subscribe", views.api_subscribe, name="api_subscribe"),
    path("webhooks/<slug:provider>/tracking/", webhook.take, name="webhook"),
    path(
        "webhooks/<slug:provider>/inbound/", webhook.take_mail, name="webhook_of_mail"
    ),
    path("confirm/<str:token>", views.confirm, name="confirm"),
    path("unsubscribe", views.unsubscribe_how, name="unsubscribe_how"),
    path("unsubscribe/<str:token>", views.unsubscribe, name="unsubscribe"),
    path("come-back/<str:token>", views.come_back, name="come_back"),
    path("preferences/<str:token>", preferences.preferences, name="preferences"),
    path("preferences/<str:token>/your-data", preferences.ask, name="ask_for_data"),
    path("preferences/<str:token>/address", moving.ask, name="ask_for_address"),
    path("new-address/<str:token>", moving.confirm, name="new_address"),
    path("old-address/<str:token>", moving.take_back, name="old_address"),
    path("edition/<str:token>", editions.newest, name="newest_edition"),
    path("edition/<str:token>/<int:issue_id>", editions.sent, name="edition"),
    path("opinion/<str:token>/<int:issue_id>", opinions.of_reader, name="opinion"),
    path("opinions/<int:issue_id>", opinions.of_anyone, name="opinions"),
    path("your-data/<str:token>", preferences.own_data, name="own_data"),
    path("your-data/<str:token>/erase", preferences.erase, name="erase"),
]
