"""From YAML to a validated, compiled book; and everything else that touches files."""
