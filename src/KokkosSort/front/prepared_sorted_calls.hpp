// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_FRONT_PREPARED_SORTED_CALLS_HPP
#define KOKKOSSORT_FRONT_PREPARED_SORTED_CALLS_HPP

#include <KokkosSort/front/bins_dispatch.hpp>
#include <KokkosSort/front/bounds_dispatch.hpp>
#include <KokkosSort/front/histogram_dispatch.hpp>
#include <KokkosSort/front/merge_dispatch.hpp>
#include <KokkosSort/front/merge_runs_dispatch.hpp>
#include <KokkosSort/front/prepared_calls.hpp>
#include <KokkosSort/front/reduce_dispatch.hpp>
#include <KokkosSort/front/runs_dispatch.hpp>
#include <KokkosSort/front/scan_dispatch.hpp>
#include <KokkosSort/front/set_dispatch.hpp>

#include <cstddef>
#include <string>

// The functions on sorted data, as prepare() takes them.

namespace KokkosSort {

namespace Function {
struct Merge;
struct MergeByKey;
struct MergeRuns;
struct MergeRunsByKey;
struct SetUnion;
struct SetIntersection;
struct SetDifference;
struct SetSymmetricDifference;
struct Unique;
struct UniqueByKey;
struct RunLengthEncode;
struct GroupBy;
struct BinBy;
struct ReduceByKey;
struct InclusiveScanByKey;
struct ExclusiveScanByKey;
struct Histogram;
struct LowerBound;
struct UpperBound;
struct EqualRange;
}  // namespace Function

namespace Impl {

template <>
struct PreparedCall<Function::BinBy> : NeverWaits {
  static constexpr char const* name = "bin_by";

  template <class Exec, class Permutation, class Offsets, class Bins,
            class... Options>
  static std::size_t checked_bytes(Exec const& exec,
                                   Permutation const& permutation,
                                   Offsets const& offsets, Bins const& bins,
                                   Options const&...) {
    check_bins_views(permutation, offsets, bins);
    return BinsSort<Exec, Permutation>::workspace_bytes(exec, bins.extent(0));
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"permutation", "offsets", "bins"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::Merge> : NeverWaits {
  static constexpr char const* name = "merge";

  template <class Exec, class A, class B, class Out, class... Options>
  static std::size_t checked_bytes(Exec const&, A const& a, B const& b,
                                   Out const& out, Options const&... options) {
    check_merge_views(name, a, b, out);
    return merge_bytes<Exec, Out, NoValue>(out, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"a", "b", "out"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::MergeByKey> : NeverWaits {
  static constexpr char const* name = "merge_by_key";

  template <class Exec, class AKeys, class AValues, class BKeys, class BValues,
            class OutKeys, class OutValues, class... Options>
  static std::size_t checked_bytes(Exec const&, AKeys const& a_keys,
                                   AValues const& a_values, BKeys const& b_keys,
                                   BValues const& b_values,
                                   OutKeys const& out_keys,
                                   OutValues const& out_values,
                                   Options const&... options) {
    check_merge_views(name, a_keys, a_values, b_keys, b_values, out_keys,
                      out_values);
    return merge_bytes<Exec, OutKeys, MovedType<OutValues>>(out_keys,
                                                            options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"a_keys",   "a_values", "b_keys",
                                     "b_values", "out_keys", "out_values"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::MergeRuns> : NeverWaits {
  static constexpr char const* name = "merge_runs";

  template <class Exec, class Keys, class Offsets, class Out, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Offsets const& offsets, Out const& out,
                                   Options const&... options) {
    check_merge_runs_views(name, "out", keys, offsets, out);
    return merge_runs_bytes<Exec, NoValue>(keys, offsets, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "offsets", "out"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::MergeRunsByKey> : NeverWaits {
  static constexpr char const* name = "merge_runs_by_key";

  template <class Exec, class Keys, class Values, class Offsets, class OutKeys,
            class OutValues, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values, Offsets const& offsets,
                                   OutKeys const& out_keys,
                                   OutValues const& out_values,
                                   Options const&... options) {
    check_merge_runs_views(keys, values, offsets, out_keys, out_values);
    return merge_runs_bytes<Exec, MovedType<Values>>(keys, offsets, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "values", "offsets", "out_keys",
                                     "out_values"};
    return names[i];
  }
};

template <class Function>
struct PreparedSetOperation : NeverWaits {
  template <class Exec, class A, class B, class Out, class Count,
            class... Options>
  static std::size_t checked_bytes(Exec const&, A const& a, B const& b,
                                   Out const& out, Count const& count,
                                   Options const&... options) {
    using Call = PreparedCall<Function>;
    check_set_views(Call::name, Call::rule, a, b, out, count);
    return set_bytes<Exec>(a, b, out, count, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"a", "b", "out", "count"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::SetUnion>
    : PreparedSetOperation<Function::SetUnion> {
  static constexpr char const* name = "set_union";
  static constexpr SetRule rule     = rule_of_union;
};
template <>
struct PreparedCall<Function::SetIntersection>
    : PreparedSetOperation<Function::SetIntersection> {
  static constexpr char const* name = "set_intersection";
  static constexpr SetRule rule     = rule_of_intersection;
};
template <>
struct PreparedCall<Function::SetDifference>
    : PreparedSetOperation<Function::SetDifference> {
  static constexpr char const* name = "set_difference";
  static constexpr SetRule rule     = rule_of_difference;
};
template <>
struct PreparedCall<Function::SetSymmetricDifference>
    : PreparedSetOperation<Function::SetSymmetricDifference> {
  static constexpr char const* name = "set_symmetric_difference";
  static constexpr SetRule rule     = rule_of_symmetric_difference;
};

template <>
struct PreparedCall<Function::Unique> : NeverWaits {
  static constexpr char const* name = "unique";

  template <class Exec, class Keys, class Out, class Count, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Out const& out, Count const& count,
                                   Options const&... options) {
    check_runs_result(name, keys, "out", out, count);
    return runs_bytes<Exec, NoRunResult>(keys, count, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "out", "count"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::UniqueByKey> : NeverWaits {
  static constexpr char const* name = "unique_by_key";

  template <class Exec, class Keys, class Values, class OutKeys,
            class OutValues, class Count, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values,
                                   OutKeys const& out_keys,
                                   OutValues const& out_values,
                                   Count const& count,
                                   Options const&... options) {
    check_unique_views(keys, values, out_keys, out_values, count);
    return runs_bytes<Exec, FirstValues<MovedType<OutValues>>>(keys, count,
                                                               options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "values", "out_keys", "out_values",
                                     "count"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::RunLengthEncode> : NeverWaits {
  static constexpr char const* name = "run_length_encode";

  template <class Exec, class Keys, class Out, class Lengths, class Count,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Out const& out, Lengths const& lengths,
                                   Count const& count,
                                   Options const&... options) {
    check_lengths_views(keys, out, lengths, count);
    return runs_bytes<Exec, RunLengths<MovedType<Lengths>>>(keys, count,
                                                            options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "out", "lengths", "count"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::GroupBy> : NeverWaits {
  static constexpr char const* name = "group_by";

  template <class Exec, class Keys, class Offsets, class Count,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Offsets const& offsets, Count const& count,
                                   Options const&... options) {
    check_group_views(keys, offsets, count);
    return runs_bytes<Exec, RunOffsets<MovedType<Offsets>>>(keys, count,
                                                            options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "offsets", "count"};
    return names[i];
  }
};

template <>
struct PreparedCall<Function::ReduceByKey> : NeverWaits {
  static constexpr char const* name = "reduce_by_key";

  template <class Exec, class Keys, class Values, class Out, class Sums,
            class Count, class Combine, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values, Out const& out,
                                   Sums const& sums, Count const& count,
                                   Reduction<Combine> const& reduction,
                                   Options const&... options) {
    check_reduce_views(keys, values, out, sums, count);
    return reduce_bytes<Exec>(keys, values, sums, count, reduction, options...);
  }
  template <class Exec, class Keys, class Values, class Out, class Sums,
            class Count, class... Options>
    requires ReduceOptions<Options...>
  static std::size_t checked_bytes(Exec const& exec, Keys const& keys,
                                   Values const& values, Out const& out,
                                   Sums const& sums, Count const& count,
                                   Options const&... options) {
    return checked_bytes(exec, keys, values, out, sums, count,
                         Reduction<Plus>{}, options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "values", "out", "sums", "count"};
    return names[i];
  }
};

template <class Function>
struct PreparedScan : NeverWaits {
  template <class Exec, class Keys, class Values, class Sums, class Combine,
            class... Options>
  static std::size_t bytes_of_scan(Keys const& keys, Values const& values,
                                   Sums const& sums,
                                   Reduction<Combine> const& reduction,
                                   Options const&... options) {
    check_scan_views(PreparedCall<Function>::name, keys, values, sums);
    using Scanned = InclusiveScan<typename Sums::value_type>;
    return scan_bytes<Exec, Scanned>(keys, values, sums, reduction, options...);
  }
  template <class Exec, class Keys, class Values, class Sums, class... Options>
    requires ReduceOptions<Options...>
  static std::size_t bytes_of_scan(Keys const& keys, Values const& values,
                                   Sums const& sums,
                                   Options const&... options) {
    return bytes_of_scan<Exec>(keys, values, sums, Reduction<Plus>{},
                               options...);
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "values", "sums"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::InclusiveScanByKey>
    : PreparedScan<Function::InclusiveScanByKey> {
  static constexpr char const* name = "inclusive_scan_by_key";

  template <class Exec, class Keys, class Values, class Sums, class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values, Sums const& sums,
                                   Options const&... options) {
    return bytes_of_scan<Exec>(keys, values, sums, options...);
  }
};
template <>
struct PreparedCall<Function::ExclusiveScanByKey>
    : PreparedScan<Function::ExclusiveScanByKey> {
  static constexpr char const* name  = "exclusive_scan_by_key";
  static constexpr bool takes_number = true;

  template <class Exec, class Keys, class Values, class Sums, class Initial,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Values const& values, Sums const& sums,
                                   Initial const&, Options const&... options) {
    return bytes_of_scan<Exec>(keys, values, sums, options...);
  }
};

template <>
struct PreparedCall<Function::Histogram> : NeverWaits {
  static constexpr char const* name = "histogram";

  template <class Exec, class Keys, class Splitters, class Counts,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Splitters const& splitters,
                                   Counts const& counts, Options const&...) {
    check_histogram_views(keys, splitters, counts);
    return 0;
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "splitters", "counts"};
    return names[i];
  }
};

template <class Function>
struct PreparedBound : NeverWaits {
  template <class Exec, class Keys, class Queries, class Positions,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Queries const& queries,
                                   Positions const& positions,
                                   Options const&...) {
    check_bounds_views(PreparedCall<Function>::name, keys, queries, "positions",
                       positions);
    return 0;
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "queries", "positions"};
    return names[i];
  }
};
template <>
struct PreparedCall<Function::LowerBound>
    : PreparedBound<Function::LowerBound> {
  static constexpr char const* name = "lower_bound";
};
template <>
struct PreparedCall<Function::UpperBound>
    : PreparedBound<Function::UpperBound> {
  static constexpr char const* name = "upper_bound";
};

template <>
struct PreparedCall<Function::EqualRange> : NeverWaits {
  static constexpr char const* name = "equal_range";

  template <class Exec, class Keys, class Queries, class First, class Last,
            class... Options>
  static std::size_t checked_bytes(Exec const&, Keys const& keys,
                                   Queries const& queries, First const& first,
                                   Last const& last, Options const&...) {
    check_range_views(keys, queries, first, last);
    return 0;
  }
  static std::string view_name(std::size_t i) {
    constexpr char const* names[] = {"keys", "queries", "first", "last"};
    return names[i];
  }
};

}  // namespace Impl
}  // namespace KokkosSort

#endif
