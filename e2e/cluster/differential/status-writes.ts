import { deriveCounts } from "@daemonscope/daemonset/counts/derive-counts";
import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { setFactsOf } from "@daemonscope/daemonset/model/daemon-set-entry";
import type { Pair } from "@daemonscope/daemonset/model/pair";
import { compilePlacement } from "@daemonscope/daemonset/placement/compile-placement";
import { comparePods, isGone, type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import type { KubeControllerRevision, KubeDaemonSet, KubeNode } from "@daemonscope/kube/objects";
import { decodeControllerRevision } from "@daemonscope/server/cluster/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/server/cluster/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/server/cluster/decode/decode-node";
import { decodePod } from "@daemonscope/server/cluster/decode/decode-pod";
import type { Decoded } from "@daemonscope/server/cluster/decode/decoded";
import { controllerUid, type RawEvent, type RawMirror } from "./raw-mirror.ts";

/** What came of holding every status that the controller wrote against the counts that we derive. */
export interface WritesJudged {
  readonly matched: number;
  /** Not ours to judge, with the reason. */
  readonly unjudged: readonly string[];
  readonly mismatches: readonly string[];
}

interface Version<T> {
  readonly version: number;
  readonly type: RawEvent["type"];
  readonly object: T;
}

const decodedOf = <T>(events: readonly RawEvent[], decode: (value: unknown) => Decoded<T>): readonly Version<T>[] =>
  events.flatMap(({ type, object, version }) => {
    const decoded = decode(object);
    return "object" in decoded ? [{ version, type, object: decoded.object }] : [];
  });

/** What stood at a version, by uid. */
function standing<T extends { readonly metadata: { readonly uid: string } }>(versions: readonly Version<T>[], at: number): readonly T[] {
  const objects = new Map<string, T>();
  for (const { version, type, object } of versions) {
    if (version > at) break;
    if (type === "DELETED") objects.delete(object.metadata.uid);
    else objects.set(object.metadata.uid, object);
  }
  return [...objects.values()];
}

const tupleOf = (object: KubeDaemonSet): string =>
  JSON.stringify([object.status.observedGeneration, ...COUNT_FIELDS.map((field) => object.status[field])]);

/** How far back a cache of the controller may be, in changes of its kind. */
const NODE_STATES = 10;
const POD_STATES = 120;

interface Facts {
  readonly nodes: readonly Version<KubeNode>[];
  readonly pods: readonly Version<PodFacts & { readonly metadata: { readonly uid: string } }>[];
  readonly revisions: readonly Version<KubeControllerRevision>[];
}

/** Says whether some state that the controller can have seen before a write gives the counts that it wrote. Its caches lag, each kind by itself: the nodes
 *  are those that the sync began with, the pods newer; so every pair of recent states is tried. */
function explains(write: KubeDaemonSet, version: number, spec: KubeDaemonSet, facts: Facts, timesMs: readonly number[]): boolean {
  const { facts: set } = setFactsOf(spec, standing(facts.revisions, version - 1));
  const versionsBefore = (versions: readonly { readonly version: number }[], limit: number): readonly number[] =>
    versions
      .map((each) => each.version)
      .filter((each) => each < version)
      .slice(-limit)
      .reverse()
      .concat(0);
  const podVersions = versionsBefore(facts.pods, POD_STATES);
  const verdictOn = compilePlacement(spec.spec.template);
  for (const nodesAt of versionsBefore(facts.nodes, NODE_STATES)) {
    const verdicts = standing(facts.nodes, nodesAt).map((node) => {
      const placed = { name: node.metadata.name, labels: node.metadata.labels ?? {}, taints: node.spec.taints };
      return [node.metadata.name, verdictOn(placed)] as const;
    });
    for (const podsAt of podVersions) {
      const pods = standing(facts.pods, podsAt).filter((pod) => !isGone(pod));
      const pairs: Pair[] = verdicts.map(([node, verdict]) => ({
        node,
        verdict,
        nodeUnready: false,
        pods: pods.filter((pod) => pod.node === node).sort(comparePods),
      }));
      for (const nowMs of timesMs) {
        const derived = deriveCounts(pairs, set, nowMs);
        if (COUNT_FIELDS.every((field) => derived[field] === write.status[field])) return true;
      }
    }
  }
  return false;
}

/** When a status was written, by the API server's own note: whole seconds. */
function writtenAtMs({ object }: RawEvent): number | undefined {
  const note = object.metadata.managedFields?.find(
    ({ manager, subresource }) => manager === "kube-controller-manager" && subresource === "status",
  );
  return note?.time === undefined ? undefined : Date.parse(note.time);
}

/** Holds every status write of every DaemonSet that raw watches saw against our counts at that version (rules C6–C9). */
export function judgeStatusWrites(mirror: RawMirror): WritesJudged {
  const nodes = decodedOf(mirror.events("nodes"), decodeNode);
  const revisions = decodedOf(mirror.events("controllerrevisions"), decodeControllerRevision);
  const sets = mirror.events("daemonsets");
  let matched = 0;
  const unjudged: string[] = [];
  const mismatches: string[] = [];
  for (const uid of new Set(sets.map(({ object }) => object.metadata.uid))) {
    const events = sets.filter(({ object, type }) => object.metadata.uid === uid && type !== "DELETED");
    const versions = decodedOf(events, decodeDaemonSet);
    const facts: Facts = {
      nodes,
      revisions: revisions.filter(({ object }) => object.metadata.ownerReferences?.some((owner) => owner.uid === uid)),
      pods: decodedOf(
        mirror.events("pods").filter(({ object }) => controllerUid(object) === uid),
        decodePod,
      ).flatMap(({ object, ...version }) => {
        const pod = podFactsOf(object);
        return pod === undefined ? [] : [{ ...version, object: { ...pod, metadata: { uid: pod.uid } } }];
      }),
    };
    let before = "";
    versions.forEach(({ object, version }, at) => {
      const tuple = tupleOf(object);
      const isNew = tuple !== before;
      before = tuple;
      const { observedGeneration } = object.status;
      if (!isNew || observedGeneration === 0) return;
      const raw = events[at];
      const atMs = raw === undefined ? undefined : writtenAtMs(raw);
      const { minReadySeconds } = object.spec;
      if (minReadySeconds > 0 && atMs === undefined) {
        unjudged.push(`${object.metadata.name}@${version}: nobody noted when it was written`);
        return;
      }
      const timesMs = minReadySeconds === 0 || atMs === undefined ? [0] : [-1000, 0, 500, 1000, 1500, 2000].map((offset) => atMs + offset);
      // A status may be written of a newer spec than it claims to have observed: while creates and deletes are awaited.
      const specs = versions.slice(0, at + 1).filter((each) => (each.object.metadata.generation ?? 0) >= observedGeneration);
      const distinct = [...new Map(specs.map((each) => [each.object.metadata.generation, each.object])).values()].reverse();
      if (distinct.some((spec) => explains(object, version, spec, facts, timesMs))) matched++;
      else mismatches.push(`${object.metadata.name}@${version} wrote ${tuple}`);
    });
  }
  return { matched, unjudged, mismatches };
}
