"""Programs of several processes: the grid on which they run, groups, and what they send to each other."""
