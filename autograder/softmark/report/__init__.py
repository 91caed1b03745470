"""What staff read about a class: the page, the grade files, overrides, and what a regrade changed."""
