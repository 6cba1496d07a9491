"""What pytest does not look into: the guest is a project of its own, whose tests run where it is installed."""

from __future__ import annotations

collect_ignore = ["guest"]
