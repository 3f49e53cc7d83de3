import { PodColumns } from "@daemonscope/daemonset/model/fast/pod-columns";
import { PodTable } from "@daemonscope/daemonset/model/tables/pod-table";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { PlainObjectIndex } from "@daemonscope/kube-client/fast/versions/plain-object-index.fixture";
import { SeenVersions } from "@daemonscope/kube-client/fast/versions/seen-versions";
import { cpuUsSince, heldBytes, printLast } from "./program.ts";

/**
 * Bytes per pod in the pod stores, by the slope from 5,000 to 100,000 nodes × 12 DaemonSets: heap and typed arrays
 * after a garbage collection.
 */
const [store = "", nodes = "0"] = process.argv.slice(2);
const DAEMON_SETS = 12;

/** All pods share the texts that decoders intern. Every other text is a new string, as from a decoder. */
const owners = Array.from({ length: DAEMON_SETS }, (_value, at) => `0f0e0d0c-0000-4000-8000-${String(at).padStart(12, "0")}`);
const shared = {
  namespace: "kube-system",
  hash: "56665b8f86",
  templateGeneration: "2",
  phase: "Running",
  images: "agent=registry.example/agent:1.2.3",
};
const uidOf = (at: number): string =>
  `${(Math.imul(at, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
const nameOf = (at: number, set: number): string => `agent-${set}-${(at + 2_000_000).toString(36).padStart(5, "0").slice(-5)}`;

function podOf(at: number, node: string, set: number): PodFacts {
  return {
    ...shared,
    uid: uidOf(at),
    name: nameOf(at, set),
    ownerUid: owners[set] ?? "",
    node,
    scheduled: true,
    createdAtMs: 1_760_000_000_000 + (at % 90_000) * 1000,
    ready: true,
    readySinceMs: 1_760_000_030_000 + (at % 90_000) * 1000,
    unreadySinceMs: undefined,
    deletingSinceMs: undefined,
    goneByMs: undefined,
    restarts: at % 50 === 0 ? 1 : 0,
    reason: undefined,
    message: undefined,
    failing: false,
    passing: false,
    step: undefined,
  };
}

const names = Array.from({ length: Number(nodes) }, (_value, at) => `node-${at}.pool.example`);
const before = heldBytes();
const table = store === "pods-in-columns" ? new PodColumns() : store === "pods-whole" ? new PodTable() : undefined;
const index = store === "index-in-columns" ? new SeenVersions() : store === "index-in-maps" ? new PlainObjectIndex() : undefined;
let at = 0;
const began = process.cpuUsage();
for (const node of names)
  for (let set = 0; set < DAEMON_SETS; set++, at++) {
    table?.put(podOf(at, node, set));
    index?.put({ name: nameOf(at, set), namespace: "kube-system", uid: uidOf(at), resourceVersion: String(1_000_000 + at) });
  }
const putUs = cpuUsSince(began) / at;
const bytes = heldBytes() - before;
printLast({ pods: at, bytes, putUs, size: (table?.size ?? 0) + (index?.size ?? 0), names: names.length });
