"""The layer that reads and writes files: it turns YAML into validated, compiled books."""
