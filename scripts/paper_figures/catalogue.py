# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures and tables of the five papers that have a sorting rate or a ratio:
the measurements that each needs, and its drawing."""

from dataclasses import dataclass, field

# Figures that are computed by the equations of a paper (model.py), and hence need no record.
MODELS = ("butterfly_figures_4_to_6",)
# Today's peers: on a GPU, on a host. A program runs those that it has.
PEERS = ("kokkos", "cub_radix", "cub_merge", "thrust", "std_sort", "gnu_parallel", "tbb",
         "boost_block_indirect", "vqsort")
COMPARED = ("kokkos", "cub_merge", "thrust", "std_sort")
QUICKSORT = ("uniform_half", "bucket", "gaussian_half", "staggered", "zero", "sorted")
SAMPLE = ("uniform", "gaussian", "bucket", "staggered", "deterministic_duplicates", "sorted")
EVERY_INPUT = QUICKSORT + ("uniform", "gaussian", "deterministic_duplicates", "reversed", "nearly_sorted_5_percent",
                           "organ_pipe", "saw_teeth", "sixteen_values", "sqrt_values", "zipf", "exponential")


def powers(first, last, step=1):
    return tuple(1 << e for e in range(first, last + 1, step))


@dataclass(frozen=True)
class Figure:
    """One figure of a paper. Panels are the cartesian product of types and
    distributions; the line of each sorter is drawn over the counts."""

    name: str
    title: str  # the paper's figure and what it shows
    types: tuple
    distributions: tuple
    sorters: tuple  # of the library; peers are beside them
    device_counts: tuple
    host_counts: tuple
    draws: tuple = ("rate",)  # rate | time | ratio | table
    peers: tuple = PEERS
    blocks: int = 240
    base: str = ""  # of ratios: over each of `over`
    over: tuple = field(default=())
    threads: int = 0  # of a host; 0: all of them, and devices
    order: str = "bits"  # or less: a comparator, which a sorter can only call


FIGURES = (
    Figure("quicksort_figures_3_and_4", "GPU-Quicksort, figures 3 and 4: time over the number of keys, six inputs",
           ("u32",), QUICKSORT,
           ("gpu_quick", "gpu_quick_two_kernels", "quick", "quick_one_launch", "bitonic_one_step", "bitonic", "radix",
            "merge", "sample"),
           powers(20, 26), powers(16, 20, 2), draws=("time",), blocks=128),
    Figure("quicksort_by_comparator", "GPU-Quicksort, figures 3 and 4, by a comparator",
           ("u32",), QUICKSORT, ("gpu_quick", "quick", "bitonic", "merge", "sample"),
           powers(20, 26), powers(16, 20, 2), draws=("time",), peers=COMPARED, blocks=128, order="less"),
    Figure("butterfly_figure_7", "Butterfly, figure 7: the search for minimum and maximum, time and rate",
           tuple("min_max_" + t for t in ("f32", "u32", "u64")), ("uniform_half",), ("min_max", "min_max_network"),
           powers(10, 28), powers(10, 22, 4), draws=("time", "rate", "ratio"), peers=("kokkos_min_max",),
           base="min_max", over=("kokkos_min_max", "min_max_network")),
    Figure("butterfly_figure_8", "Butterfly, figure 8: the full sort, time and rate",
           ("f32",), ("uniform_half",),
           ("butterfly", "butterfly_one_step", "bitonic", "bitonic_one_step", "odd_even_merge",
            "odd_even_transposition", "rank"),
           powers(10, 25), powers(10, 18, 2), draws=("time", "rate")),
    Figure("butterfly_figure_9", "Butterfly, figure 9 (a, b): speedup, one step per launch",
           ("f32",), ("uniform_half",),
           ("butterfly_one_step", "bitonic_one_step", "odd_even_transposition", "rank"),
           powers(10, 25), powers(10, 18, 2), draws=("ratio",), base="butterfly_one_step",
           over=("bitonic_one_step", "odd_even_transposition", "rank")),
    Figure("butterfly_figure_9_fused", "Butterfly, figure 9 (a): speedup, fused steps",
           ("f32",), ("uniform_half",), ("butterfly", "bitonic", "odd_even_merge"),
           powers(10, 25), powers(10, 18, 2), draws=("ratio",), base="butterfly", over=("bitonic", "odd_even_merge")),
    Figure("butterfly_figure_9_serial", "Butterfly, figure 9 (c): speedup on one CPU thread",
           ("f32",), ("uniform_half",),
           ("butterfly_one_step", "bitonic_one_step", "odd_even_transposition", "rank"),
           (), powers(10, 16), draws=("ratio",), base="butterfly_one_step",
           over=("bitonic_one_step", "odd_even_transposition", "rank"), peers=(), threads=1),
    Figure("heap_section_3", "Heap, quick, radix quicksort and merge sort, section 3: time for the paper's lists and longer ones",
           ("f32",), ("uniform_half",), ("heap", "heap_by_insertions", "quick", "radix_quick", "merge"),
           (1023, 2000, 6000, 500_000, 1 << 22), (1023, 2000, 6000, 500_000), draws=("table",)),
    Figure("sample_figure_3", "Sample sort, figure 3: rates on 32-bit keys with 32-bit values",
           ("i32+i32",), ("uniform_half", "sorted", "deterministic_duplicates"),
           ("sample", "paper_sample", "merge", "radix"),
           powers(17, 28), powers(17, 20), draws=("rate", "ratio"), base="sample", over=("cub_merge", "cub_radix")),
    Figure("sample_figure_3_by_comparator", "Sample sort, figure 3, by a comparator",
           ("i32+i32",), ("uniform_half", "sorted", "deterministic_duplicates"), ("sample", "paper_sample", "merge"),
           powers(17, 28), powers(17, 20), draws=("rate", "ratio"), peers=COMPARED, base="sample",
           over=("cub_merge",), order="less"),
    Figure("sample_figure_4", "Sample sort, figure 4: rates on 64-bit keys",
           ("u64",), ("uniform", "sorted"), ("sample", "paper_sample", "merge", "radix"),
           powers(17, 28), powers(17, 20), draws=("rate", "ratio"), base="sample", over=("cub_radix", "cub_merge")),
    Figure("sample_figure_5", "Sample sort, figure 5: rates on 32-bit keys, six inputs",
           ("u32",), SAMPLE, ("sample", "paper_sample", "gpu_quick", "quick", "merge", "radix"),
           powers(17, 27), powers(16, 20, 2)),
    Figure("sample_figure_6", "Sample sort, figure 6: rates on pairs, every machine recorded",
           ("i32+i32",), ("uniform_half",), ("sample", "paper_sample", "merge", "radix"), powers(17, 27), powers(17, 20)),
    Figure("sample_ablations", "Sample sort, sections 4 and 5: the paper's form, and each of its choices changed",
           ("u32", "u64"), ("uniform",),
           ("paper_sample", "paper_sample_stored", "paper_sample_staged", "paper_sample_one_array",
            "paper_sample_two_arrays", "paper_sample_four_arrays"),
           powers(18, 26), powers(17, 19), draws=("table",), peers=()),
    Figure("bitonic_figure_3", "Bitonic, figure 3: time for lengths that are powers of two and others",
           ("u32",), ("uniform_half",), ("bitonic",),
           tuple(sorted({c for e in range(16, 24) for c in (1 << e, (1 << e) + 1, 3 << (e - 1))})),
           tuple(sorted({c for e in range(14, 19) for c in (1 << e, (1 << e) + 1, 3 << (e - 1))})),
           draws=("time",), peers=()),
    Figure("bitonic_figure_4", "Bitonic, figure 4: rates on ints, on (int, int) and on (int, float)",
           ("u32", "i32+i32", "i32+f32"), ("uniform_half",),
           ("bitonic", "bitonic_one_step", "quick", "radix", "sample", "merge"),
           powers(10, 24), powers(10, 18, 4)),
    # Aims of the project beyond the papers.
    Figure("comparison_sorts_on_every_input", "The papers' comparison sorts on every input",
           ("u32",), EVERY_INPUT, ("quick", "sample", "merge", "butterfly", "bitonic"),
           (1 << 26,), (1 << 18,), draws=("table",), peers=("cub_merge", "std_sort")),
    Figure("merge_and_radix_over_their_peers", "Merge sort and radix sort beside CUB's",
           ("u32", "u64", "i32+i32", "i32+f32", "u64+u64", "record16"), ("uniform",), ("merge", "radix", "sample"),
           (1 << 24, 1 << 27), (1 << 18,), draws=("table",), peers=("cub_merge", "cub_radix", "std_sort", "std_stable_sort")),
)
