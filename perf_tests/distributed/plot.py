#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws what collect.py joined: phases.svg, each measurement's phases beside its
lower bound, and scaling.svg, rates over ranks for weak and strong scaling.

    plot.py record.json --out folder
"""

import argparse
import json
import pathlib
import textwrap

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

PHASES = {"local_sort": "local sort", "splitters": "split points", "exchange": "exchange", "merge": "merge"}
# Set apart for all kinds of color vision.
COLOURS = ("#4477aa", "#ccbb44", "#ee6677", "#228833")


def draw_phases(record, path):
    rows = [(f"{m['label']}, {one['distribution']}", one) for m in record["measurements"] for one in m["results"]]
    figure, axes = plt.subplots(figsize=(9, 1 + 0.4 * len(rows)), layout="constrained")
    places = range(len(rows))
    left = [0.0] * len(rows)
    for (phase, name), color in zip(PHASES.items(), COLOURS):
        widths = [one["phases_s"].get(phase, 0) / one["sort_s"] for _, one in rows]
        axes.barh(places, widths, left=left, label=name, color=color)
        left = [a + b for a, b in zip(left, widths)]
    bounds = [one["lower_bound_over_time"] for _, one in rows]
    axes.plot(bounds, places, "k|", markersize=14, label="local sort + raw exchange")
    axes.set_yticks(places, [f"{name}: {one['sort_s'] * 1e3:.3g} ms" for name, one in rows])
    axes.invert_yaxis()
    axes.set_xlabel("share of the time")
    axes.set_title(textwrap.fill(record["machine"], 80), fontsize=8)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.08), ncols=5, fontsize=8)
    figure.savefig(path)
    plt.close(figure)


def draw_scaling(record, path):
    """Measurements whose label starts with weak or strong, by ranks."""
    curves = {}
    for m in record["measurements"]:
        kind = m["label"].split("_")[0]
        if kind not in ("weak", "strong"):
            continue
        for one in m["results"]:
            points = curves.setdefault(f"{kind}, {one['distribution']}", [])
            points.append((m["ranks"], one["gigabytes_per_second"], one["keys"] * 8 / 1e9 / (
                one["local_sort_s"] + one["raw_exchange_s"])))
    if not curves:
        return
    figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
    for (name, points), color in zip(sorted(curves.items()), COLOURS * 4):
        ranks, rates, bounds = zip(*sorted(points))
        axes.plot(ranks, rates, "o-", label=name, color=color)
        axes.plot(ranks, bounds, ":", color=color, label=f"{name}: local sort + raw exchange")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xlabel("ranks")
    axes.set_ylabel("GB/s sorted")
    axes.set_title(textwrap.fill(record["machine"], 80), fontsize=8)
    axes.legend(fontsize=8)
    figure.savefig(path)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    options = parser.parse_args()
    record = json.loads(options.record.read_text())
    options.out.mkdir(parents=True, exist_ok=True)
    draw_phases(record, options.out / "phases.svg")
    draw_scaling(record, options.out / "scaling.svg")


if __name__ == "__main__":
    main()
