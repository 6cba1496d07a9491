"""Everything that touches files: from YAML to a validated, compiled book."""
