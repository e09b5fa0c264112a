#!/bin/sh
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: expect_failure.sh <command>...
# Succeeds if the command fails after its last rank has announced the failure. A
# launcher that does not start is no such failure.
output=$("$@" 2>&1)
status=$?
printf '%s\n' "$output"
case $output in
  *"rank 2 fails on purpose"*) ;;
  *) echo "expect_failure.sh: the rank was not reached"; exit 1 ;;
esac
[ $status -ne 0 ] || { echo "expect_failure.sh: the job's exit status is 0"; exit 1; }
