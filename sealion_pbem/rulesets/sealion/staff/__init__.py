"""The built-in commander `staff`: plays either seat of Sealion sensibly."""

from sealion_pbem.rulesets.sealion.staff.commander import StaffCommander

__all__ = ["StaffCommander"]
