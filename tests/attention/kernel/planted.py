"""`python -m tests.attention.kernel.planted`: faults written into the source text, each of which must be noticed.

Every fault runs in a forked child, because some of them read forbidden memory. One JSON line each: the fault,
and what noticed it ("" if nothing did).
"""

import json
import os
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tests.attention.kernel import interpreter  # sets TRITON_INTERPRET before triton is imported
from tests.attention.kernel.cases import CASES, LSE_TOLERANCE, TORCH_LSE_TOLERANCE, Attend, build, trouble
from tests.attention.kernel.fault_list import FAULTS, Fault
from tests.tracked import PACKAGE


def patched(fault: Fault, folder: Path) -> ModuleType:
    """The module with the fault in it, under a name of its own."""
    text = (PACKAGE / "attention" / fault.file).read_text(encoding="utf-8")
    if text.count(fault.right) != 1:
        raise ValueError(f"{fault.file} has {fault.right!r} {text.count(fault.right)} times; mend the fault's text")
    copy = folder / fault.file
    copy.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
    spec = spec_from_file_location(f"faulty_{copy.stem}", copy)
    assert spec and spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def attention_in(module: ModuleType) -> tuple[Attend, float]:
    """How to call a module's attention, whichever of the two it is, and how exact its log-sum-exp is."""
    if hasattr(module, "torch_attention"):
        return module.torch_attention, TORCH_LSE_TOLERANCE
    return lambda *inputs: interpreter.attend(*inputs, kernel=module), LSE_TOLERANCE


def noticed(attend: Attend, lse_tolerance: float) -> str:
    """The first case that goes wrong, and how; nothing if all are right."""
    for case in CASES:
        try:
            wrong = trouble(case, interpreter.guard(build(case)), attend, lse_tolerance)
        except Exception as error:  # a fault may as well raise
            wrong = type(error).__name__
        if wrong:
            return f"{case.name}: {wrong}"
    return ""


def in_a_child(fault: Fault) -> str:
    """Run a fault where it may crash."""
    read, write = os.pipe()
    if not (child := os.fork()):
        os.close(read)
        with tempfile.TemporaryDirectory() as folder:
            try:
                said = noticed(*attention_in(patched(fault, Path(folder))))
            except Exception as error:  # this script's own mistake, which must not pass for a fault that was seen
                said = f"MISTAKE {error}"
            os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    return f"read forbidden memory (signal {os.WTERMSIG(status)})" if os.WIFSIGNALED(status) else said


def main() -> None:
    """Run every fault."""
    interpreter.quiet()
    for fault in FAULTS:
        print(json.dumps([fault.file, fault.name, in_a_child(fault)]), flush=True)


if __name__ == "__main__":
    main()
