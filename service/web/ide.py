"""The GraphiQL page, from files of our own: no address elsewhere is asked for anything."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import HTMLResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

ASSETS = Path(__file__).with_name("graphiql") / "dist"
BUILD_COMMAND = "python -m service.web.build_graphiql"

_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PAGE = """<!doctype html>
<html lang="en" data-auth="{auth}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Everwhen GraphiQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphiql/graphiql.css">
</head>
<body>
<div id="graphiql"></div>
<noscript>GraphiQL needs JavaScript. The API answers JSON by POST at this address.</noscript>
<script type="module" src="/graphiql/graphiql.js"></script>
</body>
</html>
"""
_NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Everwhen GraphQL</title></head>
<body>
<h1>Everwhen GraphQL</h1>
<p>The API answers JSON by POST at this address. To have GraphiQL here, build it once:</p>
<pre>{command}</pre>
</body>
</html>
"""


def is_built(assets: Path = ASSETS) -> bool:
    """Whether the page's script is there."""
    return (assets / "graphiql.js").is_file()


def page(*, bearer: bool, assets: Path = ASSETS) -> HTMLResponse:
    """GraphiQL, or how to build it; with `bearer` the page asks for the token first."""
    if is_built(assets):
        html = _PAGE.format(auth="bearer" if bearer else "none")
    else:
        html = _NOT_BUILT.format(command=BUILD_COMMAND)
    return HTMLResponse(html, headers={"content-security-policy": _POLICY, "cache-control": "no-cache"})


def assets_route() -> Mount:
    """`/graphiql/…`: the page's scripts and styles."""
    return Mount("/graphiql", StaticFiles(directory=ASSETS, check_dir=False))
