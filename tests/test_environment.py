"""environment.yml, pyproject.toml and constraints.txt name the same packages with the same lower bounds."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
# What conda-forge calls by another name, and what it does not have (pip brings it along with the project).
CONDA_NAMES = {"graphviz": "python-graphviz", "torch": "pytorch-cpu"}
PIP_ONLY = {"graphviz-pure"}
REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)\s*(.*)")


def split(requirements: list[str]) -> dict[str, str]:
    """Map each package's name to its range: ["numpy>=1.26"] becomes {"numpy": ">=1.26"}."""
    found = [REQUIREMENT.fullmatch(requirement.split(";")[0].strip()) for requirement in requirements]
    return {match[1].lower(): match[2] for match in found if match}


def read_project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read_conda() -> dict:
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def test_conda_and_pip_name_the_same_packages_and_ranges() -> None:
    project = read_project()
    pip = split(project["dependencies"])
    wanted = {CONDA_NAMES.get(name, name): bound for name, bound in pip.items() if name not in PIP_ONLY}
    listed = split([line for line in read_conda()["dependencies"] if isinstance(line, str)])
    assert listed.pop("python") == project["requires-python"]
    assert listed.pop("pip") == ""
    assert listed.pop("graphviz").startswith(">="), "the program dot, which pip does not have"
    assert listed == wanted


def test_conda_uses_one_channel_ranges_and_the_project_itself() -> None:
    conda = read_conda()
    assert conda["channels"] == ["conda-forge"]
    assert not [line for line in conda["dependencies"] if "=" in str(line).replace(">=", "").replace("<=", "")]
    assert {"pip": ["-e ."]} in conda["dependencies"]


def test_every_direct_dependency_is_pinned_and_nothing_for_one_system_is() -> None:
    project = read_project()
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = split([line for line in lines if line and not line.startswith("#")])
    for requirements in (project["dependencies"], *project["optional-dependencies"].values()):
        everywhere = [requirement for requirement in requirements if ";" not in requirement]
        assert set(split(everywhere)) <= set(pins)
    assert all(re.fullmatch(r"==[0-9][0-9a-z.]*", pin) for pin in pins.values()), "exact, and no local builds"
    assert not [name for name in pins if re.match("nvidia|cuda|triton|pywin|appnope|colorama", name)]
