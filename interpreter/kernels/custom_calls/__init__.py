"""What custom calls compute, by their targets."""
