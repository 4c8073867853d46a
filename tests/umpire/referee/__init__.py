"""Tests of the referee's robot."""
