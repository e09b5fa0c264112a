// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_TOOL_CLI_REPORT_HPP
#define KOKKOSSORT_TOOL_CLI_REPORT_HPP

#include <tool/ranks/ranks.hpp>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace KokkosSort::Tool {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         m_start)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point m_start =
      std::chrono::steady_clock::now();
};

/// Returns three digits with a decimal prefix: "1.23 GB", "15.6 M", "0.25 s".
std::string with_prefix(double value, std::string_view unit);
std::string seconds_text(double seconds);

/// Shows the progress and the rate of a phase. On a terminal it is one line
/// that changes. Otherwise it is silent. Exception: several ranks, whose
/// launcher hides the terminal, write a few lines if a phase takes seconds.
/// Ranks have equal parts and keep pace, so the first one writes for all.
class Progress {
 public:
  /// `bytes` is the size of this rank's part.
  Progress(const Ranks& ranks, std::string phase, std::uint64_t bytes);
  Progress(const Progress&)            = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  void advance(std::uint64_t bytes);

 private:
  enum class Style { silent, terminal, lines };

  std::string text(double seconds) const;

  Style m_style;
  std::string m_phase;
  std::uint64_t m_ranks, m_total, m_done = 0;
  double m_shown = 0;  // time of the last output in seconds; 0: none yet
  Stopwatch m_watch;
};

/// JSON object that is built up member by member, in the order of the calls.
class JsonObject {
 public:
  JsonObject& add(std::string_view name, std::string_view value);
  JsonObject& add(std::string_view name, const char* value) {
    return add(name, std::string_view(value));
  }
  JsonObject& add(std::string_view name, bool value) {
    return add_raw(name, value ? "true" : "false");
  }
  JsonObject& add(std::string_view name, double value);
  template <std::integral Integer>
  JsonObject& add(std::string_view name, Integer value) {
    return add_raw(name, std::to_string(value));
  }
  JsonObject& add(std::string_view name, const JsonObject& value) {
    return add_raw(name, value.text());
  }
  JsonObject& add(std::string_view name,
                  const std::vector<std::string>& values);
  JsonObject& add_null(std::string_view name) { return add_raw(name, "null"); }

  std::string text() const { return "{" + m_members + "}"; }

 private:
  JsonObject& add_raw(std::string_view name, std::string_view value);
  std::string m_members;
};

}  // namespace KokkosSort::Tool

#endif
