import { createServer, type ServerResponse } from "node:http";
import { shardHash } from "@daemonscope/server/watch/fast/pod-workers/shard-hash";
import {
  bookmark,
  daemonSet,
  FIRST_VERSION,
  type Form,
  LISTED_VERSION,
  nodeFrames,
  nodeName,
  type PodStep,
  podFrames,
  podUid,
  revision,
  type SetStatus,
  setName,
  uidOf,
  type WatchType,
} from "./fleet-objects.ts";
import { FleetRollout, type RolloutStep } from "./fleet-rollout.ts";
import { answerLines, listen, print } from "./program.ts";

/**
 * An API server of a generated large cluster, in protobuf or JSON as requested, without any object in memory. It
 * streams lists. A line on its standard input sets the rates per second: heartbeats of nodes, pods that are sent
 * unchanged, and pods whose state changes. `rollout` starts a rollout of the first DaemonSet with that number of pods a
 * second. It answers with the number of events sent.
 */
const NODES = Number(process.argv[2] ?? 1000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
/**
 * The first DaemonSet's status reports a rollout with half of its nodes to go. The server then sends frames at the rate
 * of a rollout.
 */
const IS_ROLLING = process.argv[4] === "rolling";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const EVENTS_PER_WRITE = 40;
const STATUS_EVERY_MS = 200;

const encoderOf = (form: Form) => {
  const pods = (type: WatchType, step: PodStep, revisionIndex: 0 | 1 = 0) => podFrames(DAEMON_SETS, form, type, step, revisionIndex);
  return {
    node: { added: nodeFrames(form, "ADDED"), again: nodeFrames(form, "MODIFIED") },
    pod: { added: pods("ADDED", "ready"), again: pods("MODIFIED", "ready"), unready: pods("MODIFIED", "unready") },
    /** The initial pods of lists and watches, by the state of the rollout. */
    rolled: {
      terminating: pods("ADDED", "terminating"),
      gone: () => NOTHING,
      created: pods("ADDED", "pending", 1),
      running: pods("ADDED", "unready", 1),
      ready: pods("ADDED", "ready", 1),
    } satisfies Record<RolloutStep, unknown>,
    rollout: {
      terminating: pods("MODIFIED", "terminating"),
      gone: pods("DELETED", "terminating"),
      created: pods("ADDED", "pending", 1),
      running: pods("MODIFIED", "unready", 1),
      ready: pods("MODIFIED", "ready", 1),
    } satisfies Record<RolloutStep, unknown>,
  };
};
const NOTHING = Buffer.alloc(0);
const encoders = { protobuf: encoderOf("protobuf"), json: encoderOf("json"), item: encoderOf("item") };

let rollout: FleetRollout | undefined;
/**
 * Returns a pod for a list or for the start of a watch. Returns no bytes while the rollout has deleted it and created
 * no other.
 */
function podNow(form: Form, at: number): Buffer {
  const step = at % DAEMON_SETS === 0 ? rollout?.stepOf(Math.floor(at / DAEMON_SETS)) : undefined;
  return (step === undefined ? encoders[form].pod.added : encoders[form].rolled[step])(at, FIRST_VERSION + at);
}

function statusOf(set: number): SetStatus {
  if (set === 0 && rollout !== undefined) return { generation: 2, version: version++, ...rollout.counts };
  return { generation: 1, version: 100 + set, updated: IS_ROLLING && set === 0 ? NODES / 2 : NODES, ready: NODES };
}
const daemonSets = () => Array.from({ length: DAEMON_SETS }, (_value, set) => daemonSet(set, NODES, statusOf(set)));
const revisions = () => [
  ...Array.from({ length: DAEMON_SETS }, (_value, set) => revision(set, 0)),
  ...(rollout === undefined ? [] : [revision(0, 1)]),
];

/** Sends all objects in pieces, as the socket accepts them. */
async function sendAll(response: ServerResponse, count: number, between: string, partOf: (at: number) => Buffer, from = 0): Promise<void> {
  let isFirst = true;
  for (let at = from; at < count && !response.destroyed; at += EVENTS_PER_WRITE) {
    const parts: Buffer[] = [];
    for (let each = at; each < Math.min(at + EVENTS_PER_WRITE, count); each++) {
      const part = partOf(each);
      if (part.length === 0) continue;
      if (!isFirst && between !== "") parts.push(Buffer.from(between));
      isFirst = false;
      parts.push(part);
    }
    if (parts.length > 0 && !response.write(Buffer.concat(parts))) await new Promise<void>((done) => response.once("drain", () => done()));
  }
}

/** Reports whether a uid belongs to a shard, by the API server's rule. */
function inShard(selector: string): (uid: string) => boolean {
  const [, from = "", to = ""] = /'0x([0-9a-f]+)', '0x([0-9a-f]+)'/.exec(selector) ?? [];
  const [least, most] = [Number.parseInt(from.slice(0, -8), 16), Number.parseInt(to.slice(0, -8), 16)];
  return (uid) => {
    const hash = shardHash(uid);
    return hash >= least && hash < most;
  };
}

/** A watch, its encoding and the uids that it receives. */
interface Watcher {
  readonly form: "protobuf" | "json";
  readonly isInShard: (uid: string) => boolean;
}
const watchers: Record<"nodes" | "pods", Map<ServerResponse, Watcher>> = { nodes: new Map(), pods: new Map() };
/** Watches of small kinds, in JSON. */
const plainWatchers = { daemonsets: new Set<ServerResponse>(), controllerrevisions: new Set<ServerResponse>() };
const line = (type: WatchType, object: object): string => `${JSON.stringify({ type, object })}\n`;

/** Answers for a kind with few or no objects. */
function answerFew(response: ServerResponse, pathname: string, isWatch: boolean, beginsWithAll: boolean): void {
  const kind = pathname.endsWith("/daemonsets")
    ? "daemonsets"
    : pathname.endsWith("/controllerrevisions")
      ? "controllerrevisions"
      : undefined;
  const items = kind === "daemonsets" ? daemonSets() : kind === "controllerrevisions" ? revisions() : [];
  response.setHeader("content-type", "application/json");
  if (!isWatch) return void response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: String(LISTED_VERSION) }, items }));
  response.flushHeaders();
  if (beginsWithAll) {
    for (const object of items) response.write(line("ADDED", object));
    response.write(
      `${JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: String(LISTED_VERSION), annotations: { "k8s.io/initial-events-end": "true" } } } })}\n`,
    );
  }
  if (kind === undefined) return;
  plainWatchers[kind].add(response);
  response.on("close", () => plainWatchers[kind].delete(response));
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
  // With several clusters, each has a prefix and a separate identity.
  const [, cluster = "0"] = /^\/cluster\/(\d+)\//.exec(pathname) ?? [];
  if (pathname.endsWith("/namespaces/kube-system")) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ kind: "Namespace", metadata: { name: "kube-system", uid: uidOf("c", Number(cluster)) } }));
  }
  if (pathname.endsWith("/version")) return response.end(JSON.stringify({ gitVersion: "v1.36.3", major: "1", minor: "36" }));
  if (pathname.endsWith("/livez") || pathname.endsWith("/readyz")) return response.end("ok");
  const isWatch = ["true", "1"].includes(searchParams.get("watch") ?? "");
  const beginsWithAll = searchParams.get("sendInitialEvents") === "true";
  const kind = pathname.endsWith("/pods") ? "pods" : pathname.endsWith("/nodes") ? "nodes" : undefined;
  if (kind === undefined) return answerFew(response, pathname, isWatch, beginsWithAll);
  const selector = searchParams.get("shardSelector");
  const isInShard = selector === null ? () => true : inShard(selector);
  const form = (request.headers.accept ?? "").includes(PROTOBUF) ? "protobuf" : "json";
  const count = kind === "pods" ? NODES * DAEMON_SETS : NODES;
  const partOf = (partForm: Form) => (at: number) =>
    kind === "nodes" ? encoders[partForm].node.added(at, FIRST_VERSION + at) : isInShard(podUid(at)) ? podNow(partForm, at) : NOTHING;
  if (!isWatch) {
    response.setHeader("content-type", "application/json");
    const from = Number(searchParams.get("continue") ?? 0);
    const until = Math.min(count, from + Number(searchParams.get("limit") ?? count));
    const metadata = {
      resourceVersion: String(LISTED_VERSION),
      ...(selector === null ? {} : { shardInfo: { selector } }),
      ...(until < count ? { continue: String(until) } : {}),
    };
    // A list of a shard only tests whether the server supports shards.
    if (selector !== null) return response.end(JSON.stringify({ kind: "PodList", metadata, items: [] }));
    response.write(
      `{"kind":"${kind === "pods" ? "PodList" : "NodeList"}","apiVersion":"v1","metadata":${JSON.stringify(metadata)},"items":[`,
    );
    return void sendAll(response, until, ",", partOf("item"), from).then(() => response.end("]}"));
  }
  response.setHeader("content-type", form === "protobuf" ? `${PROTOBUF};stream=watch` : "application/json");
  response.flushHeaders();
  const watch = watchers[kind];
  response.on("close", () => watch.delete(response));
  const begun = beginsWithAll
    ? sendAll(response, count, "", partOf(form)).then(() => void response.write(bookmark(form, kind === "pods" ? "Pod" : "Node")))
    : Promise.resolve();
  void begun.then(() => watch.set(response, { form, isInShard }));
  return undefined;
});

let version = LISTED_VERSION + 1;
let eventCount = 0;
/**
 * `atOnce`: this number of pods become unready one after the other, and then ready again in the same order. `sets`: the
 * number of DaemonSets whose pods change. `sampleEvery`: one of this number of changes is reported with its sending
 * time.
 */
const NO_CHANGES = { nodes: 0, pods: 0, changes: 0, atOnce: 500, sets: DAEMON_SETS, sampleEvery: 0, listUnready: false };
let rates = NO_CHANGES;
const TURN_MS = 5;
/**
 * After a turn that was this late, the overdue events are not sent. The rate was missed, and the number sent shows it.
 */
const MOST_OWED_MS = 200;
const sent = { nodes: 0, pods: 0, changes: 0, rollout: 0 };
const owed = { nodes: 0, pods: 0, changes: 0 };
const PODS = NODES * DAEMON_SETS;
/** Pods by number; pods of one node are consecutive, one per DaemonSet. */
const unready = new Set<number>();
/** The sampled changes since the last input line. */
let samples: { readonly node: string; readonly daemonSet: string; readonly isReady: boolean; readonly atMs: number }[] = [];
const placeOf = (pod: number) => ({
  node: nodeName(Math.floor(pod / DAEMON_SETS)),
  daemonSet: `kube-system/${setName(pod % DAEMON_SETS)}`,
});

/** An event, in the encoding of a watch. */
interface EncodedEvent {
  readonly uid: string;
  readonly frame: (form: "protobuf" | "json") => Buffer;
}
function sendEvents(kind: "nodes" | "pods", events: readonly EncodedEvent[]): void {
  for (const [each, { form, isInShard }] of watchers[kind])
    each.write(Buffer.concat(events.flatMap(({ frame, uid }) => (isInShard(uid) ? [frame(form)] : []))));
}
function podEvent(kind: "again" | "unready", at: number): EncodedEvent {
  const eventVersion = version++;
  return { uid: podUid(at), frame: (form) => encoders[form].pod[kind](at, eventVersion) };
}

let changed = 0;
let changedSets = DAEMON_SETS;
function change(): EncodedEvent {
  const { atOnce, sets } = rates;
  // With another number of DaemonSets, a new round starts, in which pods first become unready.
  if (sets !== changedSets) changed = Math.ceil(changed / (2 * atOnce)) * 2 * atOnce;
  changedSets = sets;
  const at = changed++;
  const pairIndex = ((Math.floor(at / (2 * atOnce)) * atOnce + (at % atOnce)) * 7919) % (NODES * sets);
  const pod = Math.floor(pairIndex / sets) * DAEMON_SETS + (pairIndex % sets);
  const isReady = at % (2 * atOnce) >= atOnce;
  if (isReady) unready.delete(pod);
  else unready.add(pod);
  if (rates.sampleEvery > 0 && at % rates.sampleEvery === 0)
    samples.push({ ...placeOf(pod), isReady, atMs: performance.timeOrigin + performance.now() });
  return podEvent(isReady ? "again" : "unready", pod);
}
const next = {
  nodes: (): EncodedEvent => {
    const [at, eventVersion] = [(eventCount * 7919) % NODES, version++];
    return { uid: "", frame: (form) => encoders[form].node.again(at, eventVersion) };
  },
  pods: () => podEvent("again", (eventCount * 7919) % PODS),
  changes: change,
};
let lastMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  const passedMs = Math.min(MOST_OWED_MS, nowMs - lastMs);
  lastMs = nowMs;
  for (const kind of ["nodes", "pods", "changes"] as const) {
    owed[kind] += ((rates[kind] ?? 0) * passedMs) / 1000;
    const events: EncodedEvent[] = [];
    for (; owed[kind] >= 1; owed[kind]--, eventCount++) events.push(next[kind]());
    if (events.length === 0) continue;
    sendEvents(kind === "nodes" ? "nodes" : "pods", events);
    sent[kind] += events.length;
  }
  playRollout(nowMs);
}, TURN_MS);

/** The start of the rollout, and the greatest delay of its turns. */
let rolledFromMs = 0;
let lateMs = 0;
let statusMs = 0;
let isLastStepSent = false;
function beginRollout(podsPerSecond: number): void {
  rollout = new FleetRollout(NODES, podsPerSecond);
  rolledFromMs = performance.now();
  lastPlayedMs = rolledFromMs;
  for (const each of plainWatchers.controllerrevisions) each.write(line("ADDED", revision(0, 1)));
  sendStatus();
}
function sendStatus(): void {
  const object = daemonSet(0, NODES, statusOf(0));
  for (const each of plainWatchers.daemonsets) each.write(line("MODIFIED", object));
}
let lastPlayedMs = 0;
function playRollout(nowMs: number): void {
  if (rollout === undefined || isLastStepSent) return;
  lateMs = Math.max(lateMs, nowMs - lastPlayedMs - TURN_MS);
  lastPlayedMs = nowMs;
  const events: EncodedEvent[] = [];
  for (const { node, step } of rollout.until(nowMs - rolledFromMs)) {
    const [at, eventVersion] = [node * DAEMON_SETS, version++];
    events.push({
      uid: podUid(at, step === "terminating" || step === "gone" ? 0 : 1),
      frame: (form) => encoders[form].rollout[step](at, eventVersion),
    });
  }
  if (events.length > 0) sendEvents("pods", events);
  sent.rollout += events.length;
  isLastStepSent = rollout.isOver;
  if (!isLastStepSent && nowMs - statusMs < STATUS_EVERY_MS) return;
  statusMs = nowMs;
  sendStatus();
}

print({ port: await listen(server) });
await answerLines((text) => {
  const request = JSON.parse(text) as Partial<typeof rates> & { readonly rollout?: number; readonly burst?: number };
  if (request.rollout !== undefined) beginRollout(request.rollout);
  else if (request.burst !== undefined) sendEvents("pods", Array.from({ length: request.burst }, change));
  else rates = { ...NO_CHANGES, ...request };
  const isOver = rollout?.isOver === true;
  const answer = { ...sent, samples, lateMs, isOver, ...(rates.listUnready ? { unready: [...unready].map(placeOf) } : {}) };
  samples = [];
  return answer;
});
