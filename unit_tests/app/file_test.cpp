// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "file.hpp"
#include "job.hpp"
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace KokkosSort::App;
namespace fs = std::filesystem;

/// A folder of its own for every test, for both ways to hold the unfinished
/// file.
class OutputFileTest : public testing::TestWithParam<OutputFile::Temporary> {
 protected:
  OutputFileTest() {
    std::string name =
        (fs::temp_directory_path() / "kokkos-sort-test.XXXXXX").string();
    m_folder = mkdtemp(name.data());
  }
  ~OutputFileTest() override { fs::remove_all(m_folder); }

  std::string path(const std::string& name) const {
    return (m_folder / name).string();
  }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(
        fs::directory_iterator(m_folder), fs::directory_iterator()));
  }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file),
            std::istreambuf_iterator<char>()};
  }

  static void put(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  fs::path m_folder;
};

TEST_P(OutputFileTest, TakesItsNameOnlyWhenCommitted) {
  put(path("out"), "old");
  {
    OutputFile file("OUT", path("out"), 6, GetParam());
    file.write(3, "new", 3);
    file.write(0, "the", 3);
    EXPECT_EQ(content(path("out")), "old");
    file.commit();
  }
  EXPECT_EQ(content(path("out")), "thenew");
  EXPECT_EQ(files(), 1u);
}

TEST_P(OutputFileTest, LeavesNothingWhenNotCommitted) {
  {
    OutputFile file("OUT", path("out"), 3, GetParam());
    file.write(0, "abc", 3);
    EXPECT_EQ(files(), GetParam() == OutputFile::Temporary::named ? 1u : 0u);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_P(OutputFileTest, LeavesNothingWhenInterrupted) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = fork();
    if (child == 0) {
      install_signal_handlers();
      OutputFile file("OUT", path("out"), 3, GetParam());
      file.write(0, "abc", 3);
      std::raise(number);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_EQ(files(), 0u);
  }
}

TEST_P(OutputFileTest, NewFilesFollowTheUmaskAndOldOnesKeepTheirMode) {
  const mode_t mask = umask(027);
  OutputFile fresh("OUT", path("fresh"), 1, GetParam());
  umask(mask);
  fresh.write(0, "x", 1);
  fresh.commit();
  EXPECT_EQ(fs::status(path("fresh")).permissions(), fs::perms(0640));

  put(path("old"), "old");
  fs::permissions(path("old"), fs::perms(0604));
  OutputFile old("OUT", path("old"), 1, GetParam());
  old.write(0, "x", 1);
  old.commit();
  EXPECT_EQ(fs::status(path("old")).permissions(), fs::perms(0604));
}

INSTANTIATE_TEST_SUITE_P(Temporary, OutputFileTest,
                         testing::Values(OutputFile::Temporary::unnamed,
                                         OutputFile::Temporary::named),
                         [](const auto& info) {
                           return info.param == OutputFile::Temporary::named
                                      ? "Named"
                                      : "Unnamed";
                         });

}  // namespace
