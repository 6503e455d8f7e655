"""What programs compute."""
