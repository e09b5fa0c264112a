# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measurements: medians from the output of Google Benchmark, and the
files that keep them."""

import json
from pathlib import Path


class Failure(Exception):
    """An error for the user."""


def medians(benchmark_json):
    """The results of one run of KokkosSort_benchmarks, one for each sorter and task."""
    entries = benchmark_json["benchmarks"]
    aggregated = [e for e in entries if e.get("aggregate_name") == "median"]
    results = []
    for entry in aggregated or entries:
        name = entry.get("run_name", entry["name"])
        if entry.get("error_occurred"):
            raise Failure(f"{name}: {entry.get('error_message', 'failed')}")
        sorter, type_, order, count, distribution = name.split("/")[:5]
        seconds = entry["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[entry["time_unit"]]
        result = {"sorter": sorter, "type": type_, "order": order, "count": int(count),
                  "distribution": distribution, "seconds": float(f"{seconds:.6g}"),
                  "mkeys_per_second": float(f"{int(count) / seconds / 1e6:.6g}")}
        if "workspace_bytes" in entry:
            result["workspace_bytes"] = int(entry["workspace_bytes"])
        ratios = {k.removeprefix("over_"): float(f"{v:.4g}") for k, v in entry.items() if k.startswith("over_")}
        if ratios:
            result["ratios"] = ratios
        results.append(result)
    return results


def load(path):
    try:
        data = json.loads(Path(path).read_text())
        for result in data["results"]:
            for key in ("sorter", "type", "count", "distribution", "seconds", "blocks"):
                result[key]
        data["device"], data["date"]
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise Failure(f"{path} is no record of scripts/figures: {error!r}") from error
    return data


def save(path, data):
    """One result per line, so that a diff shows what has changed."""
    head = {k: v for k, v in data.items() if k != "results"}
    text = json.dumps(head, indent=1)[:-2] + ',\n "results": [\n'
    text += ",\n".join("  " + json.dumps(r) for r in data["results"])
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text + "\n ]\n}\n")


def select(data, **wanted):
    """The results in which each key has the value wanted, or one of those in a tuple."""
    def fits(result):
        return all(result.get(k) in v if isinstance(v, tuple) else result.get(k) == v for k, v in wanted.items())
    return [r for r in data["results"] if fits(r)]


def of_figure(data, figure):
    """The results that a figure shows, at its own lengths. Results without blocks do not depend on p."""
    counts = figure.host_counts if data.get("scale") == "host" else figure.device_counts
    return [r for r in select(data, type=figure.types, distribution=figure.distributions, count=counts,
                              sorter=figure.sorters + figure.peers)
            if r["blocks"] == figure.blocks or r["distribution"] not in
            ("bucket", "staggered", "deterministic_duplicates")]
