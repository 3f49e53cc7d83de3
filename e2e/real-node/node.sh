#!/bin/bash
# The node's first process, inside the namespaces that supervisor.mjs makes: node.sh FOLDER PROGRAMS NAME ADDRESS PORT.
# As the first process it reaps orphans, and its end is the end of the node.
set -u
dir=$1 programs=$2 name=$3 address=$4 port=$5
export PATH=$programs:$PATH
fail() {
  echo "$1" > "$dir/failure"
  exit 1
}
trap 'fail "$(tail -n 1 "$dir/node.log")"' ERR
hostname "$name"
mount --make-rshared /
# What kubelet, CNI and containerd write outside of their folders stays in the node's folder.
mount -t overlay overlay -o "lowerdir=/var,upperdir=$dir/var,workdir=$dir/var-work" /var
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/containerd /run/netns
ip link set lo up
until ip link show eth0 > /dev/null 2>&1; do sleep 0.02; done
ip addr add "$address/30" dev eth0
ip link set eth0 up
echo 1 > /proc/sys/net/ipv4/ip_forward
isOpen() { (: < "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }
agent forward "tcp:127.0.0.1:$port" "unix:$dir/api.sock" > "$dir/forward.log" 2>&1 &
forward=$!
until isOpen "$port"; do
  kill -0 "$forward" 2> /dev/null || fail "the way to the API server did not open: $(tail -n 1 "$dir/forward.log")"
  sleep 0.05
done
# Else the node would take the answers of another server for those of its registry.
if isOpen 5000; then fail "127.0.0.1:5000 is in use inside the node"; fi
agent registry 127.0.0.1:5000 "$dir/registry" > "$dir/registry.log" 2>&1 &
registry=$!
until isOpen 5000; do
  kill -0 "$registry" 2> /dev/null || fail "the image registry did not start: $(tail -n 1 "$dir/registry.log")"
  sleep 0.05
done
containerd --config "$dir/containerd.toml" > "$dir/containerd.log" 2>&1 &
containerd=$!
until [ -S /run/containerd/containerd.sock ]; do
  kill -0 "$containerd" 2> /dev/null || fail "containerd did not start: $(tail -n 1 "$dir/containerd.log")"
  sleep 0.05
done
trap - ERR
# A kubelet that ends starts again, as a service does, unless a test holds it.
while true; do
  while [ -e "$dir/hold" ]; do sleep 0.05; done
  "$CONTROL_PLANE" kubelet --config="$dir/kubelet.yaml" --kubeconfig="$dir/kubeconfig" --root-dir="$dir/kubelet" \
    --cert-dir="$dir/kubelet/pki" --hostname-override="$name" --node-ip="$address" --node-labels=real-node=true \
    --v=2 >> "$dir/kubelet.log" 2>&1 < /dev/null &
  wait $!
  sleep 0.5
done
