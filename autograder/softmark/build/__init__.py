"""Making what is handed out from what is kept: stubs, the student's folder, the zips."""
