import type { ServerResponse } from "node:http";
import { eventLine, type Request, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { isInPartition, shardSelector } from "./pod-partition.ts";

interface Pod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly set: string;
  readonly node: string;
  readonly isReady: boolean;
  readonly version: number;
}
interface HistoryEvent {
  readonly version: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: object;
  readonly namespace: string;
  readonly uid: string;
}
type Kind = "pods" | "daemonsets";
interface Open {
  readonly kind: Kind;
  readonly takes: (event: HistoryEvent) => boolean;
  readonly response: ServerResponse;
}

const podJson = ({ uid, name, namespace, set, node, isReady, version }: Pod) => ({
  metadata: {
    uid,
    name,
    namespace,
    resourceVersion: String(version),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { "controller-revision-hash": "h1" },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: set, uid: `set-${set}`, controller: true }],
  },
  spec: { nodeName: node, containers: [{ name: "agent", image: "agent:1" }] },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: "2026-01-01T00:00:30Z" }],
    containerStatuses: [
      isReady
        ? { name: "agent", ready: true, restartCount: 0, state: { running: {} } }
        : { name: "agent", ready: false, restartCount: 3, state: { waiting: { reason: "CrashLoopBackOff", message: "back-off 40s" } } },
    ],
  },
});

const setJson = (name: string, namespace: string, version: number) => ({
  metadata: {
    uid: `set-${name}`,
    name,
    namespace,
    resourceVersion: String(version),
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "agent", image: "agent:1" }] } },
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  },
  status: { desiredNumberScheduled: 3, observedGeneration: 1 },
});

/** An API server with pods and DaemonSets that change under the control of a test, with a history that can be
 *  forgotten, and with shards or without. */
export async function startPodsServer(options: { readonly shards: boolean; readonly streams?: boolean }) {
  let version = 10;
  let forgotten = 0;
  let { shards } = options;
  const pods = new Map<string, Pod>();
  const sets = new Map<string, { readonly namespace: string; readonly json: object }>();
  const history: Record<Kind, HistoryEvent[]> = { pods: [], daemonsets: [] };
  const open = new Set<Open>();
  const forbidden = new Set<string>();

  const publish = (kind: Kind, event: HistoryEvent) => {
    history[kind].push(event);
    for (const each of open) if (each.kind === kind && each.takes(event)) each.response.write(eventLine(event.type, event.object));
  };
  const podEvents: string[] = [];
  const publishPod = (type: HistoryEvent["type"], pod: Pod) => {
    podEvents.push(`${pod.uid} ${type === "DELETED" ? "gone" : pod.isReady ? "ready" : "down"}`);
    publish("pods", { version: pod.version, type, object: podJson(pod), namespace: pod.namespace, uid: pod.uid });
  };

  const filterOf = (path: string, query: URLSearchParams) => {
    const [, namespace] = /\/namespaces\/([^/]+)\//.exec(path) ?? [];
    const selector = query.get("shardSelector");
    const shardCandidates = [1, 2, 3, 4, 5].flatMap((of) =>
      Array.from({ length: of }, (_value, at) => ({ kind: "shard" as const, at, of })),
    );
    const shard = selector === null || !shards ? undefined : shardCandidates.find(({ at, of }) => shardSelector(at, of) === selector);
    return (each: { readonly namespace: string; readonly uid: string }) =>
      (namespace === undefined || each.namespace === namespace) && (shard === undefined || isInPartition(shard, each.uid));
  };
  function answer({ path, query, isWatch }: Request, response: ServerResponse): void {
    response.writeHead(forbidden.has(path) ? 403 : 200, { "content-type": "application/json" });
    if (forbidden.has(path)) return void response.end(JSON.stringify({ kind: "Status", code: 403, message: "no" }));
    if (path === "/version")
      return void response.end(JSON.stringify({ major: "1", minor: options.streams === true ? "36" : "30", gitVersion: "v1.36.3" }));
    if (path === "/livez") return void response.end("ok");
    const kind = path.endsWith("/pods") ? "pods" : path.endsWith("/daemonsets") ? "daemonsets" : undefined;
    const takes = filterOf(path, query);
    const items: object[] =
      kind === "pods"
        ? [...pods.values()].filter(takes).map(podJson)
        : kind === "daemonsets"
          ? [...sets].filter(([uid, { namespace }]) => takes({ namespace, uid })).map(([, { json }]) => json)
          : [];
    if (!isWatch) {
      const shardInfo = shards && query.get("shardSelector") !== null ? { shardInfo: { selector: query.get("shardSelector") } } : {};
      return void response.end(JSON.stringify({ metadata: { resourceVersion: String(version), ...shardInfo }, items }));
    }
    response.flushHeaders();
    const since = query.get("resourceVersion");
    if (query.get("sendInitialEvents") === "true") {
      for (const item of items) response.write(eventLine("ADDED", item));
      const annotations = { "k8s.io/initial-events-end": "true" };
      response.write(eventLine("BOOKMARK", { metadata: { resourceVersion: String(version), annotations } }));
    } else if (kind !== undefined) {
      if (Number(since) < forgotten) return void response.end(eventLine("ERROR", { kind: "Status", code: 410, message: "too old" }));
      for (const each of history[kind]) if (each.version > Number(since) && takes(each)) response.write(eventLine(each.type, each.object));
    }
    if (kind === undefined) return;
    const entry = { kind, takes, response } as const;
    open.add(entry);
    response.on("close", () => open.delete(entry));
  }
  const raw = await startRawApiServer(answer);
  return {
    ...raw,
    pods,
    sets,
    /** All events of pods, in order. */
    podEvents,
    forbidden,
    put(pod: Omit<Pod, "version">): void {
      const type = pods.has(pod.uid) ? "MODIFIED" : "ADDED";
      const next = { ...pod, version: ++version };
      pods.set(pod.uid, next);
      publishPod(type, next);
    },
    drop(uid: string): void {
      const pod = pods.get(uid);
      if (pod === undefined) return;
      pods.delete(uid);
      publishPod("DELETED", { ...pod, version: ++version });
    },
    putSet(name: string, namespace: string): void {
      const json = setJson(name, namespace, ++version);
      sets.set(`set-${name}`, { namespace, json });
      publish("daemonsets", { version, type: "ADDED", object: json, namespace, uid: `set-${name}` });
    },
    dropSet(name: string): void {
      const set = sets.get(`set-${name}`);
      if (set === undefined) return;
      sets.delete(`set-${name}`);
      version++;
      const object = { ...set.json, metadata: { ...(set.json as { metadata: object }).metadata, resourceVersion: String(version) } };
      publish("daemonsets", { version, type: "DELETED", object, namespace: set.namespace, uid: `set-${name}` });
    },
    /** Breaks all watches of pods. With `forgets`, the history loses all earlier events. */
    cut(forgets: boolean): void {
      if (forgets) forgotten = version + 1;
      for (const { kind, response } of open) if (kind === "pods") response.destroy();
      version++;
    },
    /** From now on the selector is ignored, as by another server behind the same address. */
    ignoreShards(): void {
      shards = false;
    },
    podWatches: () => [...open].filter(({ kind }) => kind === "pods").length,
  };
}
export type PodsServer = Awaited<ReturnType<typeof startPodsServer>>;
