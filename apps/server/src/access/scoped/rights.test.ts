import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod } from "../../cluster.fixture.ts";
import { MAX_SCOPED_CLUSTERS, MAX_STREAMS_PER_USER, RIGHTS_REFRESH_MS } from "./access-control.ts";
import { fixtureRights, fixtureUser, serverWithUsers } from "./users.fixture.ts";

const other = { ...kubeDaemonSet("proxy"), metadata: { ...kubeDaemonSet("proxy").metadata, namespace: "other" } };

describe("what a user may see", () => {
  it("G27 a user without rights gets a sentence, and no route an answer", async () => {
    const { getAs } = serverWithUsers();
    for (const url of ["/api/keyframe", "/api/taints", "/api/stream", "/api/node?name=n1", "/metrics", "/metrics/daemonsets"]) {
      const { statusCode, json } = await getAs("nobody", url);
      expect([url, statusCode, json().code]).toEqual([url, 403, "NothingToSee"]);
    }
    expect((await getAs(undefined, "/api/keyframe")).statusCode).toBe(401);
    expect((await getAs(undefined, "/metrics")).statusCode).toBe(401);
    const { kind, rights } = (await getAs("nobody", "/api/rights")).json();
    expect([kind, rights.every(({ scope }: { scope: unknown }) => scope === "none")]).toEqual(["nothing", true]);
  });

  it("G28 full rights use the original model; users with equal rights share a scoped cluster, which has its own epoch", async () => {
    const { getAs, grant, rights, live } = serverWithUsers();
    grant("all", fixtureRights("all"));
    for (const name of ["a1", "a2"]) grant(name, fixtureRights(["kube-system"]));
    const epochOf = async (name: string) => (await getAs(name, "/api/keyframe")).headers["daemonscope-log"];
    expect(await epochOf("all")).toBe(live.log.state.epoch);
    expect(await epochOf("a1")).toBe(await epochOf("a2"));
    expect(await epochOf("a1")).not.toBe(live.log.state.epoch);
    expect(rights.clusterCount).toBe(1);
    const keyframe = await getAs("all", "/api/keyframe");
    const partly = await getAs("a1", "/api/keyframe", { "if-none-match": String(keyframe.headers.etag) });
    expect(partly.statusCode).toBe(200);
  });

  it("G29 without the right to list nodes no node is named: in pods, in sentences, or in requests", async () => {
    const { getAs, grant, model, tick } = serverWithUsers();
    model.apply(putPod(kubePod(kubeDaemonSet("logs"), "n3", { waiting: "kubelet-n3 said: n1 and n2 too" })));
    tick();
    grant("a", fixtureRights("all", { nodes: "none" }));
    const { head, parts } = keyframeOfText((await getAs("a", "/api/keyframe")).body);
    expect([head.nodes, parts]).toEqual([0, []]);
    expect(head.sources.nodes.state).toBe("forbidden");
    const { pods } = (await getAs("a", "/api/pods-named?text=logs")).json();
    expect(pods.length).toBe(2);
    for (const { node } of pods) expect(node).toMatch(/^node#[0-9a-f]{12}$/);
    expect((await getAs("a", "/api/node?name=n1")).json().code).toBe("NotRead");
  });

  it("G30 a user of one namespace has its DaemonSets, and counts of only these", async () => {
    const { getAs, grant, model, tick, rights } = serverWithUsers();
    model.apply(putDaemonSet(other));
    tick();
    grant("a", fixtureRights(["other"], { nodes: "all" }));
    const { head } = keyframeOfText((await getAs("a", "/api/keyframe")).body);
    expect(head.daemonSets.map(({ key }) => key)).toEqual(["other/proxy"]);
    expect((await getAs("a", "/api/daemonset-pods?namespace=kube-system&daemonSet=logs")).statusCode).toBe(404);
    expect((await getAs("a", "/api/node?name=n1")).json().daemonSets.map(({ key }: { key: string }) => key)).toEqual(["other/proxy"]);
    // Later inputs pass through the same filter.
    rights.onEvent(putDaemonSet(kubeDaemonSet("tardy")));
    rights.onEvent(putNode(kubeNode("n9")));
    rights.wake();
    tick();
    const later = (await getAs("a", "/api/keyframe")).body;
    expect(later).not.toContain("tardy");
    expect(later).toContain("n9");
  });

  it("G30 F5 changes that waited for the end of a tick are also sent to a user with limited rights", async () => {
    const { getAs, grant, tick, rights } = serverWithUsers();
    tick();
    grant("a", fixtureRights(["kube-system"], { nodes: "all" }));
    await getAs("a", "/api/keyframe");
    rights.onEvent(putNode(kubeNode("n9")));
    tick();
    expect((await getAs("a", "/api/keyframe")).body).toContain("n9");
  });

  it("G30 a kind readable in only some of the namespaces is unknown in all, because partial pods would look like missing ones", async () => {
    const { getAs, grant, model, tick } = serverWithUsers();
    model.apply(putDaemonSet(other));
    tick();
    grant("a", fixtureRights("all", { pods: ["other"] }));
    const { head } = keyframeOfText((await getAs("a", "/api/keyframe")).body);
    expect(head.sources.pods.state).toBe("forbidden");
    expect(head.daemonSets.flatMap(({ unread }) => unread)).toContain("pods");
  });

  it("G31 a revoked right ends open streams within a minute, and a granted right appears", async () => {
    const { getAs, grant, rights, time, asked } = serverWithUsers();
    grant("a", fixtureRights(["kube-system"]));
    expect((await getAs("a", "/api/keyframe")).statusCode).toBe(200);
    let ended = 0;
    rights.keep(fixtureUser("a"), await rights.scopeOf(fixtureUser("a")), { kind: "stream", size: 1, end: () => ended++ });
    grant("a", fixtureRights("none"));
    time.pass(RIGHTS_REFRESH_MS);
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
    expect(ended).toBe(1);
    expect((await getAs("a", "/api/keyframe")).json().code).toBe("NothingToSee");
    grant("a", fixtureRights("all"));
    time.pass(RIGHTS_REFRESH_MS);
    expect((await getAs("a", "/api/keyframe")).statusCode).toBe(200);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("G31 work that started under other rights ends as soon as the change is known, also during its start", async () => {
    const { getAs, grant, rights, time } = serverWithUsers();
    grant("a", fixtureRights("all"));
    const began = await rights.scopeOf(fixtureUser("a"));
    grant("a", fixtureRights(["kube-system"]));
    time.pass(RIGHTS_REFRESH_MS);
    expect((await getAs("a", "/api/keyframe")).statusCode).toBe(200);
    let ended = 0;
    rights.keep(fixtureUser("a"), began, { kind: "stream", size: 1, end: () => ended++ });
    expect(ended).toBe(1);
    rights.keep(fixtureUser("stranger"), began, { kind: "stream", size: 1, end: () => ended++ });
    expect(ended).toBe(2);
  });

  it.each(["/metrics", "/%6Detrics", "/metrics/daemonsets", "/%6Detrics/daemonsets", "/metrics%2Fdaemonsets"])(
    "G27 data of the whole cluster are refused to a user with limited rights, in every spelling of the path: %s",
    async (url) => {
      const { getAs, grant } = serverWithUsers();
      grant("a", fixtureRights(["kube-system"]));
      expect([403, 404]).toContain((await getAs("a", url)).statusCode);
      expect([403, 404]).toContain((await getAs("nobody", url)).statusCode);
    },
  );

  it("G27 with sign-in, metrics are not open to clients that reach the port of a pod", async () => {
    const { getAs } = serverWithUsers({ probesFromAnyHost: true });
    expect((await getAs(undefined, "/metrics", { host: "10.0.0.7" })).statusCode).not.toBe(200);
    expect((await getAs(undefined, "/livez", { host: "10.0.0.7" })).statusCode).toBe(200);
  });

  it("G31 unknown rights show nothing; if the cluster becomes silent later, access ends after five minutes", async () => {
    const { getAs, grant, time } = serverWithUsers();
    const silent = new KubeRequestError("timeout", "it did not answer");
    grant("a", silent);
    expect((await getAs("a", "/api/keyframe")).json().code).toBe("RightsUnknown");
    grant("a", fixtureRights(["kube-system"]));
    expect((await getAs("a", "/api/keyframe")).statusCode).toBe(200);
    grant("a", silent);
    time.pass(2 * RIGHTS_REFRESH_MS);
    expect((await getAs("a", "/api/keyframe")).statusCode).toBe(200);
    for (let minute = 0; minute < 4; minute++) {
      time.pass(RIGHTS_REFRESH_MS);
      await getAs("a", "/api/keyframe");
    }
    expect((await getAs("a", "/api/keyframe")).json().code).toBe("RightsUnknown");
  });

  it("G11 a user has a share of the limits over all sessions, and gets more after closing some", async () => {
    const { getAs, grant, rights } = serverWithUsers();
    grant("a", fixtureRights(["kube-system"]));
    await getAs("a", "/api/keyframe");
    const began = await rights.scopeOf(fixtureUser("a"));
    const second = { ...fixtureUser("a"), sessionId: "another browser" };
    await rights.rightsOf(second);
    const stream = { kind: "stream", size: 1, end: () => {} } as const;
    const unregister = rights.keep(second, began, stream);
    for (let at = 1; at < MAX_STREAMS_PER_USER.stream; at++) rights.keep(fixtureUser("a"), began, { ...stream });
    const refused = await getAs("a", "/api/stream");
    expect([refused.statusCode, refused.json().code]).toEqual([429, "TooManyOfYours"]);
    expect(() => rights.requireRoom(fixtureUser("b"), stream)).not.toThrow();
    expect(() => rights.requireRoom(fixtureUser("a"), { kind: "logs", size: MAX_STREAMS_PER_USER.logs })).not.toThrow();
    expect(() => rights.requireRoom(fixtureUser("a"), { kind: "logs", size: MAX_STREAMS_PER_USER.logs + 1 })).toThrow(/100/);
    unregister();
    expect(() => rights.requireRoom(second, stream)).not.toThrow();
  });

  it("G31 the end of a session drops the cached rights of its user at once", async () => {
    const { getAs, grant, rights, asked } = serverWithUsers();
    grant("a", fixtureRights(["kube-system"]));
    await getAs("a", "/api/keyframe");
    let ended = 0;
    rights.keep(fixtureUser("a"), await rights.scopeOf(fixtureUser("a")), { kind: "stream", size: 1, end: () => ended++ });
    rights.forget(fixtureUser("a").sessionId);
    rights.forget("of nobody");
    expect([ended, asked.length]).toEqual([1, 1]);
    await getAs("a", "/api/keyframe");
    expect(asked.length).toBe(2);
  });

  it("G32 the number of scoped clusters is limited, and a user beyond it gets an error", async () => {
    const { getAs, grant } = serverWithUsers();
    for (let at = 0; at <= MAX_SCOPED_CLUSTERS; at++) grant(`p${at}`, fixtureRights([`ns-${at}`]));
    for (let at = 0; at < MAX_SCOPED_CLUSTERS; at++) expect((await getAs(`p${at}`, "/api/keyframe")).statusCode).toBe(200);
    const { statusCode, json } = await getAs(`p${MAX_SCOPED_CLUSTERS}`, "/api/keyframe");
    expect([statusCode, json().code]).toEqual([503, "TooManyRights"]);
  });

  it("G33 on-demand reads need the rights of the user", async () => {
    const { getAs, grant } = serverWithUsers();
    grant("a", fixtureRights("all", { "pods/log": "none", services: ["other"], nodes: "none", podmetrics: "none" }));
    const problem = async (url: string) => (await getAs("a", url)).json();
    const asked = "namespace=kube-system&daemonSet=logs";
    expect((await problem(`/api/reach?${asked}`)).unread?.[0]).toMatch(/Your own rights do not cover services in namespace kube-system/);
    expect((await problem("/api/yaml?node=n1")).code).toBe("NotRead");
  });
});
