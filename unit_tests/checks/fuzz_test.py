# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of KokkosSort_fuzz: each of its checks finds its fault, and a failure is replayed.

Usage: fuzz_test.py FUZZ
"""

import re
import subprocess
import sys
import unittest

FUZZ = ""
# Planted fault, a kind of case, and a part of the verdict.
PLANTS = [
    ("order", "sort u32 none natural", "belongs before its predecessor"),
    ("order", "sort_by_key", "belongs before its predecessor"),
    ("order", "argsort ", "belongs before its predecessor"),
    ("order", "argsort_rows", "belongs before its predecessor"),
    ("order", "argsort_columns", "belongs before its predecessor"),
    ("order", "is_sorted", "sorted keys are called"),
    ("order", "arg_min_max", "the maximum is not key"),
    ("order", "arg_top_k", "of the first"),
    ("order", "nth_element", "the element of rank"),
    ("order", "partial_sort", "of the first"),
    ("order", "argpartition", "the element of rank"),
    ("loss", "nth_element", "no permutation of the input"),
    ("order", "permute", "of the destination is not row"),
    ("loss", "sort f64 none natural", "no permutation of the input"),
    ("loss", "sort_by_key i32 bytes4 natural", "occurs twice"),
    ("loss", "bytes1 natural merge", "no permutation of the input"),
    ("loss", "argsort ", "occurs twice"),
    ("loss", "permute", "in place is not row"),
    ("stability", "sort_by_key i32 bytes4 natural merge", "are equivalent and have changed places"),
    ("stability", "bytes1 natural merge", "equivalent elements have changed places"),
    ("stability", "sort record none projected", "equivalent elements have changed places"),
    ("stability", "argsort ", "are equivalent and have changed places"),
    ("stability", "argsort_rows", "are equivalent and have changed places"),
    ("guard", "sort i64 none", "memory round 'keys' has changed"),
    ("guard", "argsort ", "memory round 'result' has changed"),
    ("input", "argsort ", "the input 'keys' has changed"),
    ("input", "min_max", "the input 'keys' has changed"),
    ("input", "permute", "the input 'keys' has changed"),
    ("workspace", "sort_by_key", "beyond the"),
    ("order", "merge f64 u32", "is another one"),
    ("loss", "reduce_by_key", "is another one"),
    ("guard", "merge_runs", "memory round '"),
    ("input", "unique", "the input 'keys' has changed"),
    ("order", "top_k_team", "is another one"),
    ("order", "coo_to_crs", "is another one"),
    ("input", "coo_to_crs", "the input '"),
    ("loss", "sort_and_merge", "is another one"),
    ("guard", "sort_and_merge", "memory round '"),
    ("order", "argsort_strings", "is another one"),
    ("input", "argsort_strings", "the input '"),
    ("order", "sort_in_chunks", "belongs before its predecessor"),
    ("stability", "sort_in_chunks i16 u32", "are equivalent and have changed places"),
    ("workspace", "sort_in_chunks", "beyond the"),
    ("stability", "sort_team f64 u32", "are equivalent and have changed places"),
    ("order", "segmented_top_k", "is another one"),
    ("loss", "segmented_top_k i64 u32 bits counted", "is another one"),
    ("guard", "segmented_top_k", "memory round '"),
    ("order", "top_k_counted", "is another one"),
    ("workspace", "top_k_counted", "beyond the"),
    ("loss", "histogram", "is another one"),
    ("input", "histogram", "the input 'keys' has changed"),
    ("order", "segmented_sort i64 none compared counted", "belongs before its predecessor"),
    ("stability", "segmented_sort_by_key u32 bytes4 natural counted", "are equivalent and have changed places"),
]


def run(*arguments):
    done = subprocess.run([FUZZ, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    return done.returncode, done.stdout


class Fuzz(unittest.TestCase):
    def test_finds_and_replays_each_planted_fault(self):
        for plant, only, verdict in PLANTS:
            with self.subTest(plant=plant, only=only):
                status, output = run("--plant", plant, "--only", only, "--cases", "20000")
                self.assertEqual(status, 1, output)
                self.assertIn(verdict, output)
                again = re.search(r"^again: KokkosSort_fuzz (.*)$", output, re.MULTILINE)
                self.assertTrue(again, output)
                status, repeated = run(*again[1].split())
                self.assertEqual(status, 1, repeated)
                self.assertEqual(repeated.splitlines()[:2], output.splitlines()[:2])
                seed = re.search(r"--replay (\d+)", again[1])[1]
                status, sound = run("--replay", seed)
                self.assertEqual(status, 0, sound)

    def test_same_seed_draws_the_same(self):
        texts = [run("--seed", "77", "--cases", "300", "--plant", "stability")[1] for _ in range(2)]
        self.assertEqual(texts[0], texts[1])

    def test_wrong_usage(self):
        for arguments, text in [(["--seed", "x"], "--seed is 'x'"), (["--seed"], "'--seed' has no value"), (["--sed", "1"], "'--sed'"),
                                (["--plant", "y"], "--plant is 'y'"), (["--only", "nothing"], "no case")]:
            status, output = run(*arguments)
            self.assertEqual(status, 2, output)
            self.assertIn(text, output)


if __name__ == "__main__":
    FUZZ = sys.argv.pop(1)
    unittest.main()
