# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/figures. Usage: figures_test.py PACKAGES [KokkosSort_benchmarks]

PACKAGES is the folder where pip puts matplotlib. Exits with 77 (not run) if
matplotlib cannot be had or a test was skipped for lack of KokkosSort_benchmarks."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True

from paper_figures import measure, model, results  # noqa: E402
from paper_figures.catalogue import FIGURES, MODELS  # noqa: E402

PACKAGES = PROGRAM = None


def invented_record():
    """Every sorter of every figure at two lengths. The quicker the later in the alphabet."""
    record = {"device": "invented device", "machine": "m", "scale": "host", "date": "2026-01-01T00:00:00", "command": "c",
              "results": []}
    for figure in FIGURES:
        for type_ in figure.types:
            for distribution in figure.distributions:
                for sorter in figure.sorters + figure.peers:
                    for count in figure.host_counts[:2]:
                        seconds = count * 1e-9 * (1 + len(sorter))
                        record["results"].append(
                            {"sorter": sorter, "type": type_, "order": "less" if type_ == "record16" else figure.order, "count": count,
                             "distribution": distribution, "blocks": figure.blocks, "seconds": seconds,
                             "mkeys_per_second": count / seconds / 1e6,
                             **({"threads": figure.threads} if figure.threads else {})})
    return record


def run_figures(*arguments):
    return subprocess.run([sys.executable, str(SCRIPTS / "figures"), "--packages", str(PACKAGES),
                           *map(str, arguments)], capture_output=True, text=True, check=False)


class FromRecords(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def test_every_figure_is_drawn_as_png_and_svg(self):
        results.save(self.out / "record.json", invented_record())
        done = run_figures("--from", self.out / "record.json", "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)
        for figure in FIGURES:
            if figure.draws == ("table",):
                text = (self.out / f"{figure.name}.md").read_text()
                self.assertIn(f"| {figure.sorters[0]} |", text)
                continue
            self.assertEqual((self.out / f"{figure.name}.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            drawn = (self.out / f"{figure.name}.svg").read_text()
            self.assertIn("invented device", drawn)
            lines = [f"{figure.base} over {s}" for s in figure.over] if figure.draws == ("ratio",) else figure.sorters
            for line in lines:
                self.assertIn(line, drawn, figure.name)

    def test_lines_of_a_figure_differ(self):
        sys.path.insert(0, str(PACKAGES))
        from paper_figures import draw
        for figure in FIGURES:
            if figure.draws != ("table",):
                styles = [str(draw.style(sorter)) for sorter in figure.sorters + figure.peers]
                self.assertEqual(len(styles), len(set(styles)), figure.name)

    def test_figures_of_equations_need_no_record(self):
        done = run_figures("--out", self.out, "--only", *MODELS)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in MODELS:
            self.assertIn("not measured", (self.out / f"{name}.svg").read_text())

    def test_a_record_without_a_figure_is_refused_by_name(self):
        record = invented_record()
        record["results"] = [r for r in record["results"] if not r["type"].startswith("min_max")]
        results.save(self.out / "record.json", record)
        done = run_figures("--from", self.out / "record.json", "--out", self.out,
                           "--only", "heap_section_3", "butterfly_figure_7")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("butterfly_figure_7", done.stderr)

    def test_bad_files_and_names_are_refused(self):
        (self.out / "bad.json").write_text('{"results": [{"sorter": "x"}]}')
        for arguments, text in ((["--from", self.out / "bad.json"], "bad.json is no record"),
                                (["--from", self.out / "none.json"], "cannot read"),
                                (["--only", "figure_99"], "no figure 'figure_99'"),
                                (["--run", "--program", self.out / "nobody"], "there is no program")):
            done = run_figures("--out", self.out, *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)


class ButterflyModel(unittest.TestCase):
    """The equations of the butterfly paper, against values counted by hand."""

    def test_launches_are_those_of_equation_1(self):
        self.assertEqual(model.launches(8), [(1, 0), (2, 0), (2, 1), (3, 0), (3, 2), (3, 1)])
        for log_n in range(1, 12):
            self.assertEqual(len(model.launches(1 << log_n)), log_n + sum(range(log_n)))

    def test_every_launch_compares_each_key_once(self):
        for at in model.launches(64):
            pairs = [model.butterfly(t, *at) for t in range(32)]
            self.assertEqual(sorted(p for pair in pairs for p in pair), list(range(64)))
        self.assertEqual([model.butterfly(t, 3, 0) for t in range(4)], [(0, 7), (1, 6), (2, 5), (3, 4)])
        self.assertEqual([model.butterfly(t, 3, 2) for t in range(4)], [(0, 2), (1, 3), (4, 6), (5, 7)])

    def test_groups_follow_the_rule_of_the_paper(self):
        self.assertEqual([model.local_size(n) for n in (64, 128, 255, 256, 4096)], [8, 16, 31, 256, 256])
        self.assertEqual([len(list(model.groups(128, 32))), len(list(model.groups(512, 32)))], [8, 8])

    def test_half_warps_coalesce_into_the_smallest_segments(self):
        for first, step, sizes in ((0, 4, [64]), (32, 4, [128]), (96, 4, [32, 32]), (0, 8, [128]), (64, 128, [32] * 16)):
            self.assertEqual(model.transactions([first + step * i for i in range(16)]), sizes)
        self.assertEqual(model.load_counts(512, 9, 0), {32: 0, 64: 32, 128: 0})
        self.assertEqual(model.load_counts(512, 9, 1), {32: 0, 64: 0, 128: 32})

    def test_a_warp_diverges_if_its_butterflies_differ(self):
        self.assertEqual(model.divergent(16), [0] * 10)  # groups of one thread
        self.assertGreater(max(model.divergent(512)), 128)


class Measuring(unittest.TestCase):
    def test_medians_are_read_from_aggregates_and_carry_ratios(self):
        name = "quick/u32/bits/1024/uniform/manual_time"
        data = {"benchmarks": [
            {"name": name + "_mean", "run_name": name, "aggregate_name": "mean", "real_time": 9.0, "time_unit": "ms"},
            {"name": name + "_median", "run_name": name, "aggregate_name": "median", "real_time": 2.0,
             "time_unit": "ms", "over_cub_merge": 0.5, "workspace_bytes": 64.0}]}
        self.assertEqual(results.medians(data), [
            {"sorter": "quick", "type": "u32", "order": "bits", "count": 1024, "distribution": "uniform",
             "seconds": 0.002, "mkeys_per_second": 0.512, "workspace_bytes": 64, "ratios": {"cub_merge": 0.5}}])

    def test_a_sorter_that_failed_is_no_result(self):
        data = {"benchmarks": [{"name": "a/u32/bits/1/uniform", "error_occurred": True, "error_message": "wrong"}]}
        with self.assertRaisesRegex(results.Failure, "wrong"):
            results.medians(data)

    def test_figures_share_their_tasks(self):
        for scale in ("host", "device"):
            seen = [(k[:5], c) for k, counts in measure.tasks(FIGURES, scale).items() for c in counts]
            self.assertEqual(len(seen), len(set(seen)))

    def test_a_figure_by_comparator_shows_no_sort_by_bits(self):
        record = invented_record()
        figures = {f.name: f for f in FIGURES}
        for name, other in (("sample_figure_3", "bits"), ("sample_figure_3_by_comparator", "less")):
            found = results.of_figure(record, figures[name])
            self.assertEqual({r["order"] for r in found}, {other})
        self.assertTrue(any(key[1] == "less" for key in measure.tasks(FIGURES, "device")))

    def test_a_fresh_run_measures_and_draws(self):
        if PROGRAM is None:
            self.skipTest("KokkosSort_benchmarks was not built: it needs Google Benchmark")
        with tempfile.TemporaryDirectory() as folder:
            done = run_figures("--run", "--program", PROGRAM, "--out", folder, "--most-keys", 1 << 16,
                               "--only", "sample_figure_5", "--repetitions", 1)
            self.assertEqual(done.returncode, 0, done.stderr)
            record = json.loads((Path(folder) / "record.json").read_text())
            self.assertEqual({r["count"] for r in record["results"]}, {1 << 16})
            self.assertTrue({"sample", "std_sort"} <= {r["sorter"] for r in record["results"]})
            self.assertIn("--most-keys 65536", record["command"])
            for name in ("commit", "compiler", "kokkos", "driver", "clocks"):
                self.assertTrue(record["environment"][name])
            self.assertTrue((Path(folder) / "sample_figure_5.svg").exists())


if __name__ == "__main__":
    PACKAGES = Path(sys.argv[1])
    PROGRAM = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] else None
    if not (PACKAGES / "matplotlib").is_dir():
        wanted = next(line.split('"')[1] for line in (SCRIPTS / "figures").read_text().splitlines()
                      if line.startswith("MATPLOTLIB"))
        if subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-warn-conflicts", "--target",
                           str(PACKAGES), wanted],
                          check=False).returncode != 0:
            print(f"not run: pip could not install {wanted}")
            sys.exit(77)
    result = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
