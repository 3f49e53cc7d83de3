import type { Amounts } from "@daemonscope/daemonset/capacity/amount";
import { amountOf } from "@daemonscope/daemonset/capacity/amount";
import type { RequestingPod } from "@daemonscope/daemonset/capacity/node-fit";
import { type FreeCapacity, nodesNeedingCapacity } from "@daemonscope/daemonset/preview/capacity/free-capacity";
import type { Preview } from "@daemonscope/daemonset/preview/preview-steps";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { decodeAllocatable, decodeRequestingPod } from "../../watch/decode/decode-requesting-pod.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";

/** Up to this number of nodes, each is read separately: its pods, and a node that a complete read lacks. */
const MAX_SINGLE_READS = 8;
const MAX_PODS = 30_000;
const MAX_NODES = 6000;
const MAX_PODS_OF_NODE = 1000;
const PODS_PER_SLICE = 2000;
/** In a cluster with more nodes than this, the resources of all nodes are read once a minute: they change only
 *  with machines. */
const FEW_NODES = 1000;
const NODES_TTL_MS = 60_000;

/** The free capacity of nodes, or the reason why it is unknown. */
export type FreeCapacityResult =
  | { readonly kind: "read"; readonly room: FreeCapacity }
  | { readonly kind: "unread"; readonly message: string };

interface NodeCapacity {
  readonly name: string;
  readonly has: Amounts;
}

function nodeCapacity(object: Json): NodeCapacity | undefined {
  const name = textField(objectField(object, "metadata"), "name");
  return name === undefined ? undefined : { name, has: decodeAllocatable(object) };
}

interface BoundPod {
  readonly node: string;
  readonly pod: RequestingPod;
}

function boundPod(object: Json): BoundPod | undefined {
  const pod = decodeRequestingPod(object);
  const node = textField(objectField(object, "spec"), "nodeName");
  return pod === undefined || node === undefined || node === "" ? undefined : { node, pod };
}

function readNodesNamed(reads: OnDemandReads, names: readonly string[]): Promise<readonly NodeCapacity[]> {
  const { path } = WATCHED.nodes;
  const lists = names.map((name) =>
    reads.list("what-if-nodes", { path, query: { fieldSelector: `metadata.name=${name}` }, limit: 1 }, nodeCapacity),
  );
  return Promise.all(lists).then((found) => found.flatMap(({ objects }) => objects));
}

/** Reads the resources of all nodes, for the overhead of DaemonSet pods. Above `MAX_NODES` nodes, a few wanted nodes
 *  are read alone. A few nodes that joined since the last complete read are read separately. */
async function readNodes(reads: OnDemandReads, all: readonly string[], wanted: readonly string[]): Promise<readonly NodeCapacity[]> {
  if (all.length > MAX_NODES && wanted.length <= MAX_SINGLE_READS) return readNodesNamed(reads, wanted);
  const keptMs = all.length > FEW_NODES ? { keptMs: NODES_TTL_MS } : {};
  const { objects } = await reads.list("what-if-nodes", { path: WATCHED.nodes.path, limit: MAX_NODES, ...keptMs }, nodeCapacity);
  const known = new Set(objects.map(({ name }) => name));
  const missing = all.filter((name) => !known.has(name));
  return missing.length > MAX_SINGLE_READS ? objects : [...objects, ...(await readNodesNamed(reads, missing))];
}

async function readPods(reads: OnDemandReads, names: readonly string[] | undefined) {
  const { path } = inNamespace(WATCHED.pods, undefined);
  if (names === undefined) return [await reads.list("what-if-pods", { path, limit: MAX_PODS }, boundPod)];
  return Promise.all(
    names.map((name) =>
      reads.list("what-if-pods", { path, query: { fieldSelector: `spec.nodeName=${name}` }, limit: MAX_PODS_OF_NODE }, boundPod),
    ),
  );
}

/** Gives joining nodes the resources of their model node, and the explicit values of the step. */
function withJoined({ cluster }: Preview, has: Map<string, Amounts>): void {
  for (const [name, { like, allocatable }] of cluster.joined) {
    const model = like === undefined ? undefined : has.get(like);
    const explicitAmounts = Object.entries(allocatable).map(([resource, text]) => [resource, amountOf(text)] as const);
    // Without any known resources a node has no entry: whether pods fit is then unknown.
    if (model !== undefined || explicitAmounts.length > 0) has.set(name, new Map([...(model ?? []), ...explicitAmounts]));
  }
}

function* boundByNode(pods: readonly BoundPod[]): Generator<undefined, ReadonlyMap<string, readonly RequestingPod[]>> {
  const bound = new Map<string, RequestingPod[]>();
  for (const [at, { node, pod }] of pods.entries()) {
    appendTo(bound, node, pod);
    if (at % PODS_PER_SLICE === PODS_PER_SLICE - 1) yield;
  }
  return bound;
}

interface CapacityQuery {
  /** Nodes of the cluster. */
  readonly all: readonly string[];
  /** Nodes whose pods are needed. */
  readonly wanted: readonly string[];
}

type CapacityRead =
  | { readonly kind: "read"; readonly allocatable: Map<string, Amounts>; readonly bound: FreeCapacity["bound"] }
  | { readonly kind: "unread"; readonly why: string };

/** Reads the resources of all nodes, and the pods of the wanted ones. Without such nodes no pods are read; with more
 *  than `MAX_SINGLE_READS` of them, all pods are read. */
async function readCapacity(reads: OnDemandReads, { all, wanted }: CapacityQuery, run: RunParts): Promise<CapacityRead> {
  if (reads.namespace !== undefined) return { kind: "unread", why: `only namespace ${reads.namespace} is read, and pods of all take room` };
  const few = wanted.length > MAX_SINGLE_READS ? undefined : wanted;
  try {
    // Pods first: without the right to read them, nodes are not read either.
    const lists = wanted.length === 0 ? [] : await readPods(reads, few);
    if (lists.some(({ isCut }) => isCut)) return { kind: "unread", why: `there are more than ${MAX_PODS} pods` };
    const found = await readNodes(reads, all, wanted);
    const bound = await run(boundByNode(lists.flatMap(({ objects }) => objects)));
    return { kind: "read", allocatable: new Map(found.map(({ name, has }) => [name, has])), bound };
  } catch (error) {
    if (!(error instanceof KubeRequestError)) throw error;
    return { kind: "unread", why: `it takes the rights to list nodes and pods of all namespaces, and ${error.message}` };
  }
}

/** Reads the capacity of all nodes. */
export async function readWholeCapacity(reads: OnDemandReads, nodes: readonly string[], run: RunParts): Promise<FreeCapacityResult> {
  const found = await readCapacity(reads, { all: nodes, wanted: nodes }, run);
  if (found.kind === "unread") return { kind: "unread", message: `Priorities and free capacity are unknown: ${found.why}.` };
  return { kind: "read", room: found };
}

/** Reads the capacity of the nodes that get a pod or a larger one. */
export async function readFreeCapacity(reads: OnDemandReads, preview: Preview, run: RunParts): Promise<FreeCapacityResult> {
  const { nodes, cluster, sets } = preview;
  const wanted = await run(nodesNeedingCapacity(sets));
  const modelNodes = [...wanted].flatMap((name) => cluster.joined.get(name)?.like ?? []);
  const existing = [...new Set([...wanted, ...modelNodes])].filter((name) => nodes.now.has(name));
  const found = await readCapacity(reads, { all: [...nodes.now.keys()], wanted: existing }, run);
  if (found.kind === "unread")
    return { kind: "unread", message: `Free capacity is unknown, so Pending pods are not predicted: ${found.why}.` };
  withJoined(preview, found.allocatable);
  return { kind: "read", room: found };
}
