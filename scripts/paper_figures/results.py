# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measurements: medians from the output of Google Benchmark, and the
files that keep them."""

import json
import statistics
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


# The fields that a group of a compact record states once, and those it lists per count.
GROUP_FIELDS = ("sorter", "type", "order", "distribution", "blocks", "threads", "seed", "verified")
LISTED_FIELDS = ("seconds", "workspace_bytes", "ratios")


def compact(data):
    """The record with one group per sorter and task, over its counts. Medians, rates and, if `seconds` has the
    repeats, ratios follow from the times and are left out."""
    groups = {}
    for result in data["results"]:
        repeats = isinstance(result["seconds"], list)
        key = tuple((field, result[field]) for field in GROUP_FIELDS if field in result)
        listed = [field for field in LISTED_FIELDS if field in result and not (repeats and field == "ratios")]
        group = groups.setdefault((key, tuple(listed)), {**dict(key), "count": [], **{field: [] for field in listed}})
        group["count"].append(result["count"])
        for field in listed:
            group[field].append(result[field])
    return {**{key: value for key, value in data.items() if key != "results"}, "groups": list(groups.values())}


def expand(data):
    """The record with one result per sorter, task and count, whether it is compact or not."""
    if "groups" not in data:
        return data
    results = []
    for group in data["groups"]:
        head = {field: group[field] for field in GROUP_FIELDS if field in group}
        for i, count in enumerate(group["count"]):
            result = {**head, "count": count, **{field: group[field][i] for field in LISTED_FIELDS if field in group}}
            repeats = result["seconds"]
            median = statistics.median(repeats) if isinstance(repeats, list) else repeats
            results.append({**result, "median_seconds": median, "mkeys_per_second": float(f"{count / median / 1e6:.6g}")})
    return {**{key: value for key, value in data.items() if key != "groups"}, "results": results}


def load(path):
    try:
        data = expand(json.loads(Path(path).read_text()))
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
    """One result or group per line, so that a diff shows the change."""
    rows = "groups" if "groups" in data else "results"
    head = {k: v for k, v in data.items() if k != rows}
    text = json.dumps(head, indent=1)[:-2] + f',\n "{rows}": [\n'
    text += ",\n".join("  " + json.dumps(r) for r in data[rows])
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

    def has_order(result):  # records are always compared
        return result.get("order", "bits") == ("less" if result["type"].startswith("record") else figure.order)

    return [r for r in select(data, type=figure.types, distribution=figure.distributions, count=counts,
                              sorter=figure.sorters + figure.peers)
            if r.get("threads", 0) == figure.threads and has_order(r) and
            (r["blocks"] == figure.blocks or r["distribution"] not in
             ("bucket", "staggered", "deterministic_duplicates"))]
