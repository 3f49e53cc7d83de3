#!/bin/bash
# Removes what a real node has on the machine: clean.sh FOLDER [keep]. With `keep`, the folder stays for the next boot.
# Without, it first waits for the end of standard input, which is the end of the supervisor, whatever ended it.
set -u
dir=$1 keep=${2:-}
[ -n "$keep" ] || cat > /dev/null
cgroup=$(cat "$dir/cgroup") link=$(cat "$dir/link")
for _ in $(seq 400); do
  # All processes of the node are in this cgroup or in one of a pod below it. The first process of a PID namespace
  # takes all others with it, and with them the mounts, links and firewall rules.
  find "/sys/fs/cgroup/pids/$cgroup" -name cgroup.procs -exec cat {} + 2> /dev/null | xargs -r kill -KILL 2> /dev/null
  ip link del "$link" 2> /dev/null
  find /sys/fs/cgroup/*/"$cgroup" -depth -type d -exec rmdir {} \; 2> /dev/null
  [ -n "$keep" ] || rm -rf "$dir" 2> /dev/null
  left=$(ls -d /sys/fs/cgroup/*/"$cgroup" 2> /dev/null; [ -n "$keep" ] || ls -d "$dir" 2> /dev/null)
  [ -n "$left" ] || exit 0
  sleep 0.05
done
echo "of a real node there is still: $left" >&2
exit 1
