"""Tags for the desk's templates."""
