# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs KokkosSort_benchmarks for the tasks of the figures."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from .catalogue import FIGURES
from .results import Failure, medians


def tasks(figures, scale):
    """Runs of the program that measure every figure, each result once where figures share it."""
    runs = {}
    for figure in figures:
        counts = figure.device_counts if scale == "device" else figure.host_counts
        for type_ in figure.types:
            for distribution in figure.distributions:
                blocks = figure.blocks if distribution in ("bucket", "staggered", "deterministic_duplicates") else 240
                for count in counts:
                    kind = (type_, figure.order, distribution, blocks, figure.threads)
                    task = runs.setdefault((*kind, count), (set(), set()))
                    task[0].update(figure.sorters)
                    task[1].update(figure.peers)
    merged = {}  # tasks of one kind with the same sorters become one run over their counts
    for (*kind, count), (sorters, peers) in sorted(runs.items()):
        merged.setdefault((*kind, tuple(sorted(sorters)), tuple(sorted(peers))), []).append(count)
    return merged


def run_one(program, known, key, counts, options, folder):
    """The command and its output; no output from a program without this type or these sorters."""
    type_, order, distribution, blocks, threads, sorters, peers = key
    output = Path(folder) / "run.json"
    command = [str(program), "--type", type_, "--order", order, "--distribution", distribution, "--blocks", str(blocks),
               "--count", ",".join(map(str, counts)),
               "--algorithm", ",".join(s for s in sorters) or "none",
               "--peer", ",".join(p for p in peers if p in known) or "none",
               "--quadratic-limit", str(options.quadratic_limit),
               f"--benchmark_min_time={options.seconds}",
               f"--benchmark_repetitions={options.repetitions}",
               "--benchmark_report_aggregates_only=true", "--benchmark_format=json",
               f"--benchmark_out={output}", "--benchmark_out_format=json"]
    if options.repetitions == 1:
        command.remove("--benchmark_report_aggregates_only=true")
    of_threads = {name: str(threads) for name in ("OMP_NUM_THREADS", "KOKKOS_NUM_THREADS")} if threads else {}
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
                          env={**os.environ, **of_threads})
    if "no benchmark has been selected" in done.stderr or f"--type: {type_} not in" in done.stderr:
        return command, None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nfailed: {done.stderr.strip()[-2000:]}")
    data = json.loads(output.read_text())
    output.unlink()
    return command, data


def known_peers(program):
    """The peers that the program was built with, as its help lists them behind --peer."""
    done = subprocess.run([str(program), "--help"], capture_output=True, text=True, check=False)
    if "--peer" not in done.stdout:
        raise Failure(f"{program} is no KokkosSort_benchmarks: its --help names no --peer")
    tail = done.stdout.split("--peer", 1)[1]
    return tail[tail.index("{") + 1:tail.index("}")].replace("\n", "").replace(" ", "").split(",")


def measure(program, figures, options, keep):
    """One record with the medians of every figure; options are those of the command line. keep(record) is called
    after each run, so that little is lost when a later one fails."""
    if not Path(program).is_file():
        raise Failure(f"there is no program {program}; build the preset 'papers' first:\n"
                      "    cmake --preset papers && cmake --build --preset papers --target KokkosSort_benchmarks")
    known = set(known_peers(program))
    record = {"device": None, "machine": None, "environment": None, "date": None, "command": None, "scale": options.scale,
              "repetitions": options.repetitions, "programs": [], "results": []}
    runs = tasks(figures, options.scale)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for number, (key, counts) in enumerate(runs.items(), 1):
            counts = sorted(c for c in counts if c <= options.most_keys)
            if not counts:
                continue
            print(f"[{time.monotonic() - start:4.0f} s] {number} of {len(runs)}: {', '.join(key[:3])}, "
                f"{len(counts)} counts", flush=True)
            command, data = run_one(program, known, key, counts, options, folder)
            if data is None:
                continue
            context = data["context"]
            record["device"] = record["device"] or context["device"]
            record["machine"] = record["machine"] or context["machine"]
            record["date"] = record["date"] or context["date"]
            record["environment"] = record["environment"] or {
                name.removeprefix("environment."): value for name, value in context.items()
                if name.startswith("environment.")}
            record["programs"].append(" ".join([Path(command[0]).name, *command[1:-2]]))
            for result in medians(data):
                threads = {"threads": key[4]} if key[4] else {}
                record["results"].append({**result, "blocks": key[3], **threads})
            keep(record)
    if not record["results"]:
        raise Failure(f"{program} has none of the types and sorters of the figures; build the preset 'papers'")
    return record


def figures_named(names):
    known = {f.name: f for f in FIGURES}
    for name in names:
        if name not in known:
            raise Failure(f"--only: there is no figure '{name}'; known are {', '.join(known)}")
    return [known[n] for n in names] if names else list(FIGURES)
