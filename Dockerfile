# One image for web, worker, clock and live; compose.yaml says how they stand together.
FROM python:3.13-slim-trixie

ENV PYTHONUNBUFFERED=1 DEBUG=False VAR_DIR=/var/lib/crux
WORKDIR /srv/crux

# First what seldom changes: a new version of Crux then installs nothing again.
COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.txt

COPY . .
# Static files bear their hashes in their names; no key is needed to gather them.
RUN SECRET_KEY=only-to-gather-files python manage.py collectstatic --no-input --verbosity 0 \
    && useradd --system --uid 10001 --home-dir /var/lib/crux --create-home crux

USER 10001
VOLUME /var/lib/crux
EXPOSE 8000
CMD ["gunicorn", "crux.wsgi"]
