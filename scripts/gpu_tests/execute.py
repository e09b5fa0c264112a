# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs batches of cases and finds a result for each of them."""

import os
import queue
import re
import signal
import subprocess
import threading
import time

from .plan import EXPECTED_SKIPS, Group

EVENT = re.compile(r"^\[( RUN      |       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)")
LOG_LINES = 40


class Batch:
    """Cases of one group that one process runs."""

    def __init__(self, group: Group, cases: list[str]):
        self.group = group
        self.cases = cases


def _read_lines(pipe, lines: queue.Queue) -> None:
    for line in pipe:
        lines.put(line)
    lines.put(None)


def _kill(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _command(batch: Batch, folder) -> list[str]:
    group = batch.group
    command = [*group.prefix, str(folder / group.executable), *group.arguments]
    if group.is_gtest:
        command += [f"--gtest_filter={':'.join(batch.cases)}", "--gtest_color=no"]
    elif group.pieces:
        command += batch.cases[0].split()
    return command


class _Progress:
    """The results that the output of a process has shown so far."""

    def __init__(self, batch: Batch):
        self.batch = batch
        self.results = {}
        self.current = None if batch.group.is_gtest else batch.cases[0]
        self.began = time.monotonic()
        self.log = []

    def take(self, line: str) -> None:
        self.log = (self.log + [line.rstrip()])[-LOG_LINES:]
        event = EVENT.match(line) if self.batch.group.is_gtest else None
        if not event or event[2] not in self.batch.cases:
            return
        kind = event[1].strip()
        if kind == "RUN":
            self.current, self.began = event[2], time.monotonic()
        elif event[2] not in self.results:
            self.finish(event[2], {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}[kind])

    def finish(self, case: str, result: str, why: str = "") -> None:
        record = {"group": self.batch.group.name, "case": case, "result": result,
                  "seconds": round(time.monotonic() - self.began, 2)}
        if result == "skipped" and f"{self.batch.group.name}/{case}" not in EXPECTED_SKIPS:
            record["result"], why = "not run", "skipped itself"
        if record["result"] not in ("passed", "skipped"):
            record["why"] = why
            record["log"] = "\n".join(self.log)
        self.results[case] = record
        self.current, self.began = None, time.monotonic()


def run_batch(batch: Batch, folder, gpu: int, deadline: float) -> tuple[list[dict], list[str]]:
    """Records of the cases that have a result, and the cases that have none yet."""
    environment = dict(os.environ, GTEST_FAIL_IF_NO_TEST_SELECTED="1", OMP_NUM_THREADS="1", OMP_PROC_BIND="false")
    for name in ("GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_FILTER"):
        environment.pop(name, None)
    if gpu >= 0:
        environment["CUDA_VISIBLE_DEVICES"] = str(gpu)
    process = subprocess.Popen(_command(batch, folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", env=environment, start_new_session=True)
    lines = queue.Queue()
    threading.Thread(target=_read_lines, args=(process.stdout, lines), daemon=True).start()
    progress = _Progress(batch)
    ended_by = ""
    while True:
        limit = progress.began + batch.group.seconds
        now = time.monotonic()
        if now >= limit or now >= deadline:
            ended_by = "time limit" if now >= limit else "budget"
            _kill(process)
            break
        try:
            line = lines.get(timeout=max(0.01, min(limit, deadline) - now))
        except queue.Empty:
            continue
        if line is None:
            break
        progress.take(line)
    try:
        status = process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        _kill(process)
        status = process.wait()
        ended_by = ended_by or "time limit"
    _kill(process)  # and the processes that it left behind
    _judge(progress, status, ended_by)
    left = [case for case in batch.cases if case not in progress.results]
    return list(progress.results.values()), left


def _judge(progress: _Progress, status: int, ended_by: str) -> None:
    """Adds the results that follow from how the process ended."""
    batch = progress.batch
    if ended_by == "budget":
        return
    if ended_by == "time limit":
        if progress.current is None:  # it hung between two cases
            progress.current = next((case for case in batch.cases if case not in progress.results), batch.cases[-1])
        progress.finish(progress.current, "timed out", f"no result within {batch.group.seconds} s")
        return
    how = f"signal {-status}" if status < 0 else f"status {status}"
    if not batch.group.is_gtest:
        progress.finish(batch.cases[0], "passed" if status == 0 else "failed", how)
        return
    if progress.current is not None:
        progress.finish(progress.current, "crashed", how)
        return
    left = [case for case in batch.cases if case not in progress.results]
    failed = any(record["result"] == "failed" for record in progress.results.values())
    if status != 0 and not failed:
        # For instance compute-sanitizer, or a crash at the end: no case can be trusted.
        for case in batch.cases:
            seconds = progress.results.get(case, {}).get("seconds", 0)
            progress.finish(case, "failed", f"the process ended with {how}")
            progress.results[case]["seconds"] = seconds
    elif left:
        if status == 0 or not progress.results:
            for case in left:
                progress.finish(case, "not run", f"the process ended with {how} without running it")
