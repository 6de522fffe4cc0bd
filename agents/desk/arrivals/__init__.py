"""What comes in, on the desk: webhooks with their secrets, senders who may ask, arrivals."""
