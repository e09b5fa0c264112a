# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the figures from records, as PNG and SVG, and tables as Markdown."""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "KokkosSort"})
import matplotlib.pyplot as plt  # noqa: E402

from . import model  # noqa: E402
from .results import of_figure  # noqa: E402

# The same words and colors everywhere; peers are dashed.
COLOURS = plt.get_cmap("tab20").colors
LINES = ("sample", "merge", "quick", "radix", "bitonic", "butterfly", "heap", "bitonic_one_step", "odd_even_merge",
         "odd_even_transposition", "rank", "quick_one_launch", "radix_quick", "min_max", "default", "butterfly_one_step",
         "min_max_network", "gpu_quick", "gpu_quick_two_kernels", "paper_sample", "heap_by_insertions")
DASHES = ("-", ":", "-.")  # for each ten lines, which have ten colors
PEER_LINES = ("kokkos", "cub_radix", "cub_merge", "thrust", "std_sort", "gnu_parallel", "tbb",
              "boost_block_indirect", "vqsort", "kokkos_min_max")
UNITS = {"rate": ("million keys per second", "mkeys_per_second", 1.0), "time": ("milliseconds", "seconds", 1e3)}


def style(sorter):
    if sorter in PEER_LINES:
        at = PEER_LINES.index(sorter)
        return {"color": COLOURS[(2 * at + 1) % 20], "linestyle": "--", "marker": ".", "linewidth": 1.0}
    at = LINES.index(sorter)
    return {"color": COLOURS[2 * at % 20], "linestyle": DASHES[at // 10], "marker": ".", "linewidth": 1.4}


def panels(figure, kind):
    return [(t, d, kind) for t in figure.types for d in figure.distributions]


def line(records, figure, type_, distribution, sorter):
    """(count, result) of one sorter, of the first record that has it."""
    for record in records:
        found = {r["count"]: r for r in of_figure(record, figure) if r["type"] == type_ and
                 r["distribution"] == distribution and r["sorter"] == sorter}
        if found:
            return sorted(found.items())
    return []


def has_panel(records, figure, type_, distribution, kind):
    """Whether a record has something to draw: a figure may be measured on some of its inputs only."""
    wanted = (figure.base,) if kind == "ratio" else figure.sorters + figure.peers
    return any(line(records, figure, type_, distribution, sorter) for sorter in wanted)


def draw_lines(axes, records, figure, type_, distribution, kind):
    label, key, factor = UNITS[kind]
    for sorter in figure.sorters + figure.peers:
        points = line(records, figure, type_, distribution, sorter)
        if points:
            axes.plot([c for c, _ in points], [r[key] * factor for _, r in points], label=sorter, **style(sorter))
    axes.set_ylabel(label)


def draw_ratios(axes, records, figure, type_, distribution):
    base = dict(line(records, figure, type_, distribution, figure.base))
    for sorter in figure.over:
        points = [(c, r["seconds"] / base[c]["seconds"])
                  for c, r in line(records, figure, type_, distribution, sorter) if c in base]
        if points:
            axes.plot(*zip(*points), label=f"{figure.base} over {sorter}", **style(sorter))
    axes.axhline(1.0, color="grey", linewidth=0.6)
    axes.set_ylabel("times as fast")


def machines(records, figure):
    threads = f", {figure.threads} thread" if figure.threads else ""
    return "; ".join(f"{r['device']}, {r['date'][:10]}{threads}" for r in records if of_figure(r, figure))


def draw_figure(figure, records, folder):
    """Returns the files written: none if no record has anything of the figure, or of the base of its ratios."""
    needed = {figure.base} if figure.draws == ("ratio",) else set(figure.sorters + figure.peers)
    if not any(r["sorter"] in needed for record in records for r in of_figure(record, figure)):
        return []
    if figure.draws == ("table",):
        return [write_table(figure, records, folder)]
    several = "figure_6" in figure.name
    groups = [[r] for r in records if of_figure(r, figure)] if several else [records]
    shown = [(p, g) for g in groups for kind in figure.draws for p in panels(figure, kind) if has_panel(g, figure, *p)]
    columns = min(len(shown), 3)
    rows = -(-len(shown) // columns)
    canvas, grid = plt.subplots(rows, columns, figsize=(4.6 * columns, 3.4 * rows), squeeze=False)
    for axes in list(grid.flat)[len(shown):]:
        axes.set_visible(False)
    for axes, ((type_, distribution, kind), group) in zip(grid.flat, shown):
        if kind == "ratio":
            draw_ratios(axes, group, figure, type_, distribution)
        else:
            draw_lines(axes, group, figure, type_, distribution, kind)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("keys")
        axes.set_title(", ".join([type_, distribution] + ([group[0]["device"]] if several else [])), fontsize=9)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=6)
    canvas.suptitle(f"{figure.title}\n{machines(records, figure)}", fontsize=10)
    canvas.tight_layout()
    return save_figure(canvas, folder, figure.name)


def save_figure(canvas, folder, name):
    files = [Path(folder) / f"{name}.{ending}" for ending in ("png", "svg")]
    for file in files:
        # Without a date of its own the same record gives the same file.
        canvas.savefig(file, dpi=110, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(canvas)
    return files


def draw_butterfly_model(name, folder):
    """Figures 4 to 6 of the butterfly paper, by its equations."""
    canvas, grid = plt.subplots(2, 2, figsize=(9.2, 6.8))
    steps, threads, loads, divergence = grid.flat

    launches = model.launches(16)
    for kind, color in (("out-kernel", COLOURS[0]), ("in-kernel", COLOURS[2])):
        at = [i for i, (_, step) in enumerate(launches) if (step == 0) == (kind == "out-kernel")]
        steps.bar([i + 1 for i in at], [model.farthest(16, *launches[i]) for i in at], color=color, label=kind)
    steps.set_title("figure 4: the launches for 16 keys", fontsize=9)
    steps.set_xlabel("launch")
    steps.set_ylabel("farthest two keys of a butterfly")

    for n in (128, 512):
        counts = model.divergent(n)
        threads.plot(range(1, len(counts) + 1), counts, marker=".", label=f"{n} keys")
    threads.set_title("figure 5: threads of divergent warps", fontsize=9)
    threads.set_xlabel("launch")
    threads.set_ylabel("threads")

    counts = [1 << e for e in range(4, 12)]
    each = [model.load_counts(n, n.bit_length() - 1, 0) for n in counts]
    for size in (32, 64, 128):
        loads.plot(counts, [c[size] for c in each], marker=".", label=f"{size} bytes")
    loads.plot(counts, [model.throughput(n) for n in counts], marker=".", linestyle="--", color="black",
               label="average throughput in %")
    loads.set_title("figure 6 (a, b): loads of the last out-kernel", fontsize=9)
    loads.set_ylabel("transactions")

    divergence.plot(counts, [max(model.divergent(n)) for n in counts], marker=".", label="most of any launch")
    divergence.plot(counts, [n // 2 for n in counts], linestyle=":", color="grey", label="all threads")
    divergence.set_title("figure 6 (c): threads of divergent warps", fontsize=9)
    divergence.set_ylabel("threads")
    for axes in (loads, divergence):
        axes.set_xscale("log", base=2)
        axes.set_yscale("symlog", base=2)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("keys")
    for axes in grid.flat:
        axes.grid(alpha=0.3)
        axes.legend(fontsize=6)
    canvas.suptitle("Butterfly, figures 4 to 6: launches, divergence and load of the full sort\n"
                    "computed by the paper's equations for compute capability 1.3, not measured", fontsize=10)
    canvas.tight_layout()
    return save_figure(canvas, folder, name)


def write_table(figure, records, folder):
    columns = list(dict.fromkeys((t, d, c) for t in figure.types for d in figure.distributions
                                 for c in sorted({r["count"] for record in records for r in of_figure(record, figure)})))
    values = {}
    for record in reversed(records):  # the first record wins
        for r in of_figure(record, figure):
            values[r["sorter"], r["type"], r["distribution"], r["count"]] = r["seconds"]
    columns = [c for c in columns if any(key[1:] == c for key in values)]
    names = [s for s in figure.sorters + figure.peers if any(key[0] == s for key in values)]
    lines = [f"# {figure.title}", "", machines(records, figure) + "; milliseconds", "",
             "| type | input | keys | " + " | ".join(names) + " |", "|---|---|---|" + "---|" * len(names)]
    for type_, distribution, count in columns:
        cells = [values.get((name, type_, distribution, count)) for name in names]
        lines.append(f"| {type_} | {distribution} | {count:,} | "
                     + " | ".join("" if c is None else f"{1e3 * c:.3f}" for c in cells) + " |")
    file = Path(folder) / f"{figure.name}.md"
    file.write_text("\n".join(lines) + "\n")
    return file
