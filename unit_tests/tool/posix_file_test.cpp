// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tool/io/pending.hpp>
#include <tool/io/posix_file.hpp>
#include <tool/job.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace KokkosSort::Tool;
namespace fs = std::filesystem;

/// A folder for every test, for both ways to hold the unfinished file.
class PosixOutputFileTest
    : public testing::TestWithParam<PosixOutputFile::Temporary> {
 protected:
  PosixOutputFileTest() {
    std::string name =
        (fs::temp_directory_path() / "kokkos-sort-test.XXXXXX").string();
    m_folder = mkdtemp(name.data());
  }
  ~PosixOutputFileTest() override { fs::remove_all(m_folder); }

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

TEST_P(PosixOutputFileTest, TakesItsNameOnlyWhenCommitted) {
  put(path("out"), "old");
  {
    PosixOutputFile file({"OUT", path("out")}, 6, GetParam());
    file.write(3, "new", 3);
    file.write(0, "the", 3);
    EXPECT_EQ(content(path("out")), "old");
    file.commit();
  }
  EXPECT_EQ(content(path("out")), "thenew");
  EXPECT_EQ(files(), 1u);
}

TEST_P(PosixOutputFileTest, LeavesNothingWhenNotCommitted) {
  {
    PosixOutputFile file({"OUT", path("out")}, 3, GetParam());
    file.write(0, "abc", 3);
    EXPECT_EQ(files(),
              GetParam() == PosixOutputFile::Temporary::named ? 1u : 0u);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_P(PosixOutputFileTest, LeavesNothingWhenInterrupted) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = fork();
    if (child == 0) {
      install_signal_handlers();
      PosixOutputFile file({"OUT", path("out")}, 3, GetParam());
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

TEST_P(PosixOutputFileTest, NewFilesFollowTheUmaskAndOldOnesKeepTheirMode) {
  const mode_t mask = umask(027);
  PosixOutputFile fresh({"OUT", path("fresh")}, 1, GetParam());
  umask(mask);
  fresh.write(0, "x", 1);
  fresh.commit();
  EXPECT_EQ(fs::status(path("fresh")).permissions(), fs::perms(0640));

  put(path("old"), "old");
  fs::permissions(path("old"), fs::perms(0604));
  PosixOutputFile old({"OUT", path("old")}, 1, GetParam());
  old.write(0, "x", 1);
  old.commit();
  EXPECT_EQ(fs::status(path("old")).permissions(), fs::perms(0604));
}

TEST_P(PosixOutputFileTest, SpecialModeBitsAreNotKept) {
  put(path("old"), "old");
  ASSERT_EQ(chmod(path("old").c_str(), 06755), 0);
  PosixOutputFile file({"OUT", path("old")}, 1, GetParam());
  file.write(0, "x", 1);
  file.commit();
  struct stat status {};
  ASSERT_EQ(stat(path("old").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0755u);
}

TEST_P(PosixOutputFileTest, OwnerAndModeStayTogether) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make another's file";
  put(path("old"), "old");
  ASSERT_EQ(chown(path("old").c_str(), 12345, 54321), 0);
  ASSERT_EQ(chmod(path("old").c_str(), 0640), 0);
  PosixOutputFile file({"OUT", path("old")}, 1, GetParam());
  file.write(0, "x", 1);
  file.commit();
  struct stat status {};
  ASSERT_EQ(stat(path("old").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12345u);
  EXPECT_EQ(status.st_gid, 54321u);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_P(PosixOutputFileTest, LongNamesLeaveRoomForTheTemporaryOne) {
  const std::string name(NAME_MAX, 'n');
  PosixOutputFile file({"OUT", path(name)}, 1, GetParam());
  file.write(0, "x", 1);
  file.commit();
  EXPECT_EQ(content(path(name)), "x");
  EXPECT_EQ(files(), 1u);
}

TEST_P(PosixOutputFileTest, NamesOfOtherJobsWithTheSameNumberStay) {
  const std::string other = path("out.part." + std::to_string(getpid()));
  put(other, "another job's");
  PosixOutputFile file({"OUT", path("out")}, 1, GetParam());
  file.write(0, "x", 1);
  file.commit();
  EXPECT_EQ(content(other), "another job's");
  EXPECT_EQ(content(path("out")), "x");
}

TEST_P(PosixOutputFileTest, LinksThatLeadNowhereAreRefused) {
  fs::create_symlink("nothing", path("link"));
  EXPECT_THROW(PosixOutputFile({"OUT", path("link")}, 1, GetParam()), JobError);
  EXPECT_TRUE(fs::is_symlink(path("link")));
}

using KeptFileTest = PosixOutputFileTest;

TEST_P(KeptFileTest, OutlivesItsJobAndIsFoundAgain) {
  {
    PosixOutputFile file({"OUT", path("out")}, 6, GetParam());
    file.write(0, "abc", 3);
  }
  EXPECT_EQ(files(), 1u);
  PosixOutputFile file({"OUT", path("out")}, 4, GetParam());
  char data[4] = {};
  file.read(0, data, 4);
  EXPECT_EQ(std::string(data, 4), std::string("abc\0", 4));
  EXPECT_EQ(file.identity().bytes, 4u);
  file.remove();
  EXPECT_EQ(files(), 0u);
}

TEST_P(KeptFileTest, IsLocked) {
  PosixOutputFile file({"OUT", path("out")}, 1, GetParam());
  EXPECT_THROW(PosixOutputFile({"OUT", path("out")}, 1, GetParam()), JobError);
  file.remove();
}

TEST_P(KeptFileTest, LeavesNothingIfThereIsNoRoom) {
  EXPECT_THROW(PosixOutputFile({"OUT", path("out")}, INT64_MAX, GetParam()),
               JobError);
  EXPECT_EQ(files(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Temporary, KeptFileTest,
                         testing::Values(PosixOutputFile::Temporary::kept,
                                         PosixOutputFile::Temporary::scratch),
                         [](const auto& info) {
                           return info.param == PosixOutputFile::Temporary::kept
                                      ? "Kept"
                                      : "Scratch";
                         });

TEST(SignalsHeld, DelaysWhatEndsTheJob) {
  const pid_t child = fork();
  if (child == 0) {
    install_signal_handlers();
    {
      const SignalsHeld held;
      std::raise(SIGTERM);
      // Reached while the signal waits: otherwise the status would be another.
      if (signal(SIGTERM, SIG_DFL) == SIG_ERR) _exit(1);
      signal(SIGTERM, +[](int) { _exit(42); });
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

TEST(SignalHandlers, IgnoredSignalsStayIgnored) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    install_signal_handlers();
    std::raise(SIGHUP);
    _exit(42);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

INSTANTIATE_TEST_SUITE_P(Temporary, PosixOutputFileTest,
                         testing::Values(PosixOutputFile::Temporary::unnamed,
                                         PosixOutputFile::Temporary::named),
                         [](const auto& info) {
                           return info.param ==
                                          PosixOutputFile::Temporary::named
                                      ? "Named"
                                      : "Unnamed";
                         });

}  // namespace
