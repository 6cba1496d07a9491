"""What all tests share: nothing here or there measures the machine. That is for `make bench`."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

settings.register_profile("gate", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gate")

gc.set_threshold(100_000)  # rules, tables and pages are many objects that all stay: to look for rings costs a sixth
