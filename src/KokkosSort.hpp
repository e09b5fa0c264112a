// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_HPP
#define KOKKOSSORT_HPP

#include <KokkosSort/algorithm.hpp>
#include <KokkosSort/argsort.hpp>
#include <KokkosSort/argsort_rows.hpp>
#include <KokkosSort/argsort_strings.hpp>
#include <KokkosSort/bin_by.hpp>
#include <KokkosSort/bin_sort.hpp>
#include <KokkosSort/bounds.hpp>
#include <KokkosSort/by_columns.hpp>
#include <KokkosSort/coo_to_crs.hpp>
#include <KokkosSort/group_by.hpp>
#include <KokkosSort/histogram.hpp>
#include <KokkosSort/is_sorted.hpp>
#include <KokkosSort/label_prefix.hpp>
#include <KokkosSort/merge.hpp>
#include <KokkosSort/merge_runs.hpp>
#include <KokkosSort/min_max.hpp>
#include <KokkosSort/nth_element.hpp>
#include <KokkosSort/order.hpp>
#include <KokkosSort/permute.hpp>
#include <KokkosSort/prepare.hpp>
#include <KokkosSort/quantiles.hpp>
#include <KokkosSort/reduce_by_key.hpp>
#include <KokkosSort/run_length_encode.hpp>
#include <KokkosSort/scan_by_key.hpp>
#include <KokkosSort/segmented_argsort.hpp>
#include <KokkosSort/segmented_sort.hpp>
#include <KokkosSort/segmented_sort_by_key.hpp>
#include <KokkosSort/segmented_top_k.hpp>
#include <KokkosSort/set_operations.hpp>
#include <KokkosSort/sort.hpp>
#include <KokkosSort/sort_and_merge.hpp>
#include <KokkosSort/sort_by_key.hpp>
#include <KokkosSort/sort_counted.hpp>
#include <KokkosSort/sort_crs.hpp>
#include <KokkosSort/sort_each_row.hpp>
#include <KokkosSort/sort_team.hpp>
#include <KokkosSort/top_k.hpp>
#include <KokkosSort/top_k_team.hpp>
#include <KokkosSort/unique.hpp>
#include <KokkosSort/workspace.hpp>

/// Sorts of Kokkos views: keys, keys with values, and whole sets of arrays by
/// one permutation.
namespace KokkosSort {}

#endif
