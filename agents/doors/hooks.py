"""The door for signed webhooks: a form for `ada`, a session to begin, a request in words.

No cookie is read here, so that there is nothing for another site's page to forge: the
signature alone lets in. What is done is the webhook's own row to say; no word of a body
chooses a newsletter, an agent, or who is told.
"""

import structlog
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from agents.access.limits import limits
from agents.arrivals import chat, forms, reading, taking
from agents.desk import acts
from agents.engine.steering import NotPossible
from agents.executions.calling import call
from agents.models import Arrival, Execution, IncomingWebhook
from agents.registry.contract import Request, RequestMetadata, Trigger
from agents.workflows.table import UnknownWorkflow
from subscribers.webhooks import sealing

logger = structlog.get_logger(__name__)

LARGEST = 256 * 1024
PER_HOUR = 600
Form, Does = IncomingWebhook.Form, IncomingWebhook.Does


class Refused(Exception):
    """Nothing is done, and why, in one sentence, with a status."""

    def __init__(self, status: int, told: str) -> None:
        super().__init__(told)
        self.status = status


@csrf_exempt
@require_POST
def take(request: HttpRequest, place: str) -> HttpResponse:
    """Take one delivery; 202 with what came of it, or one sentence about why not."""
    try:
        told = _taken(request, place)
    except Refused as refused:
        answer = JsonResponse({"error": str(refused)}, status=refused.status)
    else:
        answer = JsonResponse(told, status=200 if "text" in told else 202)
    answer["Cache-Control"] = "no-store"
    return answer


def _taken(request: HttpRequest, place: str) -> dict[str, str]:
    hook = IncomingWebhook.objects.filter(place=place, is_on=True).first()
    if hook is None:
        raise Refused(404, "There is no such webhook, or it is switched off.")
    body = _body(request)
    key = _known_by(hook, request, body)
    allowance = limits.take("webhook", str(hook.pk), PER_HOUR, timezone.now())
    if allowance.is_used_up:
        raise Refused(429, f"More than {PER_HOUR} came within the hour: wait.")
    is_ping = request.headers.get("X-GitHub-Event") == "ping"
    if hook.form == Form.GITHUB and is_ping:
        return {"delivery": key, "status": "nothing to do"}
    told = reading.of_form(body) if hook.form == Form.SLACK else reading.of_json(body)
    if not told and hook.does != Does.SESSION:
        raise Refused(422, "The body is signed, and holds nothing that can be read.")
    if hook.form == Form.SLACK and told.get("ssl_check"):
        return {"delivery": key, "status": "nothing to do"}
    arrival = Arrival(
        source=hook.place,
        key=key,
        webhook=hook,
        trigger=Trigger.WEBHOOK,
        newsletter=hook.newsletter,
    )
    try:
        taking.refuse_second(arrival)
        return _ACTS[Does(hook.does)](hook, arrival, told)
    except taking.TakenBefore as error:
        raise Refused(409, str(error)) from error


def _body(request: HttpRequest) -> bytes:
    """What was sent, never more than a little beyond what may be."""
    try:
        body: bytes = request.read(LARGEST + 1)
    except (UnreadablePostError, OSError) as error:
        raise Refused(400, "The body broke off.") from error
    if len(body) > LARGEST:
        raise Refused(413, f"The body has more than {LARGEST // 1024} KiB.")
    return body


def _known_by(hook: IncomingWebhook, request: HttpRequest, body: bytes) -> str:
    headers = {name.lower(): value for name, value in request.headers.items()}
    try:
        secret = sealing.open_sealed(hook.sealed)
        return forms.known_by(hook.form, secret, headers, body, timezone.now())
    except sealing.Unreadable as error:
        logger.error("webhook_secret_unreadable", webhook=hook.pk)
        raise Refused(
            503, "It cannot be verified now; the operator can tell."
        ) from error
    except (forms.Unsigned, forms.Late) as error:
        raise Refused(401, str(error)) from error


# --- What is done --------------------------------------------------------------------


def _for_ada(
    hook: IncomingWebhook, arrival: Arrival, told: reading.Body
) -> dict[str, str]:
    """Have the form summed up for the operator."""
    slug = hook.newsletter.slug if hook.newsletter else ""
    given = reading.as_form(told, hook.name, slug)
    asked = Request(
        user_id=f"webhook:{hook.place}",
        input=given.model_dump(mode="json"),
        metadata=RequestMetadata(trigger=Trigger.WEBHOOK),
    )
    with transaction.atomic():
        taking.take(arrival)
        response = call("ada", asked, later=True)
        uid = response.metadata.execution_id
        if uid is None:
            raise Refused(503, response.error or "It cannot be done now.")
        arrival.execution = Execution.objects.get(uid=uid)
        arrival.save(update_fields=["execution"])
    return {"delivery": arrival.key, "execution": str(uid), "status": "queued"}


def _for_session(
    hook: IncomingWebhook, arrival: Arrival, told: reading.Body
) -> dict[str, str]:
    """Begin a session of the webhook's newsletter."""
    if hook.newsletter is None:
        raise Refused(503, "No newsletter is chosen for it on the desk.")
    try:
        # Asked before the transaction: the web may take seconds.
        sources = acts.sources_for(hook.newsletter)
        with transaction.atomic():
            taking.take(arrival)
            session, _ = acts.begin(
                hook.newsletter, is_dry_run=hook.is_dry_run, sources=sources
            )
            arrival.session = session
            arrival.save(update_fields=["session"])
    except (NotPossible, UnknownWorkflow) as error:
        logger.warning("webhook_began_nothing", webhook=hook.pk, why=str(error))
        raise Refused(503, "No session can begin now; try again later.") from error
    return {"delivery": arrival.key, "session": session.name, "status": "begun"}


def _for_request(
    hook: IncomingWebhook, arrival: Arrival, told: reading.Body
) -> dict[str, str]:
    """Put a request in words down, to be answered in a moment."""
    words = reading.words_of(told)
    is_chat = hook.form == Form.SLACK
    if not words and not is_chat:
        raise Refused(422, "There is nothing in `text` of the body to answer.")
    if not words:
        return {"response_type": "ephemeral", "text": chat.ASK}
    chat.fill(arrival, told, words)
    taking.take(arrival)
    if is_chat:
        way_back = chat.fault_of(arrival.reply_to)
        heard = chat.KEPT if way_back else chat.HEARD
        return {"response_type": "ephemeral", "text": heard}
    return {"delivery": arrival.key, "arrival": str(arrival.uid), "status": "waiting"}


_ACTS = {Does.FORM: _for_ada, Does.SESSION: _for_session, Does.REQUEST: _for_request}
