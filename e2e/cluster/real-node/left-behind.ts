import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CGROUPS = "/sys/fs/cgroup";
/** Folders in which kubelet, containerd and CNI plugins write by habit. */
const HABITUAL = ["/var/lib/kubelet", "/var/lib/cni", "/var/lib/containerd", "/var/log/pods", "/run/containerd", "/run/netns", "/run/cni"];

const entriesOf = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // The process has just ended.
  }
}

/** Returns the state of the machine that every real node shares: firewall rules, and files in habitual folders. */
export function sharedState(): readonly string[] {
  const rules = spawnSync("iptables-save", [], { encoding: "utf8" }).stdout ?? "";
  return [
    ...rules.split("\n").filter((line) => /^(-A|:[A-Z]+-)/.test(line)),
    ...HABITUAL.flatMap((folder) => entriesOf(folder).map((entry) => join(folder, entry))),
  ];
}

/** Returns what the node of this supervisor still has on the machine, one line each. */
export function leftBehind(pid: number): readonly string[] {
  const names = [`daemonscope-real-node-${pid}`, `real-node-${pid}`];
  const isNamed = (text: string) => names.some((name) => new RegExp(`${name}\\b`).test(text));
  const processes = entriesOf("/proc").filter(
    (entry) => /^\d+$/.test(entry) && isNamed(readProc(entry, "cgroup") + readProc(entry, "cmdline")),
  );
  return [
    ...processes.map((entry) => `process ${entry}: ${readProc(entry, "cmdline").replaceAll("\0", " ")}`),
    ...readFileSync("/proc/self/mountinfo", "utf8").split("\n").filter(isNamed),
    ...entriesOf(CGROUPS).flatMap((hierarchy) =>
      existsSync(join(CGROUPS, hierarchy, `real-node-${pid}`)) ? [`cgroup in ${hierarchy}`] : [],
    ),
    ...entriesOf("/sys/class/net").filter((link) => link === `rn${pid}`),
    ...entriesOf(tmpdir()).filter(isNamed),
  ];
}
