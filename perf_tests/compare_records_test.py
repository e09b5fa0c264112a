# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/compare_records."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEADY = [1.00, 1.001, 0.999, 1.002, 0.998]
NOISY = [1.0, 1.3, 0.8, 1.2, 0.7]


def scaled(seconds, factor):
    return [factor * s for s in seconds]


class CompareRecords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def record(self, name, rows, device="a device"):
        results = [{"sorter": sorter, "type": "u32", "order": "bits", "count": 1024, "distribution": "uniform",
                    "seconds": seconds} for sorter, seconds in rows.items()]
        path = self.folder / name
        path.write_text(json.dumps({"device": device, "results": results}))
        return path

    def compare(self, old, new, *arguments, device="a device"):
        done = subprocess.run([sys.executable, ROOT / "scripts/compare_records", self.record("old.json", old),
                               self.record("new.json", new, device), *arguments],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_a_steady_row_that_takes_longer_is_worse(self):
        status, text = self.compare({"radix": STEADY}, {"radix": scaled(STEADY, 1.05)})
        self.assertEqual(status, 1)
        self.assertIn("1 rows: 0 better, 1 worse, 0 noise", text)

    def test_a_steady_row_that_takes_less_is_better(self):
        status, text = self.compare({"radix": STEADY}, {"radix": scaled(STEADY, 0.9)})
        self.assertEqual(status, 0)
        self.assertIn("1 better, 0 worse, 0 noise", text)

    def test_differences_within_the_tolerance_are_noise(self):
        status, text = self.compare({"radix": STEADY}, {"radix": scaled(STEADY, 1.02)})
        self.assertEqual(status, 0)
        self.assertIn("0 better, 0 worse, 1 noise", text)
        self.assertEqual(self.compare({"radix": STEADY}, {"radix": scaled(STEADY, 1.02)}, "--tolerance", "1")[0], 1)

    def test_repeats_that_spread_make_a_difference_noise(self):
        self.assertEqual(self.compare({"radix": NOISY}, {"radix": scaled(NOISY, 1.2)})[0], 0)

    def test_one_outlier_changes_no_verdict(self):
        self.assertEqual(self.compare({"radix": STEADY}, {"radix": [*STEADY[:4], 50.0]})[0], 0)
        self.assertEqual(self.compare({"radix": STEADY}, {"radix": [*scaled(STEADY[:4], 1.1), 50.0]})[0], 1)

    def test_rows_without_repeats_have_the_tolerance(self):
        status, text = self.compare({"a": 1.0, "b": 1.0}, {"a": 1.02, "b": 1.2})
        self.assertEqual(status, 1)
        self.assertIn("0 better, 1 worse, 1 noise", text)

    def test_rows_of_one_record_alone_are_counted(self):
        text = self.compare({"a": STEADY, "b": STEADY}, {"a": STEADY, "c": STEADY, "d": STEADY})[1]
        self.assertIn("1 rows of the old record alone, 2 of the new one", text)

    def test_other_devices_and_foreign_files_are_refused(self):
        status, text = self.compare({"a": STEADY}, {"a": STEADY}, device="another")
        self.assertEqual(status, 2)
        self.assertIn("the devices differ", text)
        self.assertEqual(self.compare({"a": STEADY}, {"a": STEADY}, "--other-machine", device="another")[0], 0)
        self.assertEqual(self.compare({"a": STEADY}, {"b": STEADY})[0], 2)
        self.assertEqual(self.compare({"a": []}, {"a": STEADY})[0], 2)

    def test_a_record_of_the_project_equals_itself(self):
        record = ROOT / "perf_tests/results/h200_sizes.json"
        done = subprocess.run([sys.executable, ROOT / "scripts/compare_records", record, record], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 better, 0 worse", done.stdout)

    def test_a_compact_record_has_every_time_and_compares_equal(self):
        path = self.record("old.json", {"a": STEADY, "b": NOISY})
        short = self.folder / "short.json"
        short.write_text(path.read_text())
        subprocess.run([sys.executable, ROOT / "scripts/compact_record", short], capture_output=True, check=True)
        groups = json.loads(short.read_text())["groups"]
        self.assertEqual([(g["sorter"], g["count"], g["seconds"]) for g in groups],
                         [("a", [1024], [STEADY]), ("b", [1024], [NOISY])])
        done = subprocess.run([sys.executable, ROOT / "scripts/compare_records", path, short], capture_output=True,
                              text=True, check=False)
        self.assertIn("2 rows: 0 better, 0 worse, 2 noise", done.stdout)


if __name__ == "__main__":
    unittest.main()
