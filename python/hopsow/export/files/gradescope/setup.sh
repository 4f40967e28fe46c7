#!/bin/bash
# Gradescope runs this as root when it builds the image: Hopsow, its sandbox, and the languages.
set -eu
root=${AUTOGRADER_ROOT:-/autograder}
apt-get update -qq
apt-get install -y -qq bubblewrap python3-venv g++ default-jdk-headless golang-go nodejs rustc
python3 -m venv "$root/hopsow"
"$root/hopsow/bin/pip" install -q --find-links "$root/source" -r "$root/source/requirements.txt"
"$root/hopsow/bin/hopsow" doctor
