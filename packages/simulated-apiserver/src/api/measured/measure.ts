import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import { parseQuantity } from "@daemonscope/kube/values/quantity";
import type { StoredObject } from "../../objects/contract.ts";
import { goDuration } from "../../objects/go-duration.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import { conditionNamed, nodeNameOf } from "../../objects/objects.ts";
import { leakedMemoryShare } from "../../objects/simulation-annotations.ts";
import { timestamp } from "../../objects/timestamp.ts";
import type { SimulatorStore } from "../../store/store.ts";

/** Time between two samples that metrics-server takes from the kubelets. */
const RESOLUTION_MS = 15_000;
/** A container that runs for less time has no two samples for a rate. */
const MIN_RUN_MS = 10_000;

/** The parts of the cluster that are measured. */
type MeasuredCluster = Pick<SimulatorStore, "get" | "podsOnNode">;

/** The time of the last sample, and the time span of its rates. */
interface Sample {
  readonly atMs: number;
  readonly windowMs: number;
}

function sampleOf(seed: string, nowMs: number): Sample {
  const hash = fnv1a32(seed);
  const atMs = nowMs - ((nowMs + hash) % RESOLUTION_MS);
  return { atMs, windowMs: RESOLUTION_MS - 200 + (hash % 400) };
}

/** The use of a container: cores, and bytes of memory. */
interface ContainerUse {
  readonly cores: number;
  readonly bytes: number;
}

const MEBIBYTE = 2 ** 20;
const DEFAULT_CORES = 0.02;
const DEFAULT_BYTES = 48 * MEBIBYTE;
/** Time in which a container fills its memory after its start. */
const MEMORY_FILL_MS = 30_000;
const CPU_PERIOD_MS = 240_000;
const MEMORY_PERIOD_MS = 1_500_000;

/** Returns two random numbers in [0, 1) for one container of one pod. */
function chancesOf(seed: string): readonly [number, number] {
  const hash = fnv1a32(seed);
  return [(hash & 0xffff) / 0x10000, (hash >>> 16) / 0x10000];
}

const amountIn = (resources: JsonObject, part: "requests" | "limits", name: string): number | undefined => {
  const value = objectIn(resources, part)[name];
  return value === undefined ? undefined : parseQuantity(String(value));
};

const wave = (nowMs: number, periodMs: number, phase: number): number => Math.sin(2 * Math.PI * (nowMs / periodMs + phase));

/**
 * Returns the use of a container that runs since `startedMs`: a share of its requests, at most its limits. The memory
 * of a leaking container grows to its limit. Equal seeds and times give equal use.
 */
function containerUse(container: JsonObject, seed: string, startedMs: number, nowMs: number): ContainerUse {
  const resources = objectIn(container, "resources");
  const [first, second] = chancesOf(seed);
  const ranMs = Math.max(0, nowMs - startedMs);
  const coresLimit = amountIn(resources, "limits", "cpu");
  const requestedCores = amountIn(resources, "requests", "cpu") ?? coresLimit ?? DEFAULT_CORES;
  const cores = requestedCores * (0.35 + 0.5 * first) * (1 + 0.2 * wave(nowMs, CPU_PERIOD_MS, second));
  const bytesLimit = amountIn(resources, "limits", "memory");
  const requestedBytes = amountIn(resources, "requests", "memory") ?? bytesLimit ?? DEFAULT_BYTES;
  const filled = 0.4 + 0.6 * Math.min(1, ranMs / MEMORY_FILL_MS);
  const settled = requestedBytes * (0.6 + 0.3 * second) * filled * (1 + 0.02 * wave(nowMs, MEMORY_PERIOD_MS, first));
  const leaked = leakedMemoryShare(String(container.image), ranMs);
  const bytes = leaked === undefined ? settled : (bytesLimit ?? requestedBytes * 2) * leaked;
  return {
    cores: Math.min(cores, coresLimit ?? Number.POSITIVE_INFINITY),
    bytes: Math.min(bytes, bytesLimit ?? Number.POSITIVE_INFINITY),
  };
}

/** Formats a use as metrics-server does: whole billionths of a core, and kibibytes. */
const usageOf = ({ cores, bytes }: ContainerUse) => ({ cpu: `${Math.round(cores * 1e9)}n`, memory: `${Math.round(bytes / 1024)}Ki` });

const isReachable = (node: StoredObject | undefined): boolean => node !== undefined && conditionNamed(node, "Ready")?.status !== "Unknown";

interface MeasuredContainer {
  readonly name: string;
  readonly use: ContainerUse;
}

/**
 * Returns the running containers of a pod, sidecars too. Undefined if there is no measurement: its node is silent,
 * nothing runs, or a container runs for too short a time.
 */
function containersOf(cluster: MeasuredCluster, pod: StoredObject, { atMs }: Sample): readonly MeasuredContainer[] | undefined {
  const node = nodeNameOf(pod);
  if (node === undefined || !isReachable(cluster.get("nodes", undefined, node))) return undefined;
  const spec = objectIn(pod, "spec");
  const definitions = [...listIn(spec, "initContainers"), ...listIn(spec, "containers")].filter(isJsonObject);
  const status = objectIn(pod, "status");
  const measured: MeasuredContainer[] = [];
  for (const containerStatus of [...listIn(status, "initContainerStatuses"), ...listIn(status, "containerStatuses")].filter(isJsonObject)) {
    const definition = definitions.find(({ name }) => name === containerStatus.name);
    const startedMs = Date.parse(String(objectIn(objectIn(containerStatus, "state"), "running").startedAt ?? ""));
    if (definition === undefined || Number.isNaN(startedMs)) continue;
    if (atMs - startedMs < MIN_RUN_MS) return undefined;
    const name = String(containerStatus.name);
    measured.push({ name, use: containerUse(definition, `${pod.metadata.uid}/${name}`, startedMs, atMs) });
  }
  return measured.length === 0 ? undefined : measured;
}

const metaOf = ({ metadata }: StoredObject, nowMs: number): JsonObject => ({
  name: metadata.name,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  creationTimestamp: timestamp(nowMs),
  ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
});

/** One measurement: its fields without kind and version, and the use in its table row. */
export interface Measurement {
  readonly name: string;
  readonly body: JsonObject;
  readonly usage: { readonly cpu: string; readonly memory: string };
  readonly window: string;
}

/** Returns metrics-server's measurement of a pod at a time; undefined if there is none. */
export function measurePod(cluster: MeasuredCluster, pod: StoredObject, nowMs: number): Measurement | undefined {
  const sample = sampleOf(pod.metadata.uid, nowMs);
  const containers = containersOf(cluster, pod, sample);
  if (containers === undefined) return undefined;
  const window = goDuration(sample.windowMs);
  return {
    name: pod.metadata.name,
    body: {
      metadata: metaOf(pod, nowMs),
      timestamp: timestamp(sample.atMs),
      window,
      containers: containers.map(({ name, use }) => ({ name, usage: usageOf(use) })),
    },
    usage: usageOf(sumOf(containers.map(({ use }) => use))),
    window,
  };
}

const sumOf = (uses: readonly ContainerUse[]): ContainerUse =>
  uses.reduce((sum, { cores, bytes }) => ({ cores: sum.cores + cores, bytes: sum.bytes + bytes }), { cores: 0, bytes: 0 });

/**
 * Returns metrics-server's measurement of a node: its pods and a share for the system. Undefined if the node is silent.
 */
export function measureNode(cluster: MeasuredCluster, node: StoredObject, nowMs: number): Measurement | undefined {
  if (!isReachable(node)) return undefined;
  const sample = sampleOf(node.metadata.uid, nowMs);
  const capacity = objectIn(objectIn(node, "status"), "capacity");
  const system = {
    cores: (parseQuantity(String(capacity.cpu ?? "1")) ?? 1) * 0.03,
    bytes: (parseQuantity(String(capacity.memory ?? "1Gi")) ?? 0) * 0.05,
  };
  const pods = cluster.podsOnNode(node.metadata.name).flatMap((pod) => containersOf(cluster, pod, sample) ?? []);
  const usage = usageOf(sumOf([system, ...pods.map(({ use }) => use)]));
  const window = goDuration(sample.windowMs);
  return {
    name: node.metadata.name,
    body: { metadata: metaOf(node, nowMs), timestamp: timestamp(sample.atMs), window, usage },
    usage,
    window,
  };
}
