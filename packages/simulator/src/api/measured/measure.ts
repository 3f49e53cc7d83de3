import { fnv1a32 } from "@daemonscope/kube/fnv";
import { parseQuantity } from "@daemonscope/kube/quantity";
import { conditionNamed, nodeNameOf } from "../../control/objects.ts";
import type { StoredObject } from "../../objects/contract.ts";
import { goDuration } from "../../objects/go-duration.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import { timestamp } from "../../objects/timestamp.ts";
import type { SimulatorStore } from "../../store/store.ts";
import { type ContainerUse, containerUse } from "./container-use.ts";

/** metrics-server asks the kubelets so often. */
const RESOLUTION_MS = 15_000;
/** Of a container that runs for less it has no two samples to make a rate of. */
const YOUNGEST_MS = 10_000;

/** What of the cluster is measured. */
type MeasuredCluster = Pick<SimulatorStore, "get" | "podsOnNode">;

/** The moment of the last sample, and from how long a time its rates are. */
interface Sample {
  readonly atMs: number;
  readonly windowMs: number;
}

function sampleOf(seed: string, nowMs: number): Sample {
  const hash = fnv1a32(seed);
  const atMs = nowMs - ((nowMs + hash) % RESOLUTION_MS);
  return { atMs, windowMs: RESOLUTION_MS - 200 + (hash % 400) };
}

/** As metrics-server writes them: whole billionths of a core, and kibibytes. */
const usageOf = ({ cores, bytes }: ContainerUse) => ({ cpu: `${Math.round(cores * 1e9)}n`, memory: `${Math.round(bytes / 1024)}Ki` });

const isReached = (node: StoredObject | undefined): boolean => node !== undefined && conditionNamed(node, "Ready")?.status !== "Unknown";

interface MeasuredContainer {
  readonly name: string;
  readonly use: ContainerUse;
}

/** The containers of a pod that run, sidecars too. Undefined where nobody can say: its node is not heard of, nothing runs, or something runs for too short a time. */
function containersOf(cluster: MeasuredCluster, pod: StoredObject, { atMs }: Sample): readonly MeasuredContainer[] | undefined {
  const node = nodeNameOf(pod);
  if (node === undefined || !isReached(cluster.get("nodes", undefined, node))) return undefined;
  const spec = objectIn(pod, "spec");
  const definitions = [...listIn(spec, "initContainers"), ...listIn(spec, "containers")].filter(isJsonObject);
  const status = objectIn(pod, "status");
  const measured: MeasuredContainer[] = [];
  for (const one of [...listIn(status, "initContainerStatuses"), ...listIn(status, "containerStatuses")].filter(isJsonObject)) {
    const definition = definitions.find(({ name }) => name === one.name);
    const started = Date.parse(String(objectIn(objectIn(one, "state"), "running").startedAt ?? ""));
    if (definition === undefined || Number.isNaN(started)) continue;
    if (atMs - started < YOUNGEST_MS) return undefined;
    const name = String(one.name);
    measured.push({ name, use: containerUse(definition, `${pod.metadata.uid}/${name}`, started, atMs) });
  }
  return measured.length === 0 ? undefined : measured;
}

const metaOf = ({ metadata }: StoredObject, nowMs: number): JsonObject => ({
  name: metadata.name,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  creationTimestamp: timestamp(nowMs),
  ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
});

/** One measurement: its fields without kind and version, and the use that its row of a table shows. */
export interface Measurement {
  readonly name: string;
  readonly body: JsonObject;
  readonly usage: { readonly cpu: string; readonly memory: string };
  readonly window: string;
}

/** What metrics-server says of a pod at a moment; undefined where it has nothing to say. */
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

/** What metrics-server says of a node: its pods, and a part of it that the system takes. Undefined for one that is not heard of. */
export function measureNode(cluster: MeasuredCluster, node: StoredObject, nowMs: number): Measurement | undefined {
  if (!isReached(node)) return undefined;
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
