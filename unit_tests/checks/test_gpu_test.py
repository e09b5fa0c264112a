# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/test_gpu, without a GPU: its verdicts on invented executables."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "test_gpu"

# An executable in the manner of GoogleTest. BEHAVIOR maps a case to what it does.
FAKE = """#!{python}
import os, sys, time
behavior = {behavior!r}
if "--gtest_list_tests" in sys.argv:
    wanted = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--gtest_filter=")][0]
    negative = wanted.partition("-")[2]
    positive = wanted.partition("-")[0]
    if negative or positive == "*":
        print("Suite.\\n" + "\\n".join("  " + name.split(".")[1] for name in behavior))
    sys.exit(0)
wanted = [a for a in sys.argv if a.startswith("--gtest_filter=")][0].split("=", 1)[1].split(":")
status = 0
for name, what in behavior.items():
    if name not in wanted:
        continue
    print("[ RUN      ]", name, flush=True)
    if what == "hang":
        time.sleep(600)
    if what == "crash":
        os.abort()
    if what == "once" and not os.path.exists(__file__ + ".seen"):
        open(__file__ + ".seen", "w").close()
        what = "fail"
    if what == "fail":
        status = 1
        print("a reason")
        print("[  FAILED  ]", name, "(3 ms)", flush=True)
    elif what == "skip":
        print("[  SKIPPED ]", name, "(0 ms)", flush=True)
    elif what == "omit":
        pass
    else:
        print("[       OK ]", name, "(3 ms)", flush=True)
    if what == "end":
        sys.exit(0)
    if what == "dirty":
        status = 99
sys.exit(status)
"""


class Verdicts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("bin/nvidia-smi", "#!/bin/sh\necho 'Invented GPU, 1.0, 1 MiB'\n")
        self.state = self.folder / "state.jsonl"

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def fake(self, group: str, **behavior: str) -> None:
        cases = {f"Suite.{name}": what for name, what in behavior.items()}
        self.write(f"tests/KokkosSort_test_{group}", FAKE.format(python=sys.executable, behavior=cases))

    def run_it(self, *arguments: str) -> subprocess.CompletedProcess:
        (self.folder / "tests").mkdir(exist_ok=True)
        command = [sys.executable, str(SCRIPT), "--binaries", str(self.folder / "tests"), "--state", str(self.state), "--jobs",
                   "2", *arguments]
        environment = dict(os.environ, PATH=f"{self.folder / 'bin'}:/usr/bin:/bin")
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, timeout=60)

    def results(self) -> dict:
        records = [json.loads(line) for line in self.state.read_text().splitlines()]
        return {record["case"]: record["result"] for record in records if "result" in record}

    def test_all_pass(self):
        self.fake("thread", A="pass", B="pass")
        done = self.run_it("--only", "thread", "--table", str(self.folder / "table.md"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("PASSED: 2 cases", done.stdout)
        self.assertIn("| thread/Suite | passed | 2 |", (self.folder / "table.md").read_text())

    def test_a_failure_is_shown_with_its_reason(self):
        self.fake("thread", A="pass", B="fail")
        done = self.run_it("--only", "thread")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("thread/Suite.B: failed", done.stdout)
        self.assertIn("a reason", done.stdout)
        self.assertIn("FAILED: 2 cases: 1 passed, 1 failed, 0 not run", done.stdout)

    def test_a_crash_fails_its_case_and_the_others_run(self):
        self.fake("thread", A="crash", B="pass", C="pass", D="pass")
        done = self.run_it("--only", "thread")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(self.results(), {"Suite.A": "crashed", "Suite.B": "passed", "Suite.C": "passed", "Suite.D": "passed"})

    def test_a_hang_fails_its_case_and_the_others_run(self):
        self.fake("thread", A="hang", B="pass", C="pass", D="pass")
        start = time.monotonic()
        done = self.run_it("--only", "thread", "--case-seconds", "2")
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(self.results(), {"Suite.A": "timed out", "Suite.B": "passed", "Suite.C": "passed", "Suite.D": "passed"})

    def test_a_bad_exit_status_fails_what_seemed_to_pass(self):
        self.fake("thread", A="dirty")
        self.assertEqual(self.run_it("--only", "thread").returncode, 1)
        self.assertEqual(self.results(), {"Suite.A": "failed"})

    def test_an_early_end_does_not_pass(self):
        self.fake("thread", A="end", B="pass", C="pass", D="pass")
        self.assertEqual(self.run_it("--only", "thread").returncode, 3)
        self.assertIn("not run", self.results().values())

    def test_a_case_without_a_result_is_no_pass(self):
        self.fake("thread", A="omit")
        self.assertEqual(self.run_it("--only", "thread").returncode, 1)

    def test_a_skip_is_no_pass(self):
        self.fake("thread", A="skip", B="pass")
        done = self.run_it("--only", "thread")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("INCOMPLETE: 2 cases: 1 passed, 0 failed, 1 not run", done.stdout)

    def test_no_case_and_no_executable_are_no_pass(self):
        self.fake("thread")
        done = self.run_it("--only", "thread", "--only", "team")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("no test of it matches", done.stdout)
        self.assertIn("no executable", done.stdout)

    def test_what_passed_is_not_run_again(self):
        self.fake("thread", A="once", B="pass")
        self.assertEqual(self.run_it("--only", "thread").returncode, 1)
        done = self.run_it("--only", "thread")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("cases to run: 1 shared", done.stdout)

    def test_another_executable_runs_again(self):
        self.fake("thread", A="pass")
        self.assertEqual(self.run_it("--only", "thread").returncode, 0)
        self.fake("thread", A="fail")
        self.assertEqual(self.run_it("--only", "thread").returncode, 1)

    def test_a_budget_leaves_the_rest_not_run(self):
        self.fake("thread", A="hang")
        done = self.run_it("--only", "thread", "--seconds", "2")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertEqual(self.results(), {})

    def test_shards_are_whole_only_together(self):
        self.fake("thread", A="pass", B="pass", C="pass")
        states = []
        for part in ("1/2", "2/2"):
            self.state = self.folder / f"{part[0]}.jsonl"
            states.append(str(self.state))
            self.assertEqual(self.run_it("--only", "thread", "--shard", part).returncode, 3)
        done = self.run_it("--merge", *states)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("PASSED: 3 cases: 3 passed", done.stdout)

    def test_wrong_arguments_have_status_2(self):
        for arguments in (["--shard", "3/2"], ["--only", "nothing"], ["--merge", "/no/such/file"], ["--jobs", "0"]):
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2, done.stdout)
        (self.folder / "bin" / "nvidia-smi").write_text("#!/bin/sh\nexit 9\n")
        done = self.run_it("--only", "thread")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("no GPU", done.stdout)


if __name__ == "__main__":
    unittest.main()
