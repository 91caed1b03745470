"""The four words for when students see a row or a check. They are the platform's own."""

from __future__ import annotations

from typing import Literal

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
