"""When a row or a check is shown to students: the platform's own four words."""

from __future__ import annotations

from typing import Literal

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
