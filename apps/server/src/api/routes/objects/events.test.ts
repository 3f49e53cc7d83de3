import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

interface EventParts {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly at: string;
  readonly namespace?: string;
  readonly involvedUid?: string;
  readonly version?: string;
}

const eventJson = ({ uid, kind, name, at, namespace = "kube-system", involvedUid, version = "1" }: EventParts) => ({
  metadata: { name: uid, namespace, uid, resourceVersion: version, creationTimestamp: at },
  involvedObject: { kind, name, namespace, ...(involvedUid === undefined ? {} : { uid: involvedUid }) },
  type: "Warning",
  reason: "Failed",
  message: `about ${name} <b>`,
  count: 2,
  firstTimestamp: "2026-01-01T00:00:00Z",
  lastTimestamp: at,
  source: { component: "kubelet" },
});

/** Starts our server and an API server with these events, which selects by namespace, kind and name as a real one does.
 *  `status`: refuses if it is not 200. `next`: the `continue` token of its answers. */
async function serverWithEvents(events: readonly EventParts[], status = 200, next?: string) {
  const api = await startRawApiServer(({ path, query }, response) => {
    if (status !== 200) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ kind: "Status", message: "events is forbidden" }));
      return;
    }
    const fields = new Map((query.get("fieldSelector") ?? "").split(",").map((part) => part.split("=") as [string, string]));
    const namespace = /namespaces\/([^/]+)/.exec(path)?.[1];
    const items = events.filter(
      (each) =>
        each.kind === fields.get("involvedObject.kind") &&
        (fields.get("involvedObject.name") ?? each.name) === each.name &&
        (namespace ?? each.namespace ?? "kube-system") === (each.namespace ?? "kube-system"),
    );
    response.end(
      JSON.stringify({
        kind: "EventList",
        metadata: { resourceVersion: "9", continue: items.length > 0 ? next : undefined },
        items: items.map(eventJson),
      }),
    );
  });
  started.push(api);
  return { api, ...serverOnManualTime({ apiServer: api.url }) };
}

const uids = (answer: { readonly events: readonly { readonly uid: string }[] }) => answer.events.map(({ uid }) => uid);

describe("events", () => {
  it("of a DaemonSet are its own and those of its pods, newest first, also of deleted pods", async () => {
    const { get } = await serverWithEvents([
      { uid: "old", kind: "DaemonSet", name: "logs", at: "2026-01-01T00:00:01Z" },
      { uid: "new", kind: "Pod", name: "logs-abcde", at: "2026-01-01T00:00:02Z" },
      { uid: "other", kind: "Pod", name: "logs-more-abcde", at: "2026-01-01T00:00:03Z" },
      { uid: "elsewhere", kind: "Pod", name: "logs-abcde", at: "2026-01-01T00:00:03Z", namespace: "default" },
    ]);
    const answer = (await get("/api/events?namespace=kube-system&daemonSet=logs")).json();
    expect(uids(answer)).toEqual(["new", "old"]);
    expect(answer.events[0]).toEqual({
      uid: "new",
      type: "Warning",
      reason: "Failed",
      message: "about logs-abcde <b>",
      count: 2,
      firstSeenMs: Date.UTC(2026, 0, 1),
      lastSeenMs: Date.UTC(2026, 0, 1, 0, 0, 2),
      kind: "Pod",
      namespace: "kube-system",
      name: "logs-abcde",
      component: "kubelet",
      daemonSet: "kube-system/logs",
    });
    expect(answer).toMatchObject({ total: 2, isCut: false, unread: [] });
  });

  it("of one second are in the order of their writes", async () => {
    const versions = ["9", "101", "100"];
    const at = "2026-01-01T00:00:01Z";
    const { get } = await serverWithEvents(versions.map((version) => ({ uid: version, kind: "DaemonSet", name: "logs", at, version })));
    expect(uids((await get("/api/events?namespace=kube-system&daemonSet=logs")).json())).toEqual(["101", "100", "9"]);
  });

  it("of a node are its own; of the cluster, those of DaemonSets, their pods and nodes", async () => {
    const { get } = await serverWithEvents([
      { uid: "n1", kind: "Node", name: "n1", at: "2026-01-01T00:00:01Z", namespace: "default" },
      { uid: "n2", kind: "Node", name: "n2", at: "2026-01-01T00:00:02Z", namespace: "default" },
      { uid: "set", kind: "DaemonSet", name: "logs", at: "2026-01-01T00:00:03Z" },
      { uid: "job", kind: "Pod", name: "job-x", at: "2026-01-01T00:00:04Z" },
    ]);
    expect(uids((await get("/api/events?node=n1")).json())).toEqual(["n1"]);
    expect(uids((await get("/api/events")).json())).toEqual(["set", "n2", "n1"]);
    expect((await get("/api/events?node=n9")).json()).toMatchObject({ code: "NodeNotFound" });
    expect((await get("/api/events?namespace=kube-system")).statusCode).toBe(400);
  });

  it("are limited to the newest thousand, with the total and whether the list is incomplete", async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
    const many = Array.from({ length: 1200 }, (_, each) => ({ uid: `e${each}`, kind: "DaemonSet", name: "logs", at: at(each) }));
    const { get } = await serverWithEvents(many);
    const answer = (await get("/api/events?namespace=kube-system&daemonSet=logs")).json();
    expect(answer).toMatchObject({ total: 1200, isCut: false, unread: [] });
    expect(answer.events).toHaveLength(1000);
    expect([answer.events[0].uid, answer.events.at(-1).uid]).toEqual(["e1199", "e200"]);
    const cut = await serverWithEvents(many, 200, "more");
    expect((await cut.get("/api/events?namespace=kube-system&daemonSet=logs")).json()).toMatchObject({ isCut: true });
  });

  it("report a missing right with a kubectl command", async () => {
    const { get } = await serverWithEvents([], 403);
    const answer = (await get("/api/events?namespace=kube-system&daemonSet=logs")).json();
    expect(answer.events).toEqual([]);
    expect(answer.unread).toHaveLength(1);
    expect(answer.unread[0]).toContain("events is forbidden");
    expect(answer.unread[0]).toContain("kubectl auth can-i list events -n kube-system");
  });

  it("are read once for concurrent requests", async () => {
    const { get, api } = await serverWithEvents([]);
    await Promise.all([1, 2, 3].map(() => get("/api/events?node=n1")));
    expect(api.requests).toHaveLength(1);
  });
});
