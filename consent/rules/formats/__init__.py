"""What the files of other products mean here: one record to the body of one memory, pure."""
