import { deriveCounts } from "@daemonscope/daemonset/counts/derive-counts.fixture";
import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { setFactsOf } from "@daemonscope/daemonset/model/tables/daemon-set-entry";
import type { Pair } from "@daemonscope/daemonset/pair/pair";
import { compilePlacement } from "@daemonscope/daemonset/placement/compile-placement";
import type { PlacementVerdict } from "@daemonscope/daemonset/placement/placement";
import { compareControllerOrder, isGone, type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { READY_LIFECYCLE } from "@daemonscope/daemonset/records/node-lifecycle";
import type { KubeControllerRevision, KubeDaemonSet, KubeNode } from "@daemonscope/kube/objects";
import { daemonSetOf, nodeOf, podOf, revisionOf } from "./decode-raw.ts";
import { controllerUid, type RawEvent, type RawMirror, type RawObject } from "./raw-mirror.ts";

/** The result of comparing every status that the controller wrote with our derived counts. */
export interface WritesJudged {
  readonly matched: number;
  /** Statuses that cannot be judged, with the reason. */
  readonly unjudged: readonly string[];
  readonly mismatches: readonly string[];
}

interface Version<T> {
  readonly version: number;
  readonly type: RawEvent["type"];
  readonly object: T;
}

const decodedOf = <T>(events: readonly RawEvent[], decode: (raw: RawObject) => T): readonly Version<T>[] =>
  events.map(({ type, object, version }) => ({ version, type, object: decode(object) }));

/** Returns the objects after `count` changes, by uid. */
function objectsAfter<T extends { readonly metadata: { readonly uid: string } }>(
  versions: readonly Version<T>[],
  count: number,
): readonly T[] {
  const objects = new Map<string, T>();
  for (const { type, object } of versions.slice(0, count)) {
    if (type === "DELETED") objects.delete(object.metadata.uid);
    else objects.set(object.metadata.uid, object);
  }
  return [...objects.values()];
}

const tupleOf = (object: KubeDaemonSet): string =>
  JSON.stringify([object.status.observedGeneration, ...COUNT_FIELDS.map((field) => object.status[field])]);

/** Maximum lag of a cache of the controller, in changes of its kind. */
const NODE_STATES = 10;
const POD_STATES = 120;

type PodVersion = Version<PodFacts & { readonly metadata: { readonly uid: string } }>;
interface Facts {
  readonly nodes: readonly Version<KubeNode>[];
  readonly pods: readonly PodVersion[];
  readonly revisions: readonly Version<KubeControllerRevision>[];
}

/** Number of changes of each kind that the controller had seen. */
interface Seen {
  readonly nodes: number;
  readonly pods: number;
}

const countBefore = (versions: readonly { readonly version: number }[], version: number): number => {
  const at = versions.findIndex((each) => each.version >= version);
  return at === -1 ? versions.length : at;
};

const keepsUp = (later: Seen, earlier: Seen): boolean => later.nodes >= earlier.nodes && later.pods >= earlier.pods;

/** Returns the minimal elements: those that keep up with no other element. */
const leastOf = (seen: readonly Seen[]): readonly Seen[] =>
  seen.filter(
    (each, at) => !seen.some((other, otherAt) => otherAt !== at && keepsUp(each, other) && (otherAt < at || !keepsUp(other, each))),
  );

/**
 * Returns the earliest states that the controller can have seen when it wrote a status. They are not older than the
 * states seen before. Returns none if no state explains the status. The caches of the controller lag independently, and
 * the nodes are those at the start of the sync. No cache ever goes back.
 */
function explanations(
  write: KubeDaemonSet,
  version: number,
  spec: KubeDaemonSet,
  facts: Facts,
  timesMs: readonly number[],
  earlier: readonly Seen[],
): readonly Seen[] {
  const { facts: set } = setFactsOf(spec, objectsAfter(facts.revisions, countBefore(facts.revisions, version)));
  const verdictOn = compilePlacement(spec.spec.template);
  const nodesEnd = countBefore(facts.nodes, version);
  const podsEnd = countBefore(facts.pods, version);
  const found: Seen[] = [];
  const firstNodes = Math.max(nodesEnd - NODE_STATES, Math.min(...earlier.map(({ nodes }) => nodes)));
  const firstPods = Math.max(podsEnd - POD_STATES, Math.min(...earlier.map(({ pods }) => pods)), 0);
  const podsBy = new Map<number, ReadonlyMap<string, readonly PodFacts[]>>();
  const podsAfter = (count: number): ReadonlyMap<string, readonly PodFacts[]> => {
    const known = podsBy.get(count);
    if (known !== undefined) return known;
    const byNode = new Map<string, PodFacts[]>();
    for (const pod of objectsAfter(facts.pods, count)) if (!isGone(pod)) byNode.set(pod.node, [...(byNode.get(pod.node) ?? []), pod]);
    for (const pods of byNode.values()) pods.sort(compareControllerOrder);
    podsBy.set(count, byNode);
    return byNode;
  };
  let tried = "";
  for (let nodes = firstNodes; nodes <= nodesEnd; nodes++) {
    const verdicts: readonly (readonly [string, PlacementVerdict])[] = objectsAfter(facts.nodes, nodes).map(
      ({ metadata, spec: { taints } }) => [metadata.name, verdictOn({ name: metadata.name, labels: metadata.labels ?? {}, taints })],
    );
    // A change of nodes that changes no verdict explains nothing more.
    const text = JSON.stringify([verdicts, earlier.filter((each) => each.nodes <= nodes).length]);
    if (text === tried) continue;
    tried = text;
    for (let pods = firstPods; pods <= podsEnd; pods++) {
      const seen = { nodes, pods };
      if (!earlier.some((each) => keepsUp(seen, each))) continue;
      const byNode = podsAfter(pods);
      const pairs: readonly Pair[] = verdicts.map(([node, verdict]) => ({
        node,
        verdict,
        nodeUnready: false,
        lifecycle: READY_LIFECYCLE,
        pods: byNode.get(node) ?? [],
      }));
      const isMatch = timesMs.some((nowMs) => {
        const derived = deriveCounts(pairs, set, nowMs);
        return COUNT_FIELDS.every((field) => derived[field] === write.status[field]);
      });
      if (!isMatch) continue;
      found.push(seen);
      break;
    }
  }
  return found;
}

/** Returns the time of a status write from its managed fields, in whole seconds. */
function writtenAtMs({ object }: RawEvent): number | undefined {
  const entry = object.metadata.managedFields?.find(
    ({ manager, subresource }) => manager === "kube-controller-manager" && subresource === "status",
  );
  return entry?.time === undefined ? undefined : Date.parse(entry.time);
}

/**
 * Returns the possible times of the sync that wrote a status. The time of the write and the Ready times are whole
 * seconds, and a sync takes some time.
 */
const timesOf = (atMs: number): readonly number[] => [atMs, atMs - 1000, atMs - 2000];

function podVersions(mirror: RawMirror, uid: string): readonly PodVersion[] {
  const events = mirror.events("pods").filter(({ object }) => controllerUid(object) === uid);
  return decodedOf(events, podOf).flatMap(({ object, ...version }) => {
    const pod = podFactsOf(object);
    return pod === undefined ? [] : [{ ...version, object: { ...pod, metadata: { uid: pod.uid } } }];
  });
}

/** Compares every status write of every DaemonSet in the raw watches with our counts at that version (rules C6–C9). */
export function judgeStatusWrites(mirror: RawMirror): WritesJudged {
  const nodes = decodedOf(mirror.events("nodes"), nodeOf);
  const revisions = decodedOf(mirror.events("controllerrevisions"), revisionOf);
  const sets = mirror.events("daemonsets");
  let matched = 0;
  const unjudged: string[] = [];
  const mismatches: string[] = [];
  for (const uid of new Set(sets.map(({ object }) => object.metadata.uid))) {
    const events = sets.filter(({ object, type }) => object.metadata.uid === uid && type !== "DELETED");
    const versions = decodedOf(events, daemonSetOf);
    const ownRevisions = revisions.filter(({ object }) => object.metadata.ownerReferences?.some((owner) => owner.uid === uid));
    const facts: Facts = { nodes, revisions: ownRevisions, pods: podVersions(mirror, uid) };
    let last = "";
    let seen: readonly Seen[] = [{ nodes: 0, pods: 0 }];
    versions.forEach(({ object, version }, at) => {
      const tuple = tupleOf(object);
      const isNew = tuple !== last;
      last = tuple;
      const { observedGeneration } = object.status;
      if (!isNew || observedGeneration === 0) return;
      const raw = events[at];
      const atMs = raw === undefined ? undefined : writtenAtMs(raw);
      const { minReadySeconds } = object.spec;
      if (minReadySeconds > 0 && atMs === undefined) {
        unjudged.push(`${object.metadata.name}@${version}: nobody noted when it was written`);
        return;
      }
      const timesMs = minReadySeconds === 0 || atMs === undefined ? [0] : timesOf(atMs);
      // While creates and deletes are outstanding, a status may follow from a newer spec than its `observedGeneration`.
      const specs = versions.slice(0, at + 1).filter((each) => (each.object.metadata.generation ?? 0) >= observedGeneration);
      const distinct = [...new Map(specs.map((each) => [each.object.metadata.generation, each.object])).values()];
      const explained = leastOf(distinct.flatMap((spec) => explanations(object, version, spec, facts, timesMs, seen)));
      if (explained.length === 0) {
        mismatches.push(`${object.metadata.name}@${version} wrote ${tuple}`);
        return;
      }
      matched++;
      seen = explained;
    });
  }
  return { matched, unjudged, mismatches };
}
