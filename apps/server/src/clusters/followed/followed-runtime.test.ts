import { putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SessionAuthenticator } from "../../access/auth/session/session-authenticator.ts";
import { buildServer } from "../../api/build-server.ts";
import { contextOnManualTime } from "../../api/context.fixture.ts";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../../cluster.fixture.ts";
import { followedOnHeartbeats } from "../../engine/follower/followed-cluster.fixture.ts";
import { relayed, settled } from "../../engine/relay/relay.fixture.ts";
import { memoryStream } from "../../engine/stream/memory-stream.fixture.ts";
import { claimStream, StreamBlockStore } from "../../engine/stream/stream-block-store.ts";
import { LogWriter } from "../../history/log/log-writer.ts";
import { watchedWith } from "../../history/log/watched.fixture.ts";
import { PLAIN_ADDRESS } from "../../platform/address/server-address.ts";
import { ClusterSummaries } from "../cluster-summaries.ts";
import { dynamicClusters } from "../clusters.ts";
import { createFollowedRuntime, reviewsOf } from "./followed-runtime.ts";

const HOST = "127.0.0.1:7373";
const inOtherNamespace = (name: string) => {
  const made = kubeDaemonSet(name);
  return { ...made, metadata: { ...made.metadata, namespace: "other" } };
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/**
 * A cluster with DaemonSets in two namespaces, whose log is written to a stream, and a viewer with sign-in. The token
 * `of-mia` may read all of namespace other, and nothing else.
 */
async function viewer() {
  const { stream } = memoryStream();
  const lastSeq = await claimStream(stream, "a", 0, {});
  const cluster = watchedWith(
    (header, model) => new LogWriter({ header, model, store: new StreamBlockStore(stream, "a", lastSeq), maxBytes: 0, beginsAtOnce: true }),
  );
  const { consumer, live, writer, model } = cluster;
  const put = (name: string, daemonSet = kubeDaemonSet(name)) => {
    consumer(putDaemonSet(daemonSet));
    consumer(putRevision(kubeRevision(daemonSet)));
    consumer(putPod(kubePod(daemonSet, "n1")));
  };
  const flush = async () => {
    live.settle();
    await writer.flush();
  };
  for (const source of ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const) {
    model.apply({ do: "read", source: source as never });
    writer.note(model.reading.nowMs, { do: "read", source: source as never });
  }
  consumer(putNode(kubeNode("n1")));
  put("logs");
  put("proxy", inOtherNamespace("proxy"));
  await flush();
  live.beginMarks();
  await flush();

  const asked: { readonly path: string; readonly authorization: string | undefined }[] = [];
  const relay = await relayed(async ({ path, headers }, response, raw) => {
    asked.push({ path, authorization: headers.authorization });
    response.setHeader("content-type", "application/json");
    const parts: Buffer[] = [];
    for await (const part of raw) parts.push(part as Buffer);
    if (path.endsWith("selfsubjectreviews")) {
      response.statusCode = 201;
      return void response.end(JSON.stringify({ status: { userInfo: { username: "mia", groups: [] } } }));
    }
    if (path.endsWith("selfsubjectaccessreviews")) {
      const { spec } = JSON.parse(Buffer.concat(parts).toString("utf8"));
      const { namespace, resource } = spec.resourceAttributes;
      response.statusCode = 201;
      return void response.end(JSON.stringify({ status: { allowed: namespace === "other" || resource === "nodes" } }));
    }
    response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "1" }, items: [] }));
  });
  const relayServer = relay.collector("a");
  const { cluster: followedCluster, beat: sendHeartbeatAt } = followedOnHeartbeats({
    stream,
    timers: relay.time.timers,
    wallNowMs: () => cluster.time.nowMs() + 5000,
  });
  const followed = { stream: "prod", name: "prod", cluster: followedCluster, asks: relay.client };
  const part = createFollowedRuntime(followed, { build: "test", signsIn: true, acting: undefined, onProblem: () => undefined });
  followedCluster.begin();
  const sendHeartbeat = () => sendHeartbeatAt(cluster.time.nowMs(), live.log.state.seq);
  sendHeartbeat();
  const caughtUp = async () => {
    while (followedCluster.live.log.state.seq < live.log.state.seq || followedCluster.live.log.state.epoch !== "e1") await settled(1);
  };
  await caughtUp();
  closing.push(async () => {
    relayServer.close();
    relay.client.close();
    await followedCluster.close();
    part.rights?.close("over");
    await relay.api.close();
  });
  const clusters = dynamicClusters({ named: [part], unusable: [], notes: [] }, false);
  let secrets = 0;
  const authenticator = new SessionAuthenticator({
    nowMs: Date.now,
    secret: () => `secret-number-${String(++secrets).padStart(30, "0")}`,
    clusterName: () => "prod",
    address: PLAIN_ADDRESS,
    accounts: { clusterOf: () => "prod", all: () => new Map([["prod", reviewsOf(relay.client)]]) },
  });
  const app = buildServer({ ...contextOnManualTime().context, clusters, ...clusters, authenticator });
  const headers = { host: HOST, "content-type": "application/json" };
  const signIn = async () => {
    const answer = await app.inject({ method: "POST", url: "/api/sign-in", headers, payload: JSON.stringify({ token: "of-mia" }) });
    const cookie = String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    return (url: string) => app.inject({ url, headers: { ...headers, cookie } });
  };
  return { put, flush, live, followed: followedCluster, caughtUp, part, asked, signIn, app, headers };
}

const keysIn = ({ body }: { readonly body: string }) =>
  keyframeOfText(body)
    .head.daemonSets.map(({ key }) => key)
    .sort();

describe("G47 a viewer with sign-in", () => {
  it("shows each user the part of the cluster that their rights cover, now and later", async () => {
    const { signIn, put, flush, caughtUp, app, headers, followed, live } = await viewer();
    expect((await app.inject({ url: "/api/keyframe", headers })).statusCode).toBe(401);
    const get = await signIn();
    expect(keysIn(await get("/api/keyframe"))).toEqual(["other/proxy"]);
    put("later", inOtherNamespace("later"));
    put("secret");
    await flush();
    await caughtUp();
    await vi.waitFor(async () => expect(keysIn(await get("/api/keyframe"))).toEqual(["other/later", "other/proxy"]), 5000);
    expect((await get("/api/daemonset-pods?namespace=kube-system&daemonSet=logs")).statusCode).toBe(404);
    // The followed cluster itself has all objects.
    expect(followed.live.log.hash()).toBe(live.log.hash());
  });
  it("asks the API server with the token of the requesting user only", async () => {
    const { signIn, asked, part } = await viewer();
    const get = await signIn();
    expect((await get("/api/events?namespace=other&daemonSet=proxy")).statusCode).toBe(200);
    expect(asked.some(({ path }) => path === "/api/v1/namespaces/other/events")).toBe(true);
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer of-mia"]));
    const before = asked.length;
    const otherUser = {
      kind: "person",
      userName: "eve",
      groups: [],
      credential: { kind: "own token", token: "of-eve" },
      sessionId: "s",
    } as const;
    await expect(part.readsAs?.({ ...otherUser, accounts: new Map([["another", otherUser]]) })).rejects.toThrow(
      "Your rights in this cluster are unknown.",
    );
    expect((await get("/api/events?namespace=kube-system&daemonSet=logs")).statusCode).toBe(404);
    expect(asked.length).toBe(before);
  });
});

it("L1 reading the current state of a viewer does not advance the time of the followed cluster", async () => {
  const { followed, part } = await viewer();
  const before = followed.live.model.reading.nowMs;
  expect(followed.live.clock.nowMs()).toBeGreaterThanOrEqual(before);
  new ClusterSummaries(
    () => ({ named: [part], unusable: [], notes: [] }),
    "run",
    () => 0,
  ).answer(undefined);
  followed.live.bringToNow();
  expect(followed.live.model.reading.nowMs).toBe(before);
});
