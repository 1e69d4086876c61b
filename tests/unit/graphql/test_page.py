"""GraphiQL comes from our own files alone."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import httpx
import pytest
from fake_memory import FakeMemory

from service.config import Settings
from service.web import build_graphiql, ide
from service.web.app import build_app
from service.web.health import Check


class NoHealth:
    async def checks(self) -> dict[str, Check]:
        return {}


async def get(path: str, token: str | None = None) -> httpx.Response:
    app = build_app(FakeMemory(), Settings(_env_file=None, token=token), NoHealth())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return await client.get(path, headers={"accept": "text/html,*/*;q=0.8"})


@pytest.fixture
def built() -> None:
    if not ide.is_built() and not os.environ.get("CI"):
        pytest.skip(f"GraphiQL is not built: {ide.BUILD_COMMAND}")


def sources(html: str) -> list[str]:
    return re.findall(r"(?:src|href)=\"([^\"]*)\"", html)


async def test_the_page_asks_only_us(built: None) -> None:
    response = await get("/graphql")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    wanted = [source for source in sources(response.text) if not source.startswith("data:")]
    assert wanted == ["/graphiql/graphiql.css", "/graphiql/graphiql.js"]
    assert "http" not in response.text
    for source in wanted:
        asset = await get(source)
        assert asset.status_code == 200
        assert len(asset.content) > 10_000


def test_scripts_and_styles_load_nothing_from_elsewhere(built: None) -> None:
    loads = re.compile(r"""(?:@import|url\(|importScripts\(|\bimport\(|\bfrom)\s*["']?https?://""")
    scripts = [*ide.ASSETS.glob("*.js"), *ide.ASSETS.glob("*.css")]
    assert len(scripts) > 5
    assert [file.name for file in scripts if loads.search(file.read_text(encoding="utf-8"))] == []
    assert {"editor.worker.js", "graphql.worker.js", "json.worker.js"} <= {file.name for file in scripts}


def test_the_built_files_are_those_of_the_source(built: None) -> None:
    assert build_graphiql.is_current(), f"run: {ide.BUILD_COMMAND}"


async def test_with_a_token_the_page_asks_for_it(built: None) -> None:
    response = await get("/graphql", token="secret")
    assert 'data-auth="bearer"' in response.text
    assert "secret" not in response.text


def test_unbuilt_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    html = bytes(ide.page(bearer=False, assets=tmp_path).body).decode()
    assert "python -m service.web.build_graphiql" in html
    assert sources(html) == []


def test_the_lock_pins_by_hash_and_names_no_address() -> None:
    lock = json.loads((build_graphiql.SOURCE / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert len(packages) > 50
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())
    wanted = json.loads((build_graphiql.SOURCE / "package.json").read_text(encoding="utf-8"))
    pins = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in pins} == pins


def test_the_fingerprint_follows_the_source(tmp_path: Path) -> None:
    for name in ("package.json", "package-lock.json", "build.mjs", "src/main.jsx"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    before = build_graphiql.fingerprint(tmp_path)
    assert build_graphiql.fingerprint(tmp_path) == before
    (tmp_path / "src/main.jsx").write_text("changed")
    assert build_graphiql.fingerprint(tmp_path) != before
