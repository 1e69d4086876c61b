from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from service.localdb.errors import PasswordUnusable
from service.localdb.layout import Layout
from service.localdb.password import create_password, prepare_password, read_password


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    layout = Layout(tmp_path / "data")
    layout.create()
    return layout


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_password_file_is_for_its_owner_only(layout: Layout):
    layout.password.write_text("old")
    layout.password.chmod(0o644)
    password = create_password(layout.password)

    assert stat.S_IMODE(layout.password.stat().st_mode) == 0o600
    assert stat.S_IMODE(layout.home.stat().st_mode) == 0o700
    assert read_password(layout) == password
    assert len(password) >= 32 and not password.startswith("-")


def test_passwords_differ(layout: Layout):
    assert create_password(layout.password) != create_password(layout.password)


def test_lost_password_of_existing_data_is_told_not_replaced(layout: Layout):
    layout.store_written.mkdir(parents=True)

    with pytest.raises(PasswordUnusable, match="everwhen db reset"):
        prepare_password(layout, "no.jar")
    layout.password.write_text("\n")
    with pytest.raises(PasswordUnusable, match="is empty"):
        prepare_password(layout, "no.jar")


def test_existing_password_of_existing_data_is_used(layout: Layout):
    layout.store_written.mkdir(parents=True)
    layout.password.write_text("chosen-by-the-user\n")

    assert prepare_password(layout, "no.jar") == "chosen-by-the-user"
