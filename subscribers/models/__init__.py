"""What the database holds of readers, a module for each thing one speaks of."""

from subscribers.models.abuse import AttackMode, Throttle
from subscribers.models.alerts import Alert
from subscribers.models.bounces import Bounce
from subscribers.models.consents import Confirmation, Consent, SignUpRequest
from subscribers.models.deliveries import Delivery, Dispatch, Edition, LedgerHome
from subscribers.models.moves import AddressChange
from subscribers.models.readers import (
    AddressHashField,
    AddressHashKey,
    ReaderChange,
    Subscriber,
    address_hash,
)
from subscribers.models.suppressions import Suppression
from subscribers.models.tags import Segment, Tag
from subscribers.models.uploads import ListUpload
from subscribers.models.webhooks import (
    WebhookAttempt,
    WebhookCall,
    WebhookEndpoint,
    WebhookEvent,
)

__all__ = [
    "AddressChange", "AddressHashField", "AddressHashKey", "Alert", "AttackMode",
    "Bounce", "Confirmation", "Consent", "Delivery", "Dispatch", "Edition",
    "LedgerHome", "ListUpload", "ReaderChange", "Segment", "SignUpRequest",
    "Subscriber", "Suppression", "Tag", "Throttle", "WebhookAttempt", "WebhookCall",
    "WebhookEndpoint", "WebhookEvent", "address_hash",
]  # fmt: skip
