# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State files (one JSON record per line) and the table that is made of them."""

import json
from pathlib import Path

BAD = ("failed", "crashed", "timed out")


class State:
    """The plan of a run and the results that there are so far."""

    def __init__(self):
        self.plan = {}  # group -> {"digest", "cases", "missing"}
        self.results = {}  # (group, case) -> record
        self.device = ""

    def add(self, record: dict) -> None:
        kind = record.get("kind")
        if kind == "device":
            self.device = record["device"]
        elif kind == "plan":
            known = self.plan.get(record["group"])
            if known and known["digest"] != record["digest"]:
                # Results of another executable do not count for this one.
                self.results = {key: value for key, value in self.results.items() if key[0] != record["group"]}
            self.plan[record["group"]] = record
        else:
            self.results[record["group"], record["case"]] = record

    def load(self, path: Path) -> "State":
        for number, line in enumerate(path.read_text().splitlines(), 1):
            try:
                self.add(json.loads(line))
            except (ValueError, KeyError) as error:
                raise SystemExit(f"test_gpu: {path}:{number} is no record of a state file: {error!r}")
        return self

    def passed(self, group: str, case: str) -> bool:
        return self.results.get((group, case), {}).get("result") in ("passed", "skipped")


def merge(paths: list[Path]) -> State:
    """All files as one. Executables of one name must be the same in all of them."""
    merged = State()
    for path in paths:
        one = State().load(path)
        for name, plan in one.plan.items():
            known = merged.plan.get(name)
            if known and known["digest"] != plan["digest"]:
                raise SystemExit(f"test_gpu: {path} holds results of another executable for {name}")
            if not known or known["missing"]:
                merged.plan[name] = plan
        for key, record in one.results.items():
            # A failure in one of the runs stays one.
            if merged.results.get(key, {}).get("result") not in BAD:
                merged.results[key] = record
        merged.device = one.device if one.device in ("", merged.device) or not merged.device else f"{merged.device}; {one.device}"
    return merged


def _rows(state: State, by_suite: bool) -> list[list]:
    rows = {}
    for group, plan in state.plan.items():
        if plan["missing"]:
            rows[group] = [group, 0, 0, 0, 1, 0.0, plan["missing"]]
        for case in plan["cases"]:
            name = f"{group}/{case.rsplit('.', 1)[0]}" if by_suite and "." in case else group
            row = rows.setdefault(name, [name, 0, 0, 0, 0, 0.0, ""])
            record = state.results.get((group, case), {"result": "not run", "seconds": 0})
            row[1] += 1
            row[2] += record["result"] == "passed"
            row[3] += record["result"] in BAD
            row[4] += record["result"] == "not run"
            row[5] += record["seconds"]
    return list(rows.values())


def verdict(state: State) -> tuple[str, int]:
    """A line and the exit status: 0 all passed, 1 something failed, 3 something did not run."""
    rows = _rows(state, by_suite=False)
    cases, passed, failed, absent = (sum(row[i] for row in rows) for i in (1, 2, 3, 4))
    counts = f"{cases} cases: {passed} passed, {failed} failed, {absent} not run"
    if failed:
        return f"FAILED: {counts}", 1
    if absent or not passed:
        return f"INCOMPLETE: {counts}", 3
    return f"PASSED: {counts}", 0


def troubles(state: State) -> list[str]:
    """A paragraph for each case that has failed or declined to run."""
    found = []
    for (group, case), record in state.results.items():
        if record["result"] in BAD or record["result"] == "not run":
            log = "\n".join(f"    {line}" for line in record.get("log", "").splitlines()[-25:])
            found.append(f"{group}/{case}: {record['result']} ({record.get('why', '')})\n{log}")
    return found


def markdown(state: State, by_suite: bool) -> str:
    lines = [f"Device: {state.device or 'unknown'}", "", "| test | result | cases | passed | failed | not run | seconds |",
             "|---|---|---:|---:|---:|---:|---:|"]
    for name, cases, passed, failed, absent, seconds, why in _rows(state, by_suite):
        result = "FAILED" if failed else f"not run{': ' + why if why else ''}" if absent else "passed"
        lines.append(f"| {name} | {result} | {cases} | {passed} | {failed} | {absent} | {seconds:.1f} |")
    return "\n".join([*lines, "", verdict(state)[0], ""])
