"""How accurate results are: functions that are correctly rounded, and results that the specification permits."""
