"""The rules, a module for each chapter; the numbers are those of `index`."""
