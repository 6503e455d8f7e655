"""What is evaluated, what fails there, and what it may take."""
