#!/usr/bin/env bash
# Runs a command beside a Docker engine of its own, on a bare Debian machine as root: no systemd, no registry of images.
#
#   tools/containers/with-engine.sh <command …>
#
# The engine, its containers and the command share a network namespace of their own, so that no port of the machine is taken and
# published ports are at 127.0.0.1. Images that a registry would have are stood in for (base-images.sh). Everything is ended when
# the command ends; its exit code is kept. Downloads are kept in tmp/containers for the next time.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo 'with-engine: needs root' >&2; exit 3; }
here=$PWD/tools/containers
export CONTAINERS_FOLDER=${CONTAINERS_FOLDER:-$PWD/tmp/containers}
mkdir -p "$CONTAINERS_FOLDER"
run=$(mktemp -d /tmp/engine.XXXXXX)
name=engine-$$
began=$SECONDS
say() { echo "containers: [$((SECONDS - began)) s] $*"; }

packages=(docker.io docker-compose containerd runc iptables iproute2 slirp4netns debootstrap podman)
missing=()
for package in "${packages[@]}"; do dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package"); done
if [ ${#missing[@]} -gt 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >"$run/apt.log" 2>&1 || { tail -n 20 "$run/apt.log"; exit 3; }
  say "installed ${missing[*]}"
fi

pids=()
clean_up() {
  set +e
  if [ -S "$run/docker.sock" ]; then docker ps -aq | xargs -r docker rm -fv >/dev/null 2>&1; fi
  for ((at = ${#pids[@]} - 1; at >= 0; at--)); do kill "${pids[at]}" 2>/dev/null; wait "${pids[at]}" 2>/dev/null; done
  ip netns del "$name" 2>/dev/null
  # The engine leaves mounts behind when it had to be killed.
  awk -v run="$run" '$2 ~ "^"run"/" { print $2 }' /proc/mounts | sort -r | xargs -r -n 1 umount -l 2>/dev/null
  rm -rf "$run"
}
trap clean_up EXIT

ip netns add "$name"
nsenter --net=/run/netns/"$name" ip link set lo up
slirp4netns --configure --mtu=1400 --disable-host-loopback --netns-type=path /run/netns/"$name" tap0 >"$run/slirp.log" 2>&1 &
pids+=($!)
cat >"$run/daemon.json" <<J
{ "data-root": "$run/docker", "exec-root": "$run/exec", "pidfile": "$run/docker.pid", "hosts": ["unix://$run/docker.sock"],
  "storage-driver": "overlay2", "exec-opts": ["native.cgroupdriver=cgroupfs"] }
J
nsenter --net=/run/netns/"$name" dockerd --config-file "$run/daemon.json" >"$run/dockerd.log" 2>&1 &
pids+=($!)
# The builder inside the engine: it needs no further component, and takes base images that exist here only.
export DOCKER_BUILDKIT=0
export DOCKER_HOST=unix://$run/docker.sock DOCKER_CLI_HINTS=false TEST_CONTAINERS=$run
for _ in $(seq 300); do docker info >/dev/null 2>&1 && break; kill -0 $! 2>/dev/null || break; sleep 0.2; done
docker info >/dev/null 2>&1 || { echo 'with-engine: dockerd does not start' >&2; tail -n 20 "$run/dockerd.log" >&2; exit 3; }
say "Docker $(docker version -f '{{.Server.Version}}')"

nsenter --net=/run/netns/"$name" "$here/base-images.sh" >"$run/base-images.log" 2>&1 || { tail -n 30 "$run/base-images.log" >&2; exit 3; }
say 'base images'
status=0
nsenter --net=/run/netns/"$name" "$@" || status=$?
say "ended with $status"
exit "$status"
