"""Why an order does not answer what is asked now."""
