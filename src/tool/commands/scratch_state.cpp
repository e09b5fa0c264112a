// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/commands/scratch_state.hpp>
#include <sstream>

namespace KokkosSort::Tool {

namespace {

template <class... Numbers>
std::string joined(const char* name, const Numbers&... numbers) {
  std::string line = name;
  (line.append(" ").append(std::to_string(numbers)), ...);
  return line;
}

// More levels than a file of 2^64 elements has.
constexpr std::uint64_t most_levels = 65;

}  // namespace

ScratchState::ScratchState(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::string name;
    std::vector<std::uint64_t> numbers;
    words >> name;
    for (std::uint64_t number = 0; words >> number;) numbers.push_back(number);
    if (name == "plan" && numbers.size() == 3) {
      plan = ScratchPlan{numbers[0], numbers[1], numbers[2]};
    } else if (name == "run" && numbers.size() == 2 &&
               numbers[0] < most_levels) {
      if (finished.size() <= numbers[0]) finished.resize(numbers[0] + 1);
      finished[numbers[0]].push_back(numbers[1]);
      unfinished.reset();
    } else if (name == "part" && numbers.size() >= 4 &&
               numbers[0] < most_levels) {
      unfinished = UnfinishedRun{numbers[0],
                                 numbers[1],
                                 numbers[2],
                                 numbers[3],
                                 {numbers.begin() + 4, numbers.end()}};
    } else if (name == "output" && numbers.size() == 4) {
      output = FileIdentity{numbers[0], numbers[1], numbers[2],
                            static_cast<std::int64_t>(numbers[3])};
    }
  }
}

std::vector<std::string> ScratchState::lines() const {
  std::vector<std::string> all;
  if (plan) all.push_back(line_of(*plan));
  for (std::size_t level = 0; level < finished.size(); ++level) {
    for (const std::uint64_t check : finished[level])
      all.push_back(line_of_run(level, check));
  }
  if (unfinished) all.push_back(line_of(*unfinished));
  return all;
}

std::string line_of(const ScratchPlan& plan) {
  return joined("plan", plan.run_elements, plan.chunk_elements, plan.fan_in);
}

std::string line_of_run(std::uint64_t level, std::uint64_t check) {
  return joined("run", level, check);
}

std::string line_of(const UnfinishedRun& run) {
  std::string line = joined("part", run.level, run.index, run.done, run.check);
  for (const std::uint64_t taken : run.taken)
    line.append(" ").append(std::to_string(taken));
  return line;
}

std::string line_of(const FileIdentity& output) {
  return joined("output", output.device, output.inode, output.bytes,
                static_cast<std::uint64_t>(output.modified));
}

}  // namespace KokkosSort::Tool
