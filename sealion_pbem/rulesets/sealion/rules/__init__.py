"""The rules of Sealion, one module (or folder) for each chapter of the rulebook."""
