#!/bin/sh
# Fuzzes the program fuzz_npy of this folder. Arguments go to afl-fuzz: -V 300 ends it after five minutes, and
# -M main and -S other run on several CPUs.
cd "$(dirname "$0")" || exit 1
exec afl-fuzz -i seeds -o findings -x fuzz_npy.dict -G MAX_SIZE -t 1000 -m none "$@" -- ./fuzz_npy
