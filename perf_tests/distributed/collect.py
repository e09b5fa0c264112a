#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Joins what runs of KokkosSort_distributed_scaling wrote with --json into one
record, with the ratios that the library promises something about.

    collect.py --machine "..." --launch "mpirun -n {ranks}" --out record.json run.json...

A file given as LABEL=FILE is kept under that label, others under their name.
Several files of one label are one measurement: the median of each time counts.
"""

import argparse
import json
import pathlib
import statistics
import sys

TIMES = ("sort_s", "local_sort_s", "raw_exchange_s", "gather_and_sort_s", "plan_16_bytes_s", "plan_raw_exchange_s")


def median_of(results):
    """One result of those of the same distribution in several runs."""
    joined = dict(results[0])
    for key in TIMES:
        if key in joined:
            joined[key] = statistics.median(one[key] for one in results)
    joined["phases_s"] = {phase: statistics.median(one["phases_s"][phase] for one in results)
                          for phase in results[0]["phases_s"]}
    joined["right"] = all(one["right"] for one in results)
    return joined


def with_ratios(one, key_bytes):
    total = one["sort_s"]
    one["gigabytes_per_second"] = one["keys"] * key_bytes / total / 1e9
    one["lower_bound_over_time"] = (one["local_sort_s"] + one["raw_exchange_s"]) / total
    one["splitters_over_time"] = one["phases_s"].get("splitters", 0) / total
    exchange = one["phases_s"].get("exchange", 0)
    if exchange > 0:
        one["raw_over_exchange"] = one["raw_exchange_s"] / exchange
    if "plan_16_bytes_s" in one:
        one["plan_over_exchange"] = one["plan_16_bytes_s"] / one["plan_raw_exchange_s"]
    return one


def environments_of(runs):
    """Commit, driver, clocks and versions of the runs, each that differs once."""
    different = []
    for run in runs:
        environment = run.get("environment")
        if not environment:
            sys.exit("collect.py: a run has no environment; measure it with a newer KokkosSort_distributed_scaling")
        if environment not in different:
            different.append(environment)
    commits = sorted({one["commit"] for one in different})
    if len(commits) > 1:
        sys.exit(f"collect.py: runs of one label are of different commits: {', '.join(commits)}")
    return different


def join(label, runs, launch):
    first = runs[0]
    names = [one["distribution"] for one in first["results"]]
    results = []
    for name in names:
        same = [one for run in runs for one in run["results"] if one["distribution"] == name]
        results.append(with_ratios(median_of(same), first["key_bytes"]))
    uniform = next((one for one in results if one["distribution"] == "uniform"), None)
    for one in results:
        if uniform is not None and one is not uniform:
            one["rate_over_uniform"] = uniform["sort_s"] / one["sort_s"] * one["keys"] / uniform["keys"]
    return {"label": label, "command": f"{launch.format(ranks=first['ranks'])} {first['command']}",
            "environments": environments_of(runs),
            "ranks": first["ranks"], "backend": first["backend"], "runs": len(runs),
            "repeats": first["repeats"], "results": results}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", required=True)
    parser.add_argument("--launch", required=True, help="what stands in front of the program")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("runs", nargs="+")
    options = parser.parse_args()
    by_label = {}
    for argument in options.runs:
        label, equals, file = argument.partition("=")
        path = pathlib.Path(file if equals else label)
        by_label.setdefault(label if equals else path.stem, []).append(json.loads(path.read_text()))
    record = {"machine": options.machine,
              "measurements": [join(label, runs, options.launch) for label, runs in by_label.items()]}
    wrong = [m["label"] for m in record["measurements"] for one in m["results"] if not one["right"]]
    if wrong:
        sys.exit(f"collect.py: wrong results in {', '.join(wrong)}")
    options.out.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
