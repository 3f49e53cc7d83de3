import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import type { StepFacts } from "@daemonscope/daemonset/actions/resolve-step";
import type { Step } from "@daemonscope/daemonset/actions/step";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { Json } from "../cluster/decode/fields.ts";
import { daemonSetFactsIn } from "../planned/object-facts.ts";
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

/** Facts of the watched cluster; DaemonSets that the steps name are read anew, so that a plan expects what is there now and not what a watch had a moment ago. O(pods) where pods
 *  are deleted. Throws KubeRequestError. */
export async function actingFacts(
  { reading, cluster }: Pick<LiveReading, "reading" | "cluster">,
  steps: readonly Step[],
  reads: ObjectReads,
  signal: AbortSignal,
): Promise<ActingFacts> {
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
    node: (name) => reading.nodeRecord(name),
    nodes: () => reading.nodes(),
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
    podUid: (namespace, name) => pods.get(`${namespace}/${name}`)?.pod.uid,
  };
}
