"""Rules for collecting tests, above the package and the tests: where there is no Triton, its module is not read."""

import platform
import sys

# On Linux the tests install triton, so a missing one is a failure there and not a reason to look away.
HAS_TRITON = sys.platform == "linux" and platform.machine() == "x86_64"
collect_ignore = [] if HAS_TRITON else ["prefixkv_teach/attention/triton_paged.py"]
