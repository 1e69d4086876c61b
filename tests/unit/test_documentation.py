"""What the documentation says exists: settings, commands, options, files, links, snippets, dependencies."""

from __future__ import annotations

import ast
import functools
import importlib.util
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import graphql
import pytest
import typer
from typer.core import TyperCommand, TyperGroup

from service.cli.root import COMMANDS, build_app
from service.cli.target import Target
from service.config import Settings
from service.graphql.export import SDL_FILE

ROOT = Path(__file__).parents[2]
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
PAGES = sorted(ROOT / name for name in TRACKED if name.endswith(".md") and (ROOT / name).is_file())
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_SETTINGS = {"EVERWHEN_NEO4J_", "NEO4J_AUTH"}
TOOL_OPTIONS = {"--add-modules", "--profile", "--force", "--require-hashes"}
FOLDERS = ("service", "graph_schema", "extractors", "cypher", "tests", "bench", "docs", "examples", "requirements")
COMMAND = re.compile(r"(?<![\w/-])everwhen ([a-z][^`\n#]*)")
REGISTRIES = "|".join(("pypi", "pythonhosted", "npmjs", "maven", "maven.apache", "sonatype", "anaconda"))
HOST = re.compile(rf"\b(?:{REGISTRIES})\.(?:org|com|io)\b")
MACHINE_PATH = re.compile(rf"(?<![\w.}}{{)])/(?:{'|'.join(('work', 'root', 'home', 'tmp'))})/(?=\w)")


def identifiers(pages: list[Path]) -> list[str]:
    return [page.relative_to(ROOT).as_posix() for page in pages]


every_page = pytest.mark.parametrize("page", PAGES, ids=identifiers(PAGES))


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Language and content of each fenced block."""
    for match in re.finditer(r"^( *)```(\w*)\n(.*?)^ *```$", read(page), re.MULTILINE | re.DOTALL):
        indent, language, content = match.groups()
        yield language, re.sub(rf"^{indent}", "", content, flags=re.MULTILINE)


def prose(page: Path) -> str:
    return re.sub(r"^( *)```.*?^ *```$", "", read(page), flags=re.MULTILINE | re.DOTALL)


def code_spans(page: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", prose(page))


@functools.cache
def schema() -> graphql.GraphQLSchema:
    return graphql.build_schema(SDL_FILE.read_text(encoding="utf-8"))


@functools.cache
def command_line() -> TyperGroup:
    command = typer.main.get_command(build_app(list(COMMANDS)))
    assert isinstance(command, TyperGroup)
    return command


def options_of(command: TyperGroup | TyperCommand) -> set[str]:
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


def all_options(command: TyperGroup | TyperCommand) -> set[str]:
    below = command.commands.values() if isinstance(command, TyperGroup) else ()
    return options_of(command).union(*(all_options(item) for item in below))


def find_command(words: list[str]) -> TyperGroup | TyperCommand:
    """The command that the words begin with."""
    command: TyperGroup | TyperCommand = command_line()
    for word in words:
        if not isinstance(command, TyperGroup):
            break
        assert word in command.commands, f"everwhen has no command {word!r}"
        command = command.commands[word]
    return command


def test_every_setting_is_described_as_the_code_has_it() -> None:
    page = ROOT / "docs" / "configuration.md"
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    assert read(page) == generate.rendered(read(page)), "run: python docs/generate.py"
    names = {*generate.setting_names(Settings), *generate.setting_names(Target)}
    assert names <= set(re.findall(r"^\| `(\w+)` \|", read(page), re.MULTILINE))


@every_page
def test_settings_named_exist(page: Path) -> None:
    known = {str(field.validation_alias or f"EVERWHEN_{name.upper()}") for name, field in Settings.model_fields.items()}
    known |= {f"EVERWHEN_{name.upper()}" for name in Target.model_fields}
    named = set(re.findall(r"\b(?:EVERWHEN|NEO4J|OPENAI)_[A-Z0-9_]+", read(page)))
    assert named - known - NOT_SETTINGS - {f"NEO4J_TEST_{part}" for part in ("URI", "USER", "PASSWORD")} == set()


@every_page
def test_commands_and_their_options_exist(page: Path) -> None:
    """A command in code; and in tables, the options beside it."""
    text = read(page)
    fenced = "\n".join(content for language, content in blocks(page) if language in ("", "bash", "sh"))
    for words in COMMAND.findall("\n".join([*code_spans(page), fenced])):
        command = find_command([word for word in words.split() if re.fullmatch(r"[a-z]+", word)])
        assert set(re.findall(r"--[a-z-]+", words)) <= options_of(command), words
    for row in re.findall(r"^\| `everwhen ([^`]+)` \|(.*)$", text, re.MULTILINE):
        command = find_command([word for word in row[0].split() if re.fullmatch(r"[a-z]+", word)])
        named = set(re.findall(r"`(--[a-z-]+)", row[1]))
        allowed = all_options(command) | {"--json", "--debug"}
        assert named <= allowed, f"everwhen {row[0]}: {named - allowed}"


def test_commands_named_by_messages_exist() -> None:
    for name in TRACKED:
        if name.endswith(".py") and (ROOT / name).is_file():
            for words in re.findall(r"`everwhen ([a-z][^`{]*)`", read(ROOT / name)):
                command = find_command([word for word in words.split() if re.fullmatch(r"[a-z]+", word)])
                assert set(re.findall(r"--[a-z-]+", words)) <= options_of(command), f"{name}: everwhen {words}"


def test_messages_in_troubleshooting_are_the_code_s() -> None:
    page = read(ROOT / "docs" / "troubleshooting.md")
    (table,) = re.findall(r"^## Neo4j refuses\n+((?:\|.*\n)+)", page, re.MULTILINE)
    messages = [row.split(" | ")[0].removeprefix("| ") for row in table.splitlines()[2:]]
    said = "".join(read(path) for path in (ROOT / "graph_schema").glob("*.py"))
    said = re.sub(r"\{[^{}\n]*\}", "…", re.sub(r'"\n\s*f?"', "", said)).replace("…", "")
    assert len(messages) >= 5
    for message in messages:
        for part in re.split(r" ?… ?|2026\.08", message):
            assert part.strip() in said, f"nothing says {part!r}"


@every_page
def test_options_named_alone_exist(page: Path) -> None:
    named = {span.split()[0] for span in code_spans(page) if span.startswith("--")}
    assert named <= all_options(command_line()) | _bench_options() | TOOL_OPTIONS


@every_page
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read(ROOT / "Makefile"), re.MULTILINE))
    fenced = "\n".join(content for language, content in blocks(page) if language in ("", "bash", "sh"))
    named = re.findall(r"^make ([a-z-]+)", "\n".join([*code_spans(page), fenced]), re.MULTILINE)
    assert set(named) <= targets


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", prose(page)):
        file, _, anchor = target.partition("#")
        linked = (page.parent / file).resolve() if file else page
        assert linked.exists(), f"{target} is not there"
        if anchor:
            assert anchor in {_slug(title) for title in re.findall(r"^#+ (.+)$", read(linked), re.MULTILINE)}, target


@every_page
def test_files_and_tests_named_exist(page: Path) -> None:
    for span in code_spans(page):
        name = span.split("#")[0]
        if re.fullmatch(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*", name):
            assert (ROOT / name).exists(), f"{name} is not there"
        if re.fullmatch(r"test_\w+", span):
            assert span in _test_names(), f"there is no {span}"
        if module := re.match(r"python -m ((?:service|bench)[\w.]*)", span):
            assert importlib.util.find_spec(module[1]) is not None


@every_page
def test_decisions_named_exist(page: Path) -> None:
    for number in re.findall(r"decisions?[/ ](\d{4})", read(page)):
        assert list((ROOT / "docs" / "decisions").glob(f"{number}-*.md")), f"there is no decision {number}"


@every_page
def test_snippets_parse(page: Path) -> None:
    for language, content in blocks(page):
        if language == "python":
            compile(content, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        elif language == "graphql":
            document = graphql.parse(content)
            if any(isinstance(item, graphql.OperationDefinitionNode) for item in document.definitions):
                assert graphql.validate(schema(), document) == []
        elif language == "json":
            _parse_json(content)
        elif language == "toml":
            tomllib.loads(content)
        elif language in ("bash", "sh") and (shell := shutil.which("bash")):
            checked = subprocess.run([shell, "-n"], input=content, capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stderr


def test_no_machine_paths_and_no_registry_hosts() -> None:
    found: list[str] = []
    for name in TRACKED:
        path = ROOT / name
        if not path.is_file() or path.suffix in (".png", ".npz", ".onnx"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if HOST.search(line) or MACHINE_PATH.search(line):
                found.append(f"{name}:{number}: {line.strip()[:100]}")
    assert found == []


@pytest.mark.parametrize("lock", LOCKS, ids=identifiers(LOCKS))
def test_locks_have_hashes_and_no_addresses(lock: Path) -> None:
    text = read(lock)
    assert "://" not in text and "--index" not in text and "--find-links" not in text
    entries = re.split(r"\n(?=[A-Za-z0-9])", re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).strip())
    assert len(entries) > 0
    for entry in entries:
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+]+", entry), entry.splitlines()[0]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.splitlines()[0]


def test_each_lock_is_of_the_present_project() -> None:
    pins = {
        lock.stem: dict(re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==(\S+)", read(lock), re.MULTILINE)) for lock in LOCKS
    }
    core = PROJECT["project"]["dependencies"]
    groups = PROJECT["dependency-groups"]
    dev = [item for item in groups["dev"] if isinstance(item, str)]
    extras = PROJECT["project"]["optional-dependencies"]
    gliner_dev = [item for item in groups["gliner-dev"] if isinstance(item, str)]
    wanted = {
        "core": [*core, *groups["build"]],
        "dev": [*core, *groups["build"], *dev],
        "gliner": [*core, *extras["gliner"]],
        "gliner-onnx": [*core, *extras["gliner-onnx"]],
        "gliner-dev": [*core, *extras["gliner"], *groups["build"], *gliner_dev],
    }
    for lock, requirements in wanted.items():
        for requirement in requirements:
            name, _, version = requirement.partition(";")[0].partition("==")
            assert pins[lock].get(_name(name)) == version or (not version and _name(name) in pins[lock]), requirement


def test_dependencies_are_listed_with_their_licences() -> None:
    rows = re.findall(r"^\| ([a-z][^|]+) \| ([^|]+) \|", read(ROOT / "docs" / "dependencies.md"), re.MULTILINE)
    listed: dict[str, str] = {}
    for names, licences in rows:
        if names == "package":
            continue
        each = names.split(", ")
        given = licences.split(", ")
        listed |= dict(zip(each, given if len(given) == len(each) else given * len(each), strict=True))
    assert set(listed) == {_name(item) for item in PROJECT["project"]["dependencies"]}
    plain = {name: _licence(re.sub(r" \(.*\)", "", licence)) for name, licence in listed.items()}
    wrong = {name: licence for name, licence in plain.items() if licence not in _licence_of(name)}
    assert wrong == {}


def test_tools_are_listed() -> None:
    tools = re.search(r"^Tools: (.+?)\.$", read(ROOT / "docs" / "dependencies.md"), re.MULTILINE | re.DOTALL)
    assert tools is not None
    named = set(re.split(r",\s+", re.sub(r"\s*\([^)]*\)", "", tools[1])))
    groups = PROJECT["dependency-groups"]
    assert named == {_name(item) for item in (*groups["build"], *groups["dev"]) if isinstance(item, str)}


@functools.cache
def _bench_options() -> set[str]:
    texts = [read(path) for path in (ROOT / "bench").glob("*.py")]
    return {option for text in texts for option in re.findall(r"[\"'](--[a-z-]+)[\"']", text)}


def _name(requirement: str) -> str:
    return re.split(r"[<>=\[~! ]", requirement)[0].lower()


def _licence_of(package: str) -> str:
    about = metadata.metadata(package)
    stated = [about.get("License-Expression"), about.get("License"), *(about.get_all("Classifier") or [])]
    return _licence(" ".join(line for line in stated if line))


def _licence(text: str) -> str:
    text = re.sub(r"GNU General Public License v2 \(GPLv2\)|GPL-2\.0 with Classpath Exception", "GPL-2.0", text)
    return text.replace("Apache License ", "Apache-").replace(" and ", " AND ")


def _slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")


def _parse_json(content: str) -> None:
    try:
        json.loads(content)
    except json.JSONDecodeError:
        for line in content.splitlines():
            json.loads(line)


@functools.cache
def _test_names() -> set[str]:
    return {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in [path.stem, *re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))]
    }
