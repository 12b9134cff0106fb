"""What a running site needs of its machine: files that only it reads, a lock of its folder, logs, measures."""
