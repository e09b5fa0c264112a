// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/report.hpp>
#include <tool/cli/text.hpp>
#include <tool/commands/chunk_sorter.hpp>
#include <tool/commands/memory.hpp>
#include <tool/commands/run_merger.hpp>
#include <tool/commands/scratch_plan.hpp>
#include <tool/commands/scratch_state.hpp>
#include <tool/io/check_value.hpp>
#include <tool/io/manifest.hpp>
#include <tool/io/parts.hpp>
#include <tool/io/posix_file.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace KokkosSort::Tool {

namespace {

std::string full_path(const std::string& path) {
  std::error_code fault;
  const auto full = std::filesystem::weakly_canonical(path, fault);
  return fault ? path : full.string();
}

/// Returns the common beginning of the paths of the scratch files, which
/// follows from the path of the output.
std::string scratch_path(const SortRequest& request) {
  const std::string output = full_path(request.output);
  CheckValue check;
  check.add(output.data(), output.size());
  return request.scratch + "/kokkos-sort-" +
         formatted("%016llx", static_cast<unsigned long long>(check.value()));
}

std::string manifest_path(const SortRequest& request) {
  return scratch_path(request) + ".manifest";
}

constexpr std::size_t modified_line = 3;  // of the header

/// Returns all that decides the bytes of the output and of the scratch files.
std::vector<std::string> header_of(const SortJob& job,
                                   const FileIdentity& input) {
  const SortRequest& request           = job.request;
  const Workload::RecordLayout& layout = request.format.layout;
  const auto number                    = [](std::uint64_t value) {
    return std::string(" ").append(std::to_string(value));
  };
  return {"kokkos-sort scratch files, version 1",
          "input " + json_string(full_path(request.input)),
          "input_bytes" + number(input.bytes),
          "input_modified " + std::to_string(input.modified),
          "output " + json_string(full_path(request.output)),
          "type " + std::string(request.format.type.name),
          "record" + number(layout.record_bytes) + number(layout.key_bytes) +
              number(layout.key_offset),
          "descending" + number(request.descending),
          "stable" + number(request.stable),
          "algorithm " + request.algorithm,
          "memory" + number(request.memory)};
}

/// One sort through a scratch folder. Runs of level l are in the scratch file
/// l % 2, those of the last level in the output.
class ScratchSort {
 public:
  explicit ScratchSort(const SortJob& job)
      : m_job(job),
        m_element_bytes(job.request.format.element_bytes()),
        m_sorter(job.request.format.is_record() ? record_sorter(job)
                                                : key_sorter(job)),
        m_manifest({"--scratch", manifest_path(job.request)}),
        m_state({}) {}

  ScratchReport run() {
    try {
      if (start()) {
        work();
        finish();
      }
    } catch (const JobError& error) {
      if (m_is_other_job) throw;  // its files stay as they are
      if (!m_state.has_work()) {
        remove_all();
        throw;
      }
      throw JobError(std::string(error.what()) +
                     "; the same command will go on from the files in '" +
                     m_job.request.scratch + "'");
    }
    return m_report;
  }

 private:
  /// Reads the manifest. Returns false if only files of a finished job are left
  /// to remove.
  bool start() {
    const auto& lines        = m_manifest.lines();
    const FileIdentity input = input_identity();
    auto header              = header_of(m_job, input);
    m_is_other_job           = !lines.empty();
    if (lines.size() > header.size()) {
      m_state = ScratchState(
          {lines.begin() + static_cast<std::ptrdiff_t>(header.size()),
           lines.end()});
    }
    const auto output   = identity_of(m_job.request.output);
    const bool is_ended = m_state.output && m_state.output == output;
    // A file that was sorted into itself has another time now.
    if (is_ended && output == input)
      header[modified_line] = lines[modified_line];
    m_manifest.set_header(header);
    m_input        = input;
    m_is_other_job = false;
    if (is_ended) {
      m_levels = RunLevels(m_state.plan.value(), m_job.count);
      fill_report(m_levels.last() + 1, 0);
      remove_all();
      return false;
    }
    choose_plan();
    open_files();
    resume();
    return true;
  }

  FileIdentity input_identity() const {
    return identity_of(m_job.input.path()).value_or(FileIdentity{});
  }

  void choose_plan() {
    if (!m_state.plan) {
      m_state.plan = ScratchPlan::of(m_job, *m_sorter);
      m_manifest.append(line_of(*m_state.plan));
    }
    const std::uint64_t needed = m_state.plan->memory(m_job, *m_sorter);
    if (needed > m_job.memory) {
      m_is_other_job = true;
      throw argument_error(
          "--scratch", manifest_path(m_job.request),
          "the job that it belongs to needs " + std::to_string(needed) +
              " bytes of memory, and " + std::to_string(m_job.memory) +
              " may be used now; remove the file to sort from the beginning");
    }
    m_levels = RunLevels(*m_state.plan, m_job.count);
  }

  void open_files() {
    const std::uint64_t bytes = m_job.input.size();
    m_output                  = std::make_unique<PosixOutputFile>(
        NamedFile{"OUT", m_job.request.output}, bytes,
        PosixOutputFile::Temporary::kept);
    for (std::size_t i = 0; i < std::min<std::size_t>(m_levels.last(), 2);
         ++i) {
      m_scratch[i] = std::make_unique<PosixOutputFile>(
          NamedFile{"--scratch", scratch_file(i)}, bytes,
          PosixOutputFile::Temporary::scratch);
    }
  }

  std::string scratch_file(std::size_t i) const {
    return scratch_path(m_job.request) + ".runs" + std::to_string(i);
  }

  PosixOutputFile& file(std::size_t level) const {
    return level == m_levels.last() ? *m_output : *m_scratch[level % 2];
  }

  /// Keeps as much of the work of earlier jobs as the files still hold.
  void resume() {
    const auto found = m_state.lines();
    auto& finished   = m_state.finished;
    auto& part       = m_state.unfinished;
    if (part) finished.resize(std::max(finished.size(), part->level + 1));
    if (finished.size() > m_levels.last() + 1) finished.clear();
    while (finished.size() > 1 && !is_level_intact(finished.size() - 1)) {
      // Level 2 takes the place of level 0.
      finished.resize(finished.size() == 2 ? 1 : 0);
    }
    if (finished.size() < 2) part.reset();
    if (finished.size() == 1) keep_intact_runs();
    if (m_state.lines() != found) m_manifest.replace_entries(m_state.lines());
    const std::size_t level = std::max<std::size_t>(finished.size(), 1) - 1;
    std::uint64_t elements  = part ? part->done : 0;
    if (level < finished.size()) {
      for (std::uint64_t i = 0; i < finished[level].size(); ++i)
        elements += m_levels.run(level, i).count;
    }
    fill_report(level, elements);
  }

  void keep_intact_runs() {
    auto& runs          = m_state.finished[0];
    std::uint64_t count = 0;
    while (count < std::min<std::uint64_t>(runs.size(), m_levels.runs(0)) &&
           is_intact(0, m_levels.run(0, count), runs[count]))
      ++count;
    runs.resize(count);
  }

  void fill_report(std::size_t levels, std::uint64_t elements) {
    m_report.runs         = m_levels.runs(0);
    m_report.merge_passes = m_levels.last();
    m_report.resumed_bytes =
        (levels * m_job.count + elements) * m_element_bytes;
  }

  /// Returns whether the files hold the runs of a level of merged runs, and all
  /// sources of those that are not finished. Drops an unfinished run that they
  /// do not hold.
  bool is_level_intact(std::size_t level) {
    const auto& finished = m_state.finished;
    if (finished[level].size() > m_levels.runs(level)) return false;
    for (std::size_t i = 0; i < level; ++i) {
      if (finished[i].size() != m_levels.runs(i)) return false;
    }
    for (std::uint64_t i = 0; i < finished[level].size(); ++i) {
      if (!is_intact(level, m_levels.run(level, i), finished[level][i]))
        return false;
    }
    std::uint64_t source = 0;
    for (std::uint64_t i = 0; i < m_levels.runs(level); ++i) {
      for (const Part& run : m_levels.sources(level, i)) {
        if (i >= finished[level].size() &&
            !is_intact(level - 1, run, finished[level - 1][source]))
          return false;
        ++source;
      }
    }
    check_unfinished(level);
    return true;
  }

  void check_unfinished(std::size_t level) {
    auto& part = m_state.unfinished;
    if (!part) return;
    const std::uint64_t index = m_state.finished[level].size();
    const bool fits =
        part->level == level && part->index == index &&
        index < m_levels.runs(level) &&
        part->done <= m_levels.run(level, index).count &&
        part->taken.size() == m_levels.sources(level, index).size();
    if (fits) {
      const Part done{m_levels.run(level, index).begin, part->done};
      m_check = check_of(level, done);
    }
    if (!fits || m_check.value() != part->check) part.reset();
  }

  bool is_intact(std::size_t level, const Part& part,
                 std::uint64_t check) const {
    return check_of(level, part).value() == check;
  }

  CheckValue check_of(std::size_t level, const Part& part) const {
    std::vector<unsigned char> buffer(
        std::min({part.count * m_element_bytes, step_bytes,
                  std::max<std::uint64_t>(m_job.memory / 2, 1)}));
    CheckValue check;
    const std::uint64_t begin = part.begin * m_element_bytes,
                        end   = begin + part.count * m_element_bytes;
    for (std::uint64_t at = begin; at < end; at += buffer.size()) {
      const std::uint64_t bytes =
          std::min<std::uint64_t>(buffer.size(), end - at);
      file(level).read(at, buffer.data(), bytes);
      check.add(buffer.data(), bytes);
    }
    return check;
  }

  void work() {
    auto& finished = m_state.finished;
    if (finished.size() < 2) make_runs();
    for (std::size_t level = std::max<std::size_t>(finished.size(), 2) - 1;
         level <= m_levels.last(); ++level) {
      finished.resize(level + 1);
      Progress progress(m_job.ranks, "merging", m_job.count * m_element_bytes);
      for (std::uint64_t i = finished[level].size(); i < m_levels.runs(level);
           ++i)
        merge_run(level, i, progress);
    }
  }

  /// Sorts parts of the input that fit the memory.
  void make_runs() {
    auto& finished = m_state.finished;
    if (finished.empty()) finished.resize(1);
    std::uint64_t fetched = finished[0].size();
    const std::uint64_t length =
        std::min(m_state.plan->run_elements, m_job.count);
    Progress progress(m_job.ranks, "sorting runs",
                      m_job.count * m_element_bytes);
    sort_chunks(
        *m_sorter, {.is_decoded_before = true}, length * m_element_bytes,
        m_report.times,
        [&](unsigned char* target) {
          Chunk chunk;
          if (fetched == m_levels.runs(0)) return chunk;
          const Part part = m_levels.run(0, fetched++);
          m_job.input.read(part.begin * m_element_bytes, target,
                           part.count * m_element_bytes);
          chunk.count = part.count;
          return chunk;
        },
        [&](const unsigned char* data, const Chunk& chunk) {
          const Part part           = m_levels.run(0, finished[0].size());
          const std::uint64_t bytes = chunk.count * m_element_bytes;
          CheckValue check;
          check.add(data, bytes);
          file(0).write(part.begin * m_element_bytes, data, bytes);
          end_run(0, check);
          progress.advance(bytes);
        });
    if (m_input != input_identity()) {
      finished.clear();
      throw argument_error("IN", m_job.input.path(),
                           "it changed while it was sorted");
    }
  }

  void end_run(std::size_t level, const CheckValue& check) {
    m_manifest.append(line_of_run(level, check.value()));
    m_state.finished[level].push_back(check.value());
  }

  /// Merges one run of a level, from the state of m_state.unfinished on.
  void merge_run(std::size_t level, std::uint64_t index, Progress& progress) {
    const std::vector<Part> sources = m_levels.sources(level, index);
    const std::uint64_t begin       = m_levels.run(level, index).begin;
    UnfinishedRun run{level, index, 0, 0,
                      std::vector<std::uint64_t>(sources.size())};
    CheckValue check;
    if (m_state.unfinished) {
      run   = *m_state.unfinished;
      check = m_check;
      m_state.unfinished.reset();
    }
    const std::uint64_t buffer_elements =
        std::min(m_state.plan->chunk_elements /
                     std::max<std::uint64_t>(sources.size(), 1),
                 m_levels.run(level - 1, 0).count);
    RunMerger merger(*m_sorter, file(level - 1), m_element_bytes, sources,
                     run.taken, buffer_elements);
    std::uint64_t unnoted_bytes = 0;
    sort_chunks(
        *m_sorter, {.is_decoded_after = level == m_levels.last()},
        sources.size() * buffer_elements * m_element_bytes, m_report.times,
        [&](unsigned char* target) { return merger.fetch(target); },
        [&](const unsigned char* data, const Chunk& chunk) {
          const std::uint64_t bytes = chunk.count * m_element_bytes;
          file(level).write((begin + run.done) * m_element_bytes, data, bytes);
          check.add(data, bytes);
          run.done += chunk.count;
          unnoted_bytes += bytes;
          if (unnoted_bytes >= m_job.memory / notes_per_memory) {
            run.check = check.value();
            run.taken = chunk.taken;
            m_manifest.append(line_of(run));
            unnoted_bytes = 0;
          }
          progress.advance(bytes);
        });
    end_run(level, check);
  }

  void finish() {
    m_manifest.append(line_of(m_output->identity()));
    const Stopwatch flush;
    m_output->commit();
    m_report.times.write += flush.seconds();
    remove_all();
  }

  void remove_all() {
    if (m_output) m_output->remove();
    std::error_code fault;
    for (std::size_t i = 0; i < m_scratch.size(); ++i)
      std::filesystem::remove(scratch_file(i), fault);
    m_manifest.remove();
  }

  // A merge is noted this often per memory size of output. A job that goes on
  // repeats little, and few lines are written.
  static constexpr std::uint64_t notes_per_memory = 16;

  const SortJob& m_job;
  std::uint64_t m_element_bytes;
  std::unique_ptr<ChunkSorter> m_sorter;
  Manifest m_manifest;
  ScratchState m_state;
  RunLevels m_levels;
  FileIdentity m_input;
  CheckValue m_check;  // of the elements in m_state.unfinished
  bool m_is_other_job = false;
  std::unique_ptr<PosixOutputFile> m_output;
  std::array<std::unique_ptr<PosixOutputFile>, 2> m_scratch;
  ScratchReport m_report;
};

}  // namespace

bool has_scratch(const SortJob& job) {
  return identity_of(manifest_path(job.request)).has_value();
}

ScratchReport sort_by_scratch(const SortJob& job) {
  ScratchReport report;
  return_freed_memory();
  job.together([&] { report = ScratchSort(job).run(); });
  return report;
}

}  // namespace KokkosSort::Tool
