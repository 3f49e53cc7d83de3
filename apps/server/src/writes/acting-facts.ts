import type { Manifest } from "@daemonscope/daemonset/actions/change";
import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import type { NodeFacts } from "@daemonscope/daemonset/actions/plan-facts";
import type { StepFacts } from "@daemonscope/daemonset/actions/resolve-step";
import type { Step } from "@daemonscope/daemonset/actions/step";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { Json } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { daemonSetFactsIn, nodeFactsIn } from "../planned/object-facts.ts";
import { asManifest } from "../planned/stored-object.ts";
import type { LiveReading } from "../readings/readings.ts";
import type { ObjectReads } from "./read-objects.ts";

/** A pod of a DaemonSet, and which. */
export interface OwnedPod {
  readonly key: DaemonSetKey;
  readonly pod: PodFacts;
}

/** What a plan asks, and the objects that it was read from. */
export interface ActingFacts extends StepFacts {
  /** DaemonSets that the steps name, as the API has them, by key. */
  readonly objects: ReadonlyMap<DaemonSetKey, Json>;
  readonly pods: ReadonlyMap<string, OwnedPod>;
}

/** DaemonSets that a step writes to. */
function namedBy(step: Step): readonly { readonly namespace: string; readonly name: string }[] {
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

/** Of more nodes what is watched is believed. */
const MOST_NODES_READ = 20;

/** Nodes that steps name, as the API has them; undefined where somebody may not read them, or where there are many: then what is watched is all that is known. */
async function nodesNamed(
  steps: readonly Step[],
  reads: ObjectReads,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NodeFacts | undefined> | undefined> {
  const names = new Set(steps.flatMap((step) => ("nodes" in step && "names" in step.nodes ? step.nodes.names : [])));
  if (names.size > MOST_NODES_READ) return undefined;
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
  /** Of a simulated cluster nothing is secret: a DaemonSet that is deleted can be written down, and made again. */
  readonly keepsManifests: boolean;
}

/** Facts of the watched cluster; DaemonSets and nodes that the steps name are read anew, so that a plan expects what is there now and not what a watch had a moment ago. O(pods) where
 *  pods are deleted. Throws KubeRequestError. */
export async function actingFacts(
  { reading, cluster }: Pick<LiveReading, "reading" | "cluster">,
  steps: readonly Step[],
  { reads, keepsManifests }: FactsTools,
  signal: AbortSignal,
): Promise<ActingFacts> {
  const nodes = await nodesNamed(steps, reads, signal);
  const objects = new Map<DaemonSetKey, Json>();
  const asked = new Set<DaemonSetKey>();
  for (const { namespace, name } of steps.flatMap(namedBy)) {
    asked.add(`${namespace}/${name}`);
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
      return asked.has(key) ? undefined : watched;
    },
    hasPod: (namespace, name) => pods.has(`${namespace}/${name}`),
    manifestOf(kind, name, namespace) {
      const object = kind === "DaemonSet" && keepsManifests ? objects.get(`${namespace}/${name}`) : undefined;
      // Whoever is in a list does not say of which kind.
      return object === undefined
        ? undefined
        : (asManifest({ ...object, apiVersion: "apps/v1", kind: "DaemonSet" }) as unknown as Manifest);
    },
    podUid: (namespace, name) => pods.get(`${namespace}/${name}`)?.pod.uid,
  };
}
