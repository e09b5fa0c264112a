# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of perf_tests/tune, on a program whose times follow from the constants."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = """/// Constants of another sort.
struct OtherTuning {
  static constexpr int width = 1;
};

/// Constants of a sort.
template <class Exec>
struct SortTuning {
  /// Why it is 4.
  static constexpr int width = 4;
  static constexpr std::size_t depth =
      is_host<Exec> ? 2
                    : 3;
};
"""
# Takes |width - 8| + 1 seconds; depth 5 does not build, depth 7 sorts wrong.
BUILD = """
import pathlib, sys
text = pathlib.Path("src/tuning.hpp").read_text().split("struct SortTuning")[1]
width = int(text.split("width = ")[1].split(";")[0])
depth = " ".join(text.split("depth =")[1].split(";")[0].split())
if depth == "5": sys.exit("static assertion failed")
slower = 0.5 if depth == "1" else 0
pathlib.Path("../program").write_text(f'''#!{sys.executable}
import json, sys
if "{depth}" == "7": sys.exit("FAILED: wrong result")
times = [[(abs({width} - 8) + 1) * (1 + i / 1000) for i in range(5)], [1 + {slower} + i / 1000 for i in range(5)]]
rows = [dict(sorter="merge", type="u32", order="bits", count=n, distribution="uniform", seconds=s) for n, s in zip((1, 2), times)]
json.dump(dict(device="a device", results=rows), open(sys.argv[sys.argv.index("--json") + 1], "w"))
''')
pathlib.Path("../program").chmod(0o755)
"""


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "root/src").mkdir(parents=True)
        (self.folder / "root/src/tuning.hpp").write_text(HEADER)
        (self.folder / "build.py").write_text(BUILD)

    def tune(self, *constants, struct="SortTuning", header="src/tuning.hpp"):
        command = [sys.executable, ROOT / "perf_tests/tune", "--root", self.folder / "root", "--header", header,
                   "--build", self.folder / "build", "--build-command", f"{sys.executable} {self.folder}/build.py",
                   "--program", "program", "--run", "--type u32"]
        for constant in constants:
            command += ["--constant", constant]
        if struct:
            command += ["--struct", struct]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_the_fastest_value_stands_in_the_printed_struct(self):
        status, struct, steps = self.tune("width=2|4|8|16")
        self.assertEqual(status, 0, steps)
        self.assertTrue(struct.startswith("template <class Exec>\nstruct SortTuning {"), struct)
        self.assertIn("  /// Why it is 4.\n  static constexpr int width = 8;\n", struct)
        self.assertIn("width = 2: not better", steps)
        self.assertIn("width = 8: better", steps)
        self.assertNotIn("OtherTuning", struct)
        self.assertEqual((self.folder / "root/src/tuning.hpp").read_text(), HEADER)

    def test_what_makes_one_row_slower_is_not_taken(self):
        status, struct, steps = self.tune("depth=1")
        self.assertEqual(status, 0, steps)
        self.assertIn("depth = 1: not better", steps)
        self.assertIn("is_host<Exec> ? 2", struct)

    def test_what_does_not_build_or_sorts_wrong_is_left_out(self):
        status, struct, steps = self.tune("depth=5|7", "width=8")
        self.assertEqual(status, 0, steps)
        self.assertIn("depth = 5: left out, the build failed: static assertion failed", steps)
        self.assertIn("depth = 7: left out, the run failed: FAILED: wrong result", steps)
        self.assertIn("width = 8;", struct)
        self.assertIn(": 3;", struct)  # the depth is the one of before

    def test_wrong_usage(self):
        for arguments, text in ((dict(struct=None), "has 2 constants named width"), (dict(struct="None"), "no struct None"),
                                (dict(header="src/none.hpp"), "--header: no file")):
            status, _, error = self.tune("width=8", **arguments)
            self.assertEqual(status, 2)
            self.assertIn(text, error)
        self.assertEqual(self.tune("width")[0], 2)

    def test_sources_that_do_not_build_end_the_search(self):
        (self.folder / "root/src/tuning.hpp").write_text(HEADER.replace("is_host<Exec> ? 2\n                    : 3", "5"))
        status, _, error = self.tune("width=8")
        self.assertEqual(status, 1)
        self.assertIn("without any change, the build failed", error)


if __name__ == "__main__":
    unittest.main()
