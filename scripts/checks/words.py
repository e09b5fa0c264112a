#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Check the wording of comments, messages, test names and documentation.

The rules, each a key of RULES or the name of a function below:
  opening   no sentence, heading or test name opens with "What", "Where" or "Of"
  condition "if" and "when" introduce conditions, "where" places
  rate      a rate is written with "per": "bytes per key"
  number    a fraction is a number: 2 %, 1/16
  glossary  one term per thing: the replaced terms do not come back
  person    code is not a person: it does not know, ask, tell, say, answer, want or forget
  spelling  American, as Kokkos and CUB have it
  length    a sentence has at most 25 words

Usage: scripts/checks/words.py [path]... [--count]
Without paths, the check reads every file that git tracks below the root.
"""

import argparse
import bisect
import collections
import io
import pathlib
import re
import subprocess
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAXIMUM_WORDS = 25
# This file and the glossary's own page cite the words that they forbid.
CITES_THE_WORDS = {"scripts/checks/words.py"}

COUNTED = (r"(?:bytes|bits|keys|items|elements|values|pairs|words|counters|threads|teams|warps|lanes|buckets|bins|tiles|"
           r"cells|leaves|chunks|digits|samples|splitters|launches|passes|reads|writes|rounds|levels|steps|comparisons|"
           r"comparators|loads|stores|atomics|instructions|messages|buffers|files|lines|calls|cases|times|records|"
           r"entries|ranks|cores|tasks|histograms|pivots|sequences|registers|fences|allocations|moves|"
           r"ps|ns|µs|us|ms|seconds|minutes|[KMGT]i?B|[KMG]keys|million|billion|once|twice|thrice)")
NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|half|\d[\d,.^]*)"
UNIT = (r"(?:key|second|team|rank|launch|thread|bucket|bin|leaf|pass|tile|block|element|warp|digit|level|item|lane|node|"
        r"core|call|row|GPU|device|process|sort|step|multiprocessor|iteration|line|word|segment|run|pair|value|record|"
        r"chunk|side|message|piece|splitter|sample|file|type|case|byte|bit|round|cell|partition|sequence|phase|peer|"
        r"day|minute|test|algorithm|function|sorter|size|distribution|kind|page|socket|register|instance|backend)")

# rule -> (pattern, advice)
RULES = {
    "opening": [
        (re.compile(r"^(What|Where|Of|what)\b(?!['’-])"), "open with the subject, with if or with when"),
        (re.compile(r"[:;,] (?:and )?what (?!is\?)"), "a clause does not open with what: name the thing"),
        (re.compile(r"^That (?:the|an?|each|every|all|no)\b"), "a sentence has a verb"),
    ],
    "condition": [(re.compile(r"\bwhere (?:there (?:is|are|was|were)|possible|needed|necessary|nothing|no|neither|not|that is|"
                              r"this is|installed|supported|available|enabled|allowed|given|where|is_\w+|"
                              r"(?:it|they|keys|values|order|ranks|the \w+) (?:is|are|counts?|allows?|finds?|found|has|have) "
                              r"(?!in|on|at|read|taken)\w+)\b|\beach where\b"
                              r"|, where (?:the build|the package|the number|one|possible)\b"), "if and when for conditions, where for places")],
    "rate": [
        (re.compile(rf"\b{COUNTED} an? {UNIT}\b"), "write per"),
        (re.compile(rf"\b{NUMBER} (?!(?:of|in|to|within|on|at|for|by|per|from|is|as|with|into|than|and|or) )\w+ an? {UNIT}\b",
                    re.I), "write per"),
        (re.compile(rf"^An? \w+ an? {UNIT}\b"), "write per"),
        (re.compile(r"\ban? (?:key|team|rank|launch|thread|tile|leaf|bucket) each\b"), "write one per"),
    ],
    "number": [
        (re.compile(r"\b(?:an?|one) (?:sixth|seventh|eighth|ninth|tenth|twelfth|sixteenth|twentieth|fiftieth|hundredth)s?\b"
                    r"(?! (?:of a |level|key|rank|team|item|element))"), "write a number: %, × or 1/16"),
    ],
    "glossary": [
        (re.compile(rf"\b(?:{old})\b"), f"the term is {new}") for old, new in {
            "ForgetfulMember": "OpaqueRankMember", "TeamCountSort": "TeamMsdRankSort",
            "TeamDigitScatter": "TeamOnesweepScatter", "RadixWays": "RadixFlags", "GuessRadixWay": "ProbeSkew",
            "radix_counts": "histogram", "run_if_due": "run_predicated", "CarriedSort": "IndirectSort",
            "carried_sort": "indirect_sort", "with_scratch": "with_workspace", "take_ticket": "next_work_item",
            "least_of_lanes": "warp_min", "scratch_add": "shared_atomic_add", "all_same": "match_all",
            "LastResort|[Ll]ast resort": "FallbackMergeSort", "DirectWay|[Dd]irect way": "PeerPut",
            "key_code": "order_preserving_code", "[Cc]ontenders?|[Cc]ontests?": "sorter, benchmark case",
            "[Ll]eading digits": "MSD passes", "[Aa]ll digits": "LSD passes", "[Ll]opsided": "skewed",
            "[Ss]trips?": "MSD bins", "[Nn]oted sides": "partition flags", "[Ff]orth and back": "forward and inverse",
            "(?:the|these|all|no|of) cuts": "split points",
            "(?<!in )(?<!take )(?<!takes )(?<!took )(?:the|its|their|each|a|one) places?(?= (?:of|in|for|among)\\b)":
                "offset, position or rank",
        }.items()
    ],
    "person": [
        (re.compile(r"\b(?:knows?|knew|forgets?|forgot|wish(?:es)?|nobody|somebody|asks?|asked|tells?|told|wants?|says?|said|"
                    r"answers?|answered)\b", re.I), "code is not a person: state, specify, check, return, require"),
    ],
    "spelling": [
        (re.compile(r"\b\w*(?:neighbour|colour|behaviour|favour|honour|labour)\w*", re.I), "-or"),
        (re.compile(r"\b(?:un|re|de|pre)?(?:initial|organ|serial|synchron|normal|optim|recogn|special|vector|parallel|minim|"
                    r"maxim|general|material|final|random|summar|real|util|local|categor|emphas|character|priorit|"
                    r"visual|penal)is(?:e[ds]?|ing|ations?|ers?|able)\b", re.I), "-ize"),
        (re.compile(r"\b(?:analys(?:e[ds]?|ing)|centres?|licences?|grey|artefacts?|whilst|amongst|programmes?|metres?|"
                    r"labell(?:ed|ing)|cancell(?:ed|ing)|modell(?:ed|ing)|signall(?:ed|ing)|travell(?:ed|ing)|"
                    r"catalogues?|judgement|fulfil|defence)\b", re.I), "American spelling"),
    ],
}
TEST_NAME_RULES = ("opening", "glossary", "person", "spelling")
# Identifiers of the glossary, in code as well. Plain words are types here: Parts, not parts.
OLD_IDENTIFIERS = re.compile(
    r"\b(?:ForgetfulMember|TeamCountSort|TeamDigitScatter|RadixWays|GuessRadixWay|radix_counts|run_if_due|CarriedSort|"
    r"with_scratch|take_ticket|least_of_lanes|scratch_add|all_same|LastResort|DirectWay|key_code)\b"
    r"|\w*(?:[Cc]ontest|[Cc]ontender)\w*")

CPP_TOKEN = re.compile(
    r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|R"(?P<d>[^()\s]*)\((?P<raw>.*?)\)(?P=d)"'
    r'|"(?P<string>(?:\\.|[^"\\\n])*)"|(?P<other>\'(?:\\.|[^\'\\\n])+\'|\d[\w\']*)', re.S)
TEST_NAME = re.compile(r"^\s*(?:TYPED_)?TEST(?:_F|_P)?\(\s*\w+\s*,\s*(\w+)\s*\)", re.M)
DIRECTIVE = re.compile(r"SPDX-|NOLINT|clang-format|IWYU|shellcheck|type: ignore|^!|noqa|^#|-\*-|^SBATCH")
ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|al|cf|etc|[A-Z]|[Ff]ig|no|approx)\.)$")
# A sentence may begin with the name of a program or an identifier, in lower case.
SENTENCE_END = re.compile(r"[.!?][\"')\]]*\s+(?=[A-Za-z`\"'(\[−§\d])")


class Text:
    """Prose of a file: paragraphs, each with the line of every character."""

    def __init__(self):
        self.paragraphs = []  # (kind, text, [(offset, line)])
        self._open = None

    def end(self):
        self._open = None

    def add(self, line, text, kind="prose"):
        if not text.strip():
            return self.end()
        if self._open is None or self._open[0] != kind:
            self._open = [kind, "", []]
            self.paragraphs.append(self._open)
        if self._open[1]:
            self._open[1] += " "
        self._open[2].append((len(self._open[1]), line))
        self._open[1] += text.strip()

    def alone(self, line, text, kind="prose"):
        self.end()
        self.add(line, text, kind)
        self.end()


def add_comment_line(text, number, line):
    """Adds one line of a comment; examples, tables and directives are no prose."""
    body = line.rstrip()
    if DIRECTIVE.search(body.strip()):
        return text.end()
    if re.match(r"^\s{4,}\S", body) or re.search(r"[;{}]\s*$", body) and re.search(r"[=(<:]", body):
        return text.end()
    body = body.strip()
    if command := re.match(r"^[\\@](\w+)\s*(?:\[\w+\]\s*)?", body):
        text.end()
        body = body[command.end():]
        if command[1] in ("param", "tparam", "throws", "throw", "exception", "retval"):
            body = re.sub(r"^\S+\s*", "", body)
        if command[1] in ("file", "code", "endcode", "name", "def", "ref", "copydoc", "anchor", "addtogroup", "defgroup"):
            return None
    elif bullet := re.match(r"^(?:[-*•]|\d+[.)]|\([a-z0-9]\))\s+", body):
        text.end()
        body = body[bullet.end():]
    elif re.search(r"\S {3,}\S", body) or re.match(r"^[-=*/+|]{4,}", body):
        return text.end()
    text.add(number, body)
    if body.endswith(":"):
        text.end()
    return None


def read_cpp(source):
    text = Text()
    last_end = -1
    last_line = 0
    for match in CPP_TOKEN.finditer(source):
        number = source.count("\n", 0, match.start()) + 1
        between = source[last_end:match.start()] if last_end >= 0 else ""
        if match["line"] is not None:
            if number != last_line + 1 or between.strip():
                text.end()
            add_comment_line(text, number, re.sub(r"^[/!]?<? ?", "", match["line"]))
            last_line = number
        elif match["block"] is not None:
            text.end()
            for index, line in enumerate(match["block"].split("\n")):
                add_comment_line(text, number + index, re.sub(r"^\s*\*? ?", "", line))
            text.end()
        elif (string := match["string"]) is not None:
            start = source.rfind("\n", 0, match.start()) + 1
            if source[start:match.start()].lstrip().startswith("#"):
                continue
            if between.strip() or not (text.paragraphs and text.paragraphs[-1][0] == "message"):
                text.end()
            string = string.replace("\\n", "\n").replace('\\"', '"')
            for part in string.split("\n"):
                # A message has several words; a label or a format has fewer.
                if len(re.findall(r"[A-Za-z]{2,}", part)) >= 3 or (not between.strip() and text._open):
                    text.add(number, part, "message")
        else:
            continue
        last_end = match.end()
    for match in TEST_NAME.finditer(source):
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", match[1].replace("_", " "))
        text.alone(source.count("\n", 0, match.start(1)) + 1, name[:1].upper() + name[1:], "test name")
    return text


def read_cmake(source):
    """Comments, and strings of at least three words: messages and descriptions of options."""
    text = read_hash_comments(source)
    for match in re.finditer(r'^[^#"\n]*"([^"\n]*)"|(?<=")[^"#\n]*"([^"\n]*)"', source, re.M):
        string = match[1] or match[2] or ""
        if len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\S*[/$;=\\]\S*", "", string))) >= 3:
            text.alone(source.count("\n", 0, match.start()) + 1, string, "message")
    return text


def read_svg(source):
    """Titles and labels of a figure."""
    text = Text()
    for match in re.finditer(r"<(?:text|title)\b[^>]*>([^<]+)<", source):
        text.alone(source.count("\n", 0, match.start()) + 1, match[1], "heading")
    return text


def read_hash_comments(source):
    text = Text()
    for number, line in enumerate(source.split("\n"), 1):
        if match := re.match(r"^\s*#(?!!) ?(.*)$", line):
            add_comment_line(text, number, match[1])
        else:
            text.end()
            if match := re.search(r"(?:^|\s)# (?!\S*$)([^'\"]*)$", line):
                add_comment_line(text, number, match[1])
                text.end()
    return text


def read_python(source):
    text = Text()
    statement_start = True
    last = 0
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        return read_hash_comments(source)
    for token in tokens:
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1 or token.line[:token.start[1]].strip():
                text.end()
            last = token.start[0]
            add_comment_line(text, last, re.sub(r"^#+!? ?", "", token.string))
        elif token.type == tokenize.STRING and statement_start:
            text.end()
            body = re.sub(r'^\w*("""|\'\'\'|"|\')|("""|\'\'\'|"|\')$', "", token.string)
            for index, line in enumerate(body.split("\n")):
                add_comment_line(text, token.start[0] + index, line if index == 0 else re.sub(r"^ {4}", "", line))
            text.end()
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            statement_start = True
        elif token.type not in (tokenize.NL, tokenize.COMMENT):
            statement_start = False
    return text


def read_markdown(source):
    text = Text()
    lines = source.split("\n")
    fence = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fence = not fence
            text.end()
        elif fence or re.match(r"^\s*(<!--.*-->|!\[.*\]\(.*\))\s*$", line) or re.match(r"^\[[^\]]+\]:", line):
            text.end()
        elif match := re.match(r"^#+\s+(.*)$", line):
            text.alone(number, match[1], "heading")
        elif line.startswith("|"):
            head = number < len(lines) and re.match(r"^\|[-:| ]+\|?\s*$", lines[number])
            if re.match(r"^\|[-:| ]+\|?\s*$", line):
                continue
            # A pipe within code does not end a cell.
            row = re.sub(r"`[^`]*`", lambda code: code[0].replace("|", "¦"), line)
            for cell in row.strip().strip("|").split("|"):
                text.alone(number, cell, "heading" if head else "cell")
        else:
            if match := re.match(r"^\s*(?:[-*+]|\d+[.)])\s+", line):
                text.end()
                line = line[match.end():]
            text.add(number, line)
    return text


def without_code(prose):
    """The prose with each code span and each link as one word, of the same length."""
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", lambda link: link[1] + "\0" * (len(link[0]) - len(link[1])), prose)
    return re.sub(r"`+[^`]*`+", lambda code: "`" + "x" * (len(code[0]) - 2) + "`", prose)


def sentences(prose):
    """Yields (offset, sentence)."""
    start = 0
    for end in SENTENCE_END.finditer(prose):
        if ABBREVIATION.search(prose[start:end.start() + 1]):
            continue
        yield start, prose[start:end.end()].rstrip()
        start = end.end()
    yield start, prose[start:]


def words_of(sentence):
    return sum(1 for word in sentence.replace("\0", "").split() if re.search(r"\w", word))


def check_text(text):
    """All findings of the paragraphs: (line, rule, advice)."""
    findings = []
    for kind, prose, starts in text.paragraphs:
        if kind == "heading":
            prose = prose[:1].upper() + prose[1:]
        prose = without_code(prose)

        def line_of(offset):
            return starts[max(0, bisect.bisect_right(starts, (offset, sys.maxsize)) - 1)][1]

        for offset, sentence in sentences(prose):
            for rule, patterns in RULES.items():
                if kind == "test name" and rule not in TEST_NAME_RULES:
                    continue
                for pattern, advice in patterns:
                    if match := pattern.search(sentence):
                        found = sentence[match.start():match.end()].replace("\0", "")
                        findings.append((line_of(offset + match.start()), rule, f"'{found}': {advice}"))
                        break
            words = words_of(sentence)
            if words > MAXIMUM_WORDS and kind != "test name":
                beginning = " ".join(sentence.replace("\0", "").split()[:6])
                findings.append((line_of(offset), "length", f"{words} words: '{beginning} …'"))
    return findings


def check_source(name, source):
    """All findings of one file by its name."""
    suffix = pathlib.PurePosixPath(name).suffix
    if suffix in (".hpp", ".cpp", ".h", ".in") and not name.endswith("cmake.in"):
        findings = check_text(read_cpp(source))
        code = CPP_TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
        for match in OLD_IDENTIFIERS.finditer(code):
            findings.append((source.count("\n", 0, match.start()) + 1, "glossary", f"'{match[0]}': the name was replaced"))
        return findings
    if suffix == ".md":
        return check_text(read_markdown(source))
    if suffix == ".py" or source.startswith("#!/usr/bin/env python3"):
        return check_text(read_python(source))
    if suffix == ".svg":
        return check_text(read_svg(source))
    if suffix == ".cmake" or name.endswith(("CMakeLists.txt", ".cmake.in")):
        return check_text(read_cmake(source))
    return check_text(read_hash_comments(source))


def is_checked(name):
    path = pathlib.PurePosixPath(name)
    if name in CITES_THE_WORDS:
        return False
    if path.suffix in (".hpp", ".cpp", ".py", ".md", ".cmake", ".sh", ".sbatch", ".svg") or path.name == "CMakeLists.txt":
        return True
    return name.endswith((".cmake.in", ".hpp.in")) or name == ".ci/run" or (name.startswith("scripts/") and not path.suffix)


def self_test():
    """Plants one violation of each rule in each kind of file; the clean text has none."""
    long = "The " + "very " * MAXIMUM_WORDS + "long sentence ends."
    planted = {
        "opening": ["What is left goes to the host.", "It ends. Where keys repeat, buckets are equal.",
                    "One case: what the call leaves.", "That the programs run and end."],
        "condition": ["It ends where there is no key.", "Each peer runs, each where the build found it."],
        "rate": ["The pass moves 8 bytes a key.", "One team a leaf.", "A team a leaf sorts it.", "It makes two launches a level."],
        "number": ["It takes a twentieth longer."],
        "glossary": ["The lopsided bucket is split.", "The TeamCountSort ranks keys."],
        "person": ["The team knows its tile.", "The function is told the size."],
        "spelling": ["The neighbour is read.", "The launch is synchronised.", "The colour of a node."],
        "length": [long],
    }
    clean = ["The pass moves 8 bytes per key.", "One team sorts a leaf; see `What a key`.", "If keys repeat, a bucket is equal.",
             "It returns the pair that a team finds, e.g. Of two."]
    wrap = {
        "a.hpp": "int x;  // {}\n", "b.cpp": "/// {}\nint x;\n", "c.cpp": 'void f() {{ fail("{}"); }}\n', "d.md": "# A\n\n{}\n",
        "e.md": "| a |\n|---|\n| {} |\n", "f.py": '"""{}"""\n', "CMakeLists.txt": "# {}\nset(a b)\n", "h.cmake": 'option(A "{}" ON)\n', "i.svg": "<text x='1'>{}</text>\n", "g.sh": "# {}\n",
    }
    for name, form in wrap.items():
        for rule, samples in planted.items():
            for sample in samples:
                found = {finding[1] for finding in check_source(name, form.format(sample))}
                if found != {rule}:
                    sys.exit(f"words: self-test: '{sample}' in {name}: {rule} expected, found {sorted(found)}")
        for sample in clean:
            if found := check_source(name, form.format(sample)):
                sys.exit(f"words: self-test: '{sample}' in {name} has findings: {found}")
    for name, source, rule in [("a.cpp", "TEST(Sort, what_is_left) {}\n", "opening"),
                               ("a.cpp", "TEST(Sort, OfOneSize) {}\n", "opening"), ("a.cpp", "struct Contender;\n", "glossary"),
                               ("a.cpp", "int take_ticket();\n", "glossary"),
                               ("a.md", "| what it does |\n|---|\n", "opening")]:
        if [finding[1] for finding in check_source(name, source)] != [rule]:
            sys.exit(f"words: self-test: {source!r}: {rule} expected, found {check_source(name, source)}")
    for source in ["```\nWhat a key\n```\n", "Read [where it is](what.md) of `bytes a key`.\n"]:
        if found := check_source("a.md", source):
            sys.exit(f"words: self-test: {source!r} has findings: {found}")
    print(f"words: self-test: each of {len(planted)} planted kinds of violation was found in {len(wrap)} kinds of file")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="files or folders; all tracked files without one")
    parser.add_argument("--count", action="store_true", help="print the number of findings per folder and rule only")
    arguments = parser.parse_args()
    self_test()
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    wanted = [pathlib.Path(path).resolve().relative_to(ROOT).as_posix() for path in arguments.paths]
    names = [name for name in listed if is_checked(name) and (ROOT / name).is_file() and
             (not wanted or any(name == path or name.startswith(path + "/") or path == "." for path in wanted))]
    counts = collections.defaultdict(collections.Counter)
    total = 0
    for name in names:
        for line, rule, advice in sorted(check_source(name, (ROOT / name).read_text())):
            total += 1
            counts["/".join(name.split("/")[:-1][:4]) or "."][rule] += 1
            if not arguments.count:
                print(f"{name}:{line}: {rule}: {advice}")
    if arguments.count:
        for folder, count in sorted(counts.items()):
            print(f"{folder:40} " + "  ".join(f"{rule} {count[rule]}" for rule in [*RULES, "length"] if count[rule]))
        print("total " + "  ".join(f"{rule} {sum(count[rule] for count in counts.values())}" for rule in [*RULES, "length"]))
    print(f"words: {len(names)} files, {total} findings")
    return 1 if total or not names else 0


if __name__ == "__main__":
    sys.exit(main())
