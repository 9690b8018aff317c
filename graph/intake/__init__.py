"""Lines become messages: what is new is told apart, placed and put into its conversation."""
