import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { encodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { randomAddressNames, randomUid } from "./wide-cluster.ts";

const ADDRESSES = 2 ** 24;
const ZONES = ["a", "b", "c"];
const POOLS = ["general", "general", "general", "memory", "gpu", "spot"];
const YOUNGEST_S = 86_400 * 30;
const BOOT_S = 64;

/** A generated state of a cluster with all its unpredictable parts, and the least number of bytes that they need. */
interface SyntheticState {
  readonly state: ClusterState;
  /** Shannon's bound in bytes by part, from the way the state was generated. */
  readonly bound: Readonly<Record<"names" | "uids" | "zonesAndPools" | "times" | "cells", number>>;
}

const bytesOf = (bits: number): number => Math.ceil(bits / 8);
const log2Factorial = (n: number): number => (n < 2 ? 0 : n * Math.log2(n / Math.E) + Math.log2(2 * Math.PI * n) / 2);

/** Returns the bits of a list whose values are drawn by their shares. */
function entropyBits(values: Iterable<string | number>): number {
  const counts = new Map<string | number, number>();
  let all = 0;
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    all += 1;
  }
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / all);
  return bits;
}

/**
 * Generates nodes that are named after their addresses and listed as an API server does. Each is in a zone and a pool,
 * and was created within a month. All have `daemonSets`; the first is half rolled out.
 */
export function syntheticState(count: number, daemonSets: readonly DaemonSetRecord[], atMs: number): SyntheticState {
  const { next: random } = createRandom(count);
  const pick = (below: number) => Math.floor(random() * below);
  const names = randomAddressNames(random, count);
  const nodes = names.map((name): NodeRecord => {
    const createdAtMs = atMs - (BOOT_S + pick(YOUNGEST_S)) * 1000;
    return {
      name,
      uid: randomUid(random),
      labels: {
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        pool: POOLS[pick(POOLS.length)] ?? "",
        "topology.kubernetes.io/region": "eu-west-1",
        "topology.kubernetes.io/zone": `eu-west-1${ZONES[pick(ZONES.length)] ?? ""}`,
      },
      taints: [],
      unschedulable: false,
      ready: "True",
      readySinceMs: createdAtMs + pick(BOOT_S) * 1000,
      createdAtMs,
    };
  });
  const columns = daemonSets.map((_, column) =>
    nodes.map(() =>
      column === 0
        ? random() < 0.5
          ? CURRENT
          : random() < 0.9
            ? OLD
            : ON_THE_WAY[pick(3)]
        : random() < 0.998
          ? CURRENT
          : ON_THE_WAY[pick(3)],
    ),
  );
  const empty = emptyState("bench", { context: "bench", server: "", version: undefined, simulated: true }, atMs);
  const rows = nodes.map((_, row) => row);
  const applied = applyFrame(empty, {
    epoch: empty.epoch,
    seq: 1,
    at: atMs,
    nodes: { put: nodes.map((node, row) => [row, node]) },
    daemonSets: { put: daemonSets.map((record, column) => [column, record]) },
    cells: encodeCellChanges(new Map(columns.map((bytes, column) => [column, { rows, bytes: bytes.map((byte) => byte ?? 0) }]))),
  });
  if (applied.kind !== "applied") throw new Error(`a synthetic state was refused: ${applied.kind}`);
  return {
    state: applied.state,
    bound: {
      names: bytesOf(log2Factorial(ADDRESSES) - log2Factorial(count) - log2Factorial(ADDRESSES - count)),
      uids: bytesOf(122 * count),
      zonesAndPools: bytesOf(entropyBits(nodes.map(({ labels }) => labels.pool ?? "")) + count * Math.log2(ZONES.length)),
      times: bytesOf(count * (Math.log2(YOUNGEST_S) + Math.log2(BOOT_S))),
      cells: bytesOf(columns.reduce((bits, column) => bits + entropyBits(column.map((byte) => byte ?? 0)), 0)),
    },
  };
}

const CURRENT = 6;
const OLD = 70;
const ON_THE_WAY = [2, 3, 4] as const;
