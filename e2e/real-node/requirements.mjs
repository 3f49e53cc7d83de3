// What a real node needs of the machine. Each requirement has one sentence that names what is missing.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const CGROUPS = "/sys/fs/cgroup";
const HIERARCHIES = ["cpu", "cpuacct", "cpuset", "memory", "devices", "freezer", "blkio", "pids"];
const PROGRAMS = ["runc", "iptables", "ip", "nsenter", "unshare", "bash"];
export const CNI_BIN = process.env.CNI_BIN || "/usr/lib/cni";
const CNI_PLUGINS = ["bridge", "host-local", "portmap", "loopback"];
const PACKAGES = "apt-get install runc containernetworking-plugins iptables iproute2 util-linux";

/** Makes namespaces, and in them the mounts and links of a node. They end with the process. */
const TRIAL = `set -e
mkdir upper work merged
mount -t overlay overlay -o lowerdir=/var,upperdir=$PWD/upper,workdir=$PWD/work merged
mount -t tmpfs tmpfs merged
ip link add rn-bridge type bridge
ip link add rn-veth type veth peer name rn-peer`;

/** Returns the abilities of this machine. */
export const thisMachine = () => ({
  platform: process.platform,
  uid: process.getuid?.() ?? -1,
  hasUnifiedCgroups: existsSync(join(CGROUPS, "cgroup.controllers")),
  /** Reports whether a cgroup of this hierarchy can be created. */
  canMakeCgroup(hierarchy) {
    const trial = join(CGROUPS, hierarchy, `real-node-trial-${process.pid}`);
    try {
      accessSync(join(CGROUPS, hierarchy, "cgroup.procs"));
      mkdirSync(trial);
      rmdirSync(trial);
      return true;
    } catch {
      return false;
    }
  },
  hasProgram: (name) => (process.env.PATH ?? "").split(delimiter).some((folder) => isExecutable(join(folder, name))),
  hasPlugin: (name) => isExecutable(join(CNI_BIN, name)),
  /** Returns the message of the first mount or link that fails; undefined if all can be made. */
  namespaceError() {
    const folder = mkdtempSync(join(tmpdir(), "real-node-trial-"));
    try {
      const trial = spawnSync(
        "unshare",
        ["--mount", "--propagation", "private", "--pid", "--net", "--uts", "--fork", "bash", "-c", TRIAL],
        {
          cwd: folder,
          encoding: "utf8",
          timeout: 30_000,
        },
      );
      return trial.status === 0 ? undefined : (trial.stderr ?? "").trim().split("\n").at(-1) || "no message";
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the sentence about the first requirement that the machine does not meet; undefined if it meets all. */
export function missingRequirement(machine) {
  const because = (reason) => `No test runs on a real node: ${reason}.`;
  if (machine.platform !== "linux") return because(`it needs Linux, and this is ${machine.platform}`);
  if (machine.uid !== 0) return because(`it needs root, and this process runs as user ${machine.uid}`);
  if (machine.hasUnifiedCgroups) return because("it needs cgroup v1, and this machine has only cgroup v2");
  const hierarchy = HIERARCHIES.find((name) => !machine.canMakeCgroup(name));
  if (hierarchy !== undefined) return because(`it needs writable cgroup v1 hierarchies, and ${hierarchy} is missing`);
  const program = PROGRAMS.find((name) => !machine.hasProgram(name));
  if (program !== undefined) return because(`${program} is missing: ${PACKAGES}`);
  const plugin = CNI_PLUGINS.find((name) => !machine.hasPlugin(name));
  if (plugin !== undefined) return because(`the CNI plugin ${plugin} is missing in ${CNI_BIN}: ${PACKAGES}`);
  const message = machine.namespaceError();
  if (message !== undefined) return because(`this machine makes no namespaces, or no overlay, veth or bridge in one: ${message}`);
  return undefined;
}
