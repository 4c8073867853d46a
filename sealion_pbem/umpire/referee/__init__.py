"""The referee's robot: mails in, answers, receipts, reports and reminders out."""
