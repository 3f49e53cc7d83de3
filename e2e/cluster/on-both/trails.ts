import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { ownerOf, podName, withoutNewerWords } from "./picture.ts";

interface WatchLine {
  readonly type: string;
  readonly object: JsonObject;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const read = (lines: readonly string[]): readonly WatchLine[] =>
  lines.map((line) => JSON.parse(line) as WatchLine).filter(({ type }) => type === "ADDED" || type === "MODIFIED" || type === "DELETED");

const condition = (pod: JsonObject, type: string): JsonObject =>
  listIn(objectIn(pod, "status"), "conditions")
    .filter(isJsonObject)
    .find((each) => each.type === type) ?? {};

/**
 * A daemon pod is created only where labels and taints allow it. A scheduler that refuses it because of those has not
 * received the change yet.
 */
const STALE_SCHEDULER_MESSAGE = /\b1 node\(s\) (didn't match Pod's node affinity\/selector|had untolerated taint)/;

const STAGES: readonly (readonly [string, (pod: JsonObject) => boolean])[] = [
  [
    "unschedulable",
    (pod) => {
      const { reason, message } = condition(pod, "PodScheduled");
      return reason === "Unschedulable" && !STALE_SCHEDULER_MESSAGE.test(text(message));
    },
  ],
  ["nominated", (pod) => objectIn(pod, "status").nominatedNodeName !== undefined],
  ["bound", (pod) => objectIn(pod, "spec").nodeName !== undefined],
  ["ready", (pod) => condition(pod, "Ready").status === "True"],
  ["orphaned", (pod) => ownerOf(pod).name === undefined],
  ["disrupted", (pod) => condition(pod, "DisruptionTarget").status === "True"],
  ["deleting", (pod) => objectIn(pod, "metadata").deletionTimestamp !== undefined],
];

/**
 * Returns the life of each DaemonSet's pods on each node, in the order of their creation: their images and their
 * stages. The order of nodes and all durations are left out, because chance and the machine decide them.
 */
export function podTrails(lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const pods = new Map<string, { readonly key: string; readonly seen: string[] }>();
  for (const { type, object } of read(lines)) {
    const { uid, namespace } = objectIn(object, "metadata");
    const entry = pods.get(text(uid)) ?? { key: `${text(namespace)}/${podName(object)}`, seen: [] };
    pods.set(text(uid), entry);
    const images = listIn(objectIn(object, "spec"), "containers").map((container) => text(objectIn({ container }, "container").image));
    const stages = [
      images.join("+"),
      ...STAGES.filter(([, is]) => is(object)).map(([stage]) => stage),
      ...(type === "DELETED" ? ["gone"] : []),
    ];
    for (const stage of stages) if (!entry.seen.includes(stage)) entry.seen.push(stage);
  }
  const trails: Record<string, string> = {};
  // The API server sets a deletion time before it removes a pod. The simulator does so only for a grace period.
  for (const { key, seen } of pods.values())
    trails[key] = [trails[key] ?? [], seen.join(" ").replace("deleting gone", "gone")].flat().join(", then ");
  return Object.fromEntries(Object.entries(trails).map(([key, trail]) => [key, [trail]]));
}

/** Counts whose extremes do not depend on timing. The number of pods that end or start at one moment does. */
const COUNTS = ["desiredNumberScheduled", "numberAvailable", "numberMisscheduled"] as const;

/** Returns the minimum and the maximum of each count of each DaemonSet. */
export function countSpans(lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const seen = new Map<string, number[][]>();
  for (const { type, object } of read(lines)) {
    const { namespace, name, generation } = objectIn(object, "metadata");
    const status = objectIn(object, "status");
    if (type === "DELETED" || Number(status.observedGeneration ?? 0) < Number(generation)) continue;
    const key = `${text(namespace)}/${text(name)}`;
    seen.set(key, [...(seen.get(key) ?? []), COUNTS.map((field) => Number(status[field] ?? 0))]);
  }
  return Object.fromEntries(
    [...seen].map(([key, tuples]) => [
      key,
      COUNTS.map((field, at) => {
        const values = tuples.map((tuple) => tuple[at] ?? 0);
        return `${field} ${Math.min(...values)} to ${Math.max(...values)}`;
      }),
    ]),
  );
}

const SOURCES = new Set(["daemonset-controller", "default-scheduler", "taint-eviction-controller"]);

/**
 * Returns the events of controllers and scheduler, each kind of sentence once for each object, without events that
 * existed before.
 */
export function eventSet(
  lines: readonly string[],
  podLines: readonly string[],
  before: ReadonlySet<string>,
): Readonly<Record<string, true>> {
  const names = new Map<string, string>();
  for (const { object } of read(podLines)) names.set(text(objectIn(object, "metadata").name), podName(object));
  const found = new Set<string>();
  for (const { type, object } of read(lines)) {
    // An earlier event counts if its count rises. An expired event does not.
    if (type === "DELETED" || (type === "ADDED" && before.has(text(objectIn(object, "metadata").uid)))) continue;
    if (STALE_SCHEDULER_MESSAGE.test(text(object.message))) continue;
    if (!SOURCES.has(text(objectIn(object, "source").component) || text(object.reportingComponent))) continue;
    const involved = objectIn(object, "involvedObject");
    const message = withoutNewerWords(text(object.message))
      .replace(/^\(combined from similar events\): /, "")
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
      .replace(/[a-z0-9.-]+-[a-z0-9]{5}(?![a-z0-9-])/g, (name) => names.get(name)?.replace(/@.*/, "@") ?? name);
    found.add(
      `${text(object.type)} ${text(object.reason)} ${text(involved.kind)} ${names.get(text(involved.name)) ?? text(involved.name)}: ${message}`,
    );
  }
  return Object.fromEntries([...found].map((event) => [event, true]));
}
