"""WSGI application: the door for gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")

application = get_wsgi_application()
