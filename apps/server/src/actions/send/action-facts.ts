import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import type { StepFacts } from "@daemonscope/daemonset/actions/steps/resolve-step";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { LiveReading } from "../../readings/readings.ts";
import { daemonSetFactsIn, nodeFactsIn } from "../requests/object-facts.ts";
import { toManifest } from "../requests/to-manifest.ts";
import type { ObjectReads } from "./read-objects.ts";

/** A pod and the key of its DaemonSet. */
interface OwnedPod {
  readonly key: DaemonSetKey;
  readonly pod: PodFacts;
}

/** The input of a plan, and the objects that it was read from. */
export interface ActionFacts extends StepFacts {
  /** DaemonSets that the steps name, as returned by the API, by key. */
  readonly objects: ReadonlyMap<DaemonSetKey, Json>;
  /** By `namespace/name`; empty unless a step deletes pods. */
  readonly pods: ReadonlyMap<string, OwnedPod>;
  /** The controller that replaces the pods of a DaemonSet under OnDelete. */
  managedBy(key: DaemonSetKey): UpgradeController | undefined;
}

/** Returns the DaemonSets that a step writes to. */
function daemonSetsOf(step: Step): readonly { readonly namespace: string; readonly name: string }[] {
  switch (step.kind) {
    case "edit":
    case "delete":
      return [{ namespace: step.namespace, name: step.name }];
    case "apply": {
      const { namespace = "default", name } = step.manifest.metadata;
      return [{ namespace, name }];
    }
    default:
      return [];
  }
}

/** Above this number of nodes the watched state is used without a read. */
const MAX_NODES_READ = 20;

/**
 * Reads the nodes that steps name. Returns undefined if the user may not read them, or if there are too many: then the
 * watched state is used.
 */
async function readNamedNodes(
  steps: readonly Step[],
  reads: ObjectReads,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NodeFacts | undefined> | undefined> {
  const names = new Set(steps.flatMap((step) => ("nodes" in step && "names" in step.nodes ? step.nodes.names : [])));
  if (names.size > MAX_NODES_READ) return undefined;
  try {
    const read = async (name: string) => [name, await reads.one("nodes", undefined, name, signal)] as const;
    const objects = await Promise.all([...names].map(read));
    return new Map(objects.map(([name, object]) => [name, object === undefined ? undefined : nodeFactsIn(object)]));
  } catch (error) {
    if (error instanceof KubeRequestError && error.code === "forbidden") return undefined;
    throw error;
  }
}

interface FactsTools {
  readonly reads: ObjectReads;
  /** A simulated cluster has no secrets, so that a deleted DaemonSet can be stored and created again. */
  readonly keepsManifests: boolean;
}

/**
 * Returns facts of the watched cluster. Reads the DaemonSets and nodes that the steps name again, so that a plan does
 * not rely on a stale watch. O(pods) if pods are deleted. Throws KubeRequestError.
 */
export async function readActionFacts(
  { reading, cluster }: Pick<LiveReading, "reading" | "cluster">,
  steps: readonly Step[],
  { reads, keepsManifests }: FactsTools,
  signal: AbortSignal,
): Promise<ActionFacts> {
  const nodes = await readNamedNodes(steps, reads, signal);
  const objects = new Map<DaemonSetKey, Json>();
  const readKeys = new Set<DaemonSetKey>();
  for (const { namespace, name } of steps.flatMap(daemonSetsOf)) {
    readKeys.add(`${namespace}/${name}`);
    const object = await reads.one("daemonsets", namespace, name, signal);
    if (object !== undefined) objects.set(`${namespace}/${name}`, object);
  }
  const pods = new Map<string, OwnedPod>();
  if (steps.some(({ kind }) => kind === "deletePods"))
    for (const owned of reading.pods()) pods.set(`${owned.pod.namespace}/${owned.pod.name}`, owned);
  return {
    cluster,
    gates: reading.gates,
    objects,
    pods,
    node: (name) => (nodes?.has(name) === true ? nodes.get(name) : reading.nodeRecord(name)),
    nodes: () => reading.nodes().map((node) => nodes?.get(node.name) ?? node),
    daemonSetKeys: () => reading.daemonSetKeys(),
    daemonSet(namespace, name) {
      const key = `${namespace}/${name}`;
      const object = objects.get(key);
      const record = reading.daemonSetRecord(key);
      const watched = record === undefined ? undefined : daemonSetFactsOf(record);
      const read = object === undefined ? undefined : daemonSetFactsIn(object);
      if (read !== undefined) return { ...watched, ...read };
      return readKeys.has(key) ? undefined : watched;
    },
    managedBy: (key) => reading.daemonSetRecord(key)?.managedBy?.controller,
    hasPod: (namespace, name) => pods.has(`${namespace}/${name}`),
    manifestOf(kind, name, namespace) {
      const object = kind === "DaemonSet" && keepsManifests ? objects.get(`${namespace}/${name}`) : undefined;
      // Items of a list have no kind and apiVersion.
      return object === undefined
        ? undefined
        : (toManifest({ ...object, apiVersion: "apps/v1", kind: "DaemonSet" }) as unknown as Manifest);
    },
    podUid: (namespace, name) => pods.get(`${namespace}/${name}`)?.pod.uid,
  };
}
