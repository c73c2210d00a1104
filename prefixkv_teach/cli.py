"""The command `prefixkv`."""

import argparse
import sys
from collections.abc import Sequence

from prefixkv_teach.setup_check import check_setup, report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 when all is well, 1 when something is missing.

    Example:
        >>> main([])
        usage: prefixkv [-h] {check} ...
        <BLANKLINE>
        Prefix indexing in KV caching: a small library and live notebooks.
        ...
        2
    """
    parser = argparse.ArgumentParser(
        prog="prefixkv", description="Prefix indexing in KV caching: a small library and live notebooks."
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("check", help="look whether Python, packages, dot and a GPU are here; say how to mend")
    chosen = parser.parse_args(arguments)
    if chosen.command == "check":
        return check()
    parser.print_help()
    return 2


def check() -> int:
    """Print what is here and what is missing, each with its fix; 1 if anything is missing."""
    checks = check_setup()
    print(report(checks))
    return int(not all(check.ok for check in checks))


if __name__ == "__main__":
    sys.exit(main())
