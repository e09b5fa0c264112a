#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs KokkosSort_test_soak many times, each with a fault drawn from a seed.

A draw passes if it ends in time, and
- without a fault that a call cannot get over: the result is right;
- for a failed allocation or an exception: the result is right, or all ranks throw the same error and the next call
  works. The job may also end with a message that names the rank. MPI_Abort ends it, or a noexcept function of Kokkos
  or the standard library;
- for a killed rank: the job ends with a status other than 0.

A failing draw prints its seed: --seed SEED --draws 1 with the same --ranks repeats it.
"""
import argparse
import collections
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time

ENDS = re.compile(r"ends the job:|terminate called|Kokkos .*(ERROR|abort)")


def ranks_of(text):
    least, _, most = text.partition("..")
    return range(int(least), int(most or least) + 1)


def run(command, environment, limit):
    """Exit status (None: out of time), output, seconds."""
    start = time.monotonic()
    job = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           errors="replace", start_new_session=True)
    try:
        output, _ = job.communicate(timeout=limit)
        return job.returncode, output, time.monotonic() - start
    except subprocess.TimeoutExpired:
        # The launcher passes the signal on to its ranks. The end of the session removes the rest.
        job.terminate()
        try:
            output, _ = job.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            output, _ = job.communicate()
        return None, output, time.monotonic() - start


def verdict(status, output):
    """Returns the fault of a draw, its outcome, and whether that outcome is allowed."""
    drawn = re.search(r"^soak: seed .* fault (\w+) on rank", output, re.MULTILINE)
    fault = drawn.group(1) if drawn else "?"
    outcome = re.search(r"^soak: (result|error)", output, re.MULTILINE)
    if status is None:
        return fault, "hang", False
    if fault == "?":
        return fault, "no start", False
    if "FAILED" in output:
        return fault, "wrong", False
    if status == 0:
        word = outcome.group(1) if outcome else "no verdict"
        return fault, word, word == "result" and fault != "kill" or \
            word == "error" and fault in ("allocation", "exception")
    if fault == "kill":
        return fault, "job ended", True
    return fault, "job ended", fault in ("allocation", "exception") and ENDS.search(output) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="KokkosSort_test_soak")
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first draw; the others follow")
    parser.add_argument("--ranks", type=ranks_of, default=ranks_of("2..8"), help="2..8: drawn for each")
    parser.add_argument("--mpiexec", default="mpirun -n", help="launcher, which the number of ranks follows")
    parser.add_argument("--limit", type=float, default=30, help="seconds for one draw")
    parser.add_argument("--verbose", action="store_true", help="a line for each draw")
    options = parser.parse_args()
    environment = {"OMP_NUM_THREADS": "1", "OMP_PROC_BIND": "false", "KOKKOS_DISABLE_WARNINGS": "1", **os.environ}
    counts = collections.Counter()
    failures, slowest = [], 0.0
    for seed in range(options.seed, options.seed + options.draws):
        ranks = random.Random(seed).choice(options.ranks)
        environment["KOKKOSSORT_SOAK_SEED"] = str(seed)
        command = [*shlex.split(options.mpiexec), str(ranks), options.program, "--gtest_brief=1"]
        status, output, seconds = run(command, environment, options.limit)
        fault, word, is_well = verdict(status, output)
        counts[f"{fault}: {word}"] += 1
        slowest = max(slowest, seconds)
        if options.verbose:
            print(f"{seed}: {ranks} ranks, {fault}: {word}, {seconds:.1f} s", flush=True)
        if not is_well:
            failures.append(seed)
            print(f"seed {seed} on {ranks} ranks FAILED: {fault}: {word}, status {status}, {seconds:.1f} s\n{output}",
                  flush=True)
    table = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    print(f"soak: {options.draws} draws from seed {options.seed}, {len(failures)} failed"
          f"{' (seeds ' + ', '.join(map(str, failures)) + ')' if failures else ''}; slowest {slowest:.1f} s; {table}")
    return 1 if failures or not options.draws else 0


if __name__ == "__main__":
    sys.exit(main())
