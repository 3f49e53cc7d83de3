import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files with the memory limit and the peak of a control group: cgroup v1, then v2. */
const PLACES = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes" },
  { root: "/sys/fs/cgroup", limit: "memory.max", peak: "memory.peak" },
] as const;

/** A control group with a memory limit, like a container's. The kernel kills processes that exceed it. */
interface MemoryLimit {
  /** Path of a program that runs Node.js inside the control group. */
  readonly node: string;
  /** The peak memory in bytes, including the kernel's cache. */
  peakBytes(): number;
  remove(): void;
}

/** Returns undefined if this machine does not allow a memory limit. */
export function memoryLimit(bytes: number): MemoryLimit | undefined {
  const cgroup = PLACES.find(({ root, limit }) => existsSync(join(root, limit)) || existsSync(join(root, "cgroup.controllers")));
  if (cgroup === undefined) return undefined;
  const group = join(cgroup.root, `daemonscope-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, cgroup.limit), String(bytes));
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-limit-"));
  const node = join(folder, "node");
  writeFileSync(node, `#!/bin/sh\necho $$ > ${group}/cgroup.procs\nexec ${process.execPath} "$@"\n`);
  chmodSync(node, 0o755);
  return {
    node,
    peakBytes: () => Number(readFileSync(join(group, cgroup.peak), "utf8")),
    remove() {
      rmdirSync(group);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
