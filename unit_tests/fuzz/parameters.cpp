// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fuzz/draw.hpp>
#include <fuzz/parameters.hpp>

#include <algorithm>
#include <cmath>

namespace KokkosSort::Test::Fuzz {
namespace {

// Most arrays are short, so that many are checked per second. Some are at
// powers of two and their multiples, at which algorithms change their method. A
// few have several levels.
std::size_t draw_size(Draw& draw) {
  auto const logarithmic = [&](double least, double most) {
    double const x = static_cast<double>(draw.bits() >> 11) * 0x1p-53;
    return static_cast<std::size_t>(least * std::pow(most / least, x));
  };
  std::size_t const turn = draw.below(1000);
  if (turn < 150) return draw.below(41);
  if (turn < 600) return logarithmic(1, 5000);
  if (turn < 800) return draw.below(5001);
  if (turn < 997)
    return (draw.between(1, 7) << draw.between(3, 10)) + 1 - draw.below(3);
  return logarithmic(5000, 300000);
}

Placement draw_placement(Draw& draw, Layout layout) {
  return {draw.below(12),
          layout == Layout::stride ? draw.between(1, 5) : std::size_t{1}};
}

void draw_order(Draw& draw, KindTraits const& kind, Parameters& p) {
  p.is_descending = draw.once_in(2) && kind.has_directions;
  p.begin_bit = p.end_bit = 0;
  if (kind.key_bits > 0) {
    auto const width = static_cast<std::size_t>(kind.key_bits);
    p.begin_bit      = static_cast<int>(draw.below(width));
    p.end_bit        = static_cast<int>(
        draw.between(static_cast<std::size_t>(p.begin_bit) + 1, width));
    // The ends of the key are where a shift or a mask goes wrong.
    if (draw.once_in(3)) p.end_bit = kind.key_bits;
    if (draw.once_in(4)) p.begin_bit = 0;
  }
  bool const may_be_none = kind.function != Function::min_max &&
                           kind.function != Function::arg_min_max;
  p.comparison = static_cast<Comparison>(draw.below(may_be_none ? 6 : 3));
  if (draw.once_in(2)) p.comparison = Comparison::by_remainder;
  p.modulus = static_cast<std::uint32_t>(
      draw.once_in(2) ? draw.between(1, 40) : draw.between(1, 70000));
}

bool can_be_prepared(Function function) {
  return function != Function::is_sorted && function != Function::min_max &&
         function != Function::arg_min_max &&
         function < Function::sort_in_chunks;
}

}  // namespace

std::size_t draw_kind(std::uint64_t seed, std::size_t kinds) {
  return Draw(seed).below(kinds);
}

Parameters draw_parameters(std::uint64_t seed, KindTraits const& kind,
                           std::size_t instances) {
  Draw draw(seed);
  draw.bits();  // that of draw_kind()
  Parameters p{};
  p.seed = seed;
  p.size = draw_size(draw);
  if (p.size > kind.most) p.size = draw.below(kind.most + 1);
  bool const needs_one = kind.function == Function::min_max ||
                         kind.function == Function::arg_min_max ||
                         kind.function == Function::nth_element ||
                         kind.function == Function::argpartition;
  if (needs_one) p.size = std::max<std::size_t>(p.size, 1);
  auto const& all = Workload::distributions;
  p.distribution  = all[draw.below(all.size())].distribution;
  p.other         = all[draw.below(all.size())].distribution;
  p.is_mixed      = draw.once_in(8);
  p.key_seed      = draw.bits();
  draw_order(draw, kind, p);
  p.layout = static_cast<Layout>(draw.below(3));
  // Chunks are copied from contiguous memory.
  if (kind.function == Function::sort_in_chunks && p.layout == Layout::stride)
    p.layout = Layout::right;
  p.keys        = draw_placement(draw, p.layout);
  p.values      = draw_placement(draw, p.layout);
  p.index       = draw_placement(draw, p.layout);
  p.result      = draw_placement(draw, p.layout);
  p.scratch     = static_cast<Scratch>(draw.below(3));
  p.poison      = static_cast<unsigned char>(draw.bits());
  p.instance    = draw.once_in(3) ? draw.below(instances) : 0;
  p.is_prepared = draw.once_in(4) && can_be_prepared(kind.function);
  return p;
}

std::string describe(KindTraits const& kind, Parameters const& p) {
  auto const number = [](auto n) { return std::to_string(n); };
  auto const place  = [&](char const* name, Placement const& placement) {
    return std::string(" ") + name + " at " + number(placement.offset) +
           " stride " + number(placement.stride);
  };
  std::string text = "n " + number(p.size) + ", " +
                     std::string(Workload::name_of(p.distribution));
  if (p.is_mixed) text += " and " + std::string(Workload::name_of(p.other));
  if (p.is_descending) text += ", descending";
  if (kind.ordering == Ordering::bits)
    text += ", bits(" + number(p.begin_bit) + ", " + number(p.end_bit) + ")";
  if (kind.ordering == Ordering::compared)
    text += ", comparison " + number(static_cast<int>(p.comparison)) +
            " modulus " + number(p.modulus);
  if (kind.ordering == Ordering::projected)
    text += ", modulus " + number(p.modulus);
  char const* const layouts[] = {"LayoutRight", "LayoutLeft (a subview)",
                                 "LayoutStride"};
  text += std::string(", ") + layouts[static_cast<int>(p.layout)] + ":";
  text += place("keys", p.keys) + place("values", p.values) +
          place("index", p.index) + place("result", p.result);
  char const* const scratches[] = {"none", "exact", "larger"};
  text += std::string(", workspace ") + scratches[static_cast<int>(p.scratch)];
  text += ", instance " + number(p.instance);
  if (p.is_prepared) text += ", prepared";
  return text;
}

}  // namespace KokkosSort::Test::Fuzz
