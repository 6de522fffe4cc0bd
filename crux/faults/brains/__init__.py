"""What breaks between Crux and the models: run `python -m crux.faults.brains`."""
