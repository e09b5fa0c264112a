// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/cli/text.hpp>
#include <tool/io/check_value.hpp>
#include <tool/io/manifest.hpp>
#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

namespace KokkosSort::Tool {

namespace {

constexpr std::size_t check_digits = 16;

/// Returns a line of the file: check value, blank, text.
std::string line_of(const std::string& text) {
  CheckValue check;
  check.add(text.data(), text.size());
  return formatted("%016llx", static_cast<unsigned long long>(check.value())) +
         " " + text + "\n";
}

}  // namespace

Manifest::Manifest(NamedFile name) : m_name(std::move(name)) {
  m_file.reset(open(m_name.path().c_str(),
                    O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!m_file.is_open()) m_name.fail(std::strerror(errno));
  lock_file(m_name, m_file.get());
  load();
}

void Manifest::load() {
  const off_t end = lseek(m_file.get(), 0, SEEK_END);
  if (end < 0) m_name.fail(std::strerror(errno));
  std::string text(static_cast<std::size_t>(end), '\0');
  read_all(m_name, m_file.get(), 0, text.data(), text.size());
  while (m_bytes < text.size()) {
    const auto break_at = text.find('\n', m_bytes);
    if (break_at == std::string::npos) break;
    const std::string line = text.substr(m_bytes, break_at + 1 - m_bytes);
    if (line.size() < check_digits + 2) break;
    const std::string content =
        line.substr(check_digits + 1, line.size() - check_digits - 2);
    if (line != line_of(content)) break;
    m_lines.push_back(content);
    m_bytes += line.size();
  }
  if (m_lines.empty() && !text.empty()) {
    m_name.fail(
        "it is damaged, or not of this tool; remove it to sort from the "
        "beginning");
  }
}

void Manifest::set_header(const std::vector<std::string>& lines) {
  m_header = lines;
  if (m_lines.empty()) return append_lines(lines);
  for (std::size_t i = 0; i < m_header.size(); ++i) {
    const std::string found = i < m_lines.size() ? m_lines[i] : "nothing";
    if (found == lines[i]) continue;
    m_name.fail("it belongs to another job, with " + found + " and not " +
                lines[i] +
                "; finish that job, or remove the file to sort from the "
                "beginning");
  }
}

void Manifest::append(const std::string& line) { append_lines({line}); }

void Manifest::append_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line_of(line);
  // A damaged end of the file is cut off first, so that no old line can follow
  // a new one.
  if (ftruncate(m_file.get(), static_cast<off_t>(m_bytes)) != 0)
    m_name.fail("writing failed: " + std::string(std::strerror(errno)));
  write_all(m_name, m_file.get(), m_bytes, text.data(), text.size());
  m_bytes += text.size();
}

void Manifest::replace_entries(const std::vector<std::string>& lines) {
  m_bytes = 0;
  for (const std::string& line : m_header) m_bytes += line_of(line).size();
  append_lines(lines);
}

void Manifest::remove() { unlink(m_name.path().c_str()); }

}  // namespace KokkosSort::Tool
