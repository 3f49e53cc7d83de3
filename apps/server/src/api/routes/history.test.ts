import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import type { KubeDaemonSet, KubePod } from "@daemonscope/kube/objects";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { HistoryAnswer, HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import type { RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { describe, expect, it } from "vitest";
import { fixtureRights, serverWithUsers } from "../../access/scoped/users.fixture.ts";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../../cluster.fixture.ts";
import { type RecordedLog, readLogFile } from "../../history/storage/log-file.ts";
import { type contextOnManualTime, serverOnManualTime } from "../context.fixture.ts";

const NO_SCHEDULE = [{ key: "disk", effect: "NoSchedule" }];

/** A server with some history: n1 got a taint, and a minute later n2 became NotReady. Returns the moments before,
 *  between and after. */
async function serverWithHistory<Server extends ReturnType<typeof contextOnManualTime>>(server: Server) {
  const { live, consumer, time, tick, writer } = server;
  live.beginMarks();
  tick();
  const pass = (ms: number) => {
    time.pass(ms);
    return time.nowMs();
  };
  const before = pass(60_000);
  pass(1000);
  consumer(putNode(kubeNode("n1", { taints: NO_SCHEDULE })));
  tick();
  const between = pass(60_000);
  pass(1000);
  const node = kubeNode("n2", { taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] });
  consumer(putNode({ ...node, status: { ...node.status, conditions: [{ type: "Ready", status: "False", reason: "KubeletNotReady" }] } }));
  consumer(
    putDaemonSet({
      ...kubeDaemonSet("logs", { desired: 1 }),
      metadata: { ...kubeDaemonSet("logs").metadata, resourceVersion: "9" },
    }),
  );
  tick();
  const after = pass(60_000);
  await writer?.flush();
  return { ...server, before, between, after };
}

const code = (response: { readonly statusCode: number; json(): { readonly code: string } }) => [response.statusCode, response.json().code];

describe("questions about the past", () => {
  it("L2 returns a node at a past time, in RFC 3339 or milliseconds, with that time", async () => {
    const { get, before, between } = await serverWithHistory(serverOnManualTime());
    const taintsAt = async (at: string) => {
      const answer = (await get(`/api/node?name=n1&at=${at}`)).json() as NodeAnswer;
      return [answer.at, answer.node.taints];
    };
    expect(await taintsAt(String(before))).toEqual([before, []]);
    expect(await taintsAt(new Date(between).toISOString())).toEqual([between, NO_SCHEDULE]);
    expect(((await get("/api/taints")).json() as { readonly at: number }).at).toBeGreaterThan(between);
  });
  it("each question about a lasting state is answered for the requested time", async () => {
    const { get, before } = await serverWithHistory(serverOnManualTime());
    for (const at of [before - 10, before])
      for (const path of ["/api/taints?", "/api/labels?", "/api/daemonset-pods?namespace=kube-system&daemonSet=logs&"])
        expect(((await get(`${path}at=${at}`)).json() as { readonly at: number }).at).toBe(at);
  });
  it("refuses an invalid time, a future one, one before the history, and a question about the present only", async () => {
    const { get, before, after } = await serverWithHistory(serverOnManualTime());
    expect(code(await get("/api/taints?at=yesterday"))).toEqual([400, "BadMoment"]);
    expect(code(await get("/api/taints?at=2026-02-30T99:00:00Z"))).toEqual([400, "BadMoment"]);
    expect(code(await get(`/api/taints?at=${before}&at=${after}`))).toEqual([400, "BadMoment"]);
    expect(code(await get(`/api/taints?at=${after + 1}`))).toEqual([400, "MomentAhead"]);
    const early = await get("/api/taints?at=1970-01-01T00:00:01Z");
    expect(code(early)).toEqual([410, "MomentNotKept"]);
    expect(early.json().message).toMatch(/^No history of 1970-01-01T00:00:01\.000Z: it begins at \S+Z\.$/);
    for (const path of ["/api/yaml?kind=node&name=n1", "/api/logs?namespace=a&pod=b", "/api/keyframe?", "/api/stream?"])
      expect(code(await get(`${path}&at=${before}`))).toEqual([400, "OnlyNow"]);
  });
  it("without history there is no past to ask about", async () => {
    const { get, time } = serverOnManualTime();
    expect(code(await get(`/api/taints?at=${time.nowMs()}`))).toEqual([404, "NoHistory"]);
    expect(((await get("/api/history")).json() as HistoryAnswer).retained).toBeNull();
  });
  it("G35 a user with limited rights sees only that part of the past, and gets no file", async () => {
    const { getAs, grant, before, between } = await serverWithHistory(serverWithUsers());
    grant("namespace", fixtureRights(["kube-system"]));
    grant("other", fixtureRights(["other"], { nodes: "all" }));
    grant("whole", fixtureRights("all"));
    const { pods } = (await getAs("namespace", `/api/pods-named?text=logs&at=${before}`)).json();
    expect(pods.map(({ node }: { node: string }) => node)).toEqual([expect.stringMatching(/^node#/)]);
    const { happenings, eventCount, counts, retained } = (await getAs("namespace", "/api/history?samples=10&of=*")).json() as HistoryAnswer;
    // All timeline events concern nodes, or are derived from nodes.
    expect([happenings, eventCount, retained?.bytes, retained?.checkpoints]).toEqual([[], 0, 0, []]);
    expect(counts["*"]?.map(([, desired]) => desired)).toEqual([2, 1]);
    const { keyframe } = (await getAs("namespace", `/api/history/frames?from=${before}`)).json() as HistoryFramesAnswer;
    const state = decodeKeyframe(keyframe);
    expect([state?.rows.names, state?.columns.names, state?.sources.nodes.state]).toEqual([[], ["kube-system/logs"], "forbidden"]);
    const others = (await getAs("other", "/api/history?samples=10&of=*")).json() as HistoryAnswer;
    expect(others.happenings.map(({ kind }) => kind)).toEqual(["taintsChanged", "nodeNotReady"]);
    expect(others.counts["*"]).toEqual([]);
    expect((await getAs("other", `/api/node?name=n1&at=${between}`)).json().daemonSets).toEqual([]);
    expect(code(await getAs("other", `/api/rollouts?namespace=kube-system&daemonSet=logs`))).toEqual([404, "DaemonSetNotFound"]);
    for (const anonymise of [true, false])
      expect(code(await getAs("namespace", `/api/history/recording?anonymise=${anonymise}`))).toEqual([403, "RecordingOfWhole"]);
    expect((await getAs("whole", "/api/history/recording")).statusCode).toBe(200);
  });
  it("G35 current rights apply to the past", async () => {
    const { getAs, grant, before, time } = await serverWithHistory(serverWithUsers());
    const past = `/api/taints?at=${before}`;
    grant("p", fixtureRights("all"));
    const whole = await getAs("p", past);
    expect(whole.json().taints).not.toEqual([]);
    grant("p", fixtureRights(["kube-system"]));
    time.pass(60_000);
    expect(code(await getAs("p", past))).toEqual([503, "NotRead"]);
    grant("p", fixtureRights("none"));
    time.pass(60_000);
    expect(code(await getAs("p", past))).toEqual([403, "NothingToSee"]);
  });
});

describe("the timeline", () => {
  it("lists events by time, with the kept range and the counts of each DaemonSet", async () => {
    const { get, before, between, after } = await serverWithHistory(serverOnManualTime());
    const answer = (await get(`/api/history?samples=10`)).json() as HistoryAnswer;
    expect(answer.happenings).toMatchObject([
      { kind: "taintsChanged", node: "n1" },
      { kind: "concernBegan", daemonSet: "kube-system/logs", concern: "misscheduled", stuck: false },
      { kind: "nodeNotReady", node: "n2", reason: "KubeletNotReady" },
    ]);
    expect(answer.retained).toMatchObject({ toMs: answer.happenings[2]?.atMs, checkpoints: [answer.fromMs] });
    expect(answer.toMs).toBe(after);
    expect(answer.counts["kube-system/logs"]?.map(([, desired]) => desired)).toEqual([2, 1]);
    const part = (await get(`/api/history?from=${before}&to=${between}&samples=10`)).json() as HistoryAnswer;
    expect(part.happenings.map(({ kind }) => kind)).toEqual(["taintsChanged", "concernBegan"]);
    expect(part.counts["kube-system/logs"]?.map(([, desired]) => desired)).toEqual([2]);
  });
  it("is available as a file up to the requested end, anonymized on request", async () => {
    const { get, before, after } = await serverWithHistory(serverOnManualTime());
    const namesIn = ({ end }: RecordedLog) => [...end.state.rows.names].filter((name) => name !== undefined);
    const whole = await get("/api/history/recording");
    const read = await readLogFile(whole.rawPayload);
    expect([namesIn(read), read.end.atMs]).toEqual([["n1", "n2", "n3"], after]);
    const other = await get(`/api/history/recording?to=${before}&anonymise=true`);
    expect(other.headers["content-disposition"]).toMatch(/"daemonscope-\S+-anonymised\.dslog"$/);
    const renamed = await readLogFile(other.rawPayload);
    expect(renamed.end.atMs).toBe(before);
    expect(namesIn(renamed)).toHaveLength(3);
    for (const name of namesIn(renamed)) expect(name).toMatch(/^x\d+$/);
    expect(code(await get("/api/history/recording?anonymise=yes"))).toEqual([400, "BadParameter"]);
    expect(code(await get("/api/history/recording?anonymize=true"))).toEqual([400, "BadParameter"]);
  });
  it("the keyframe and frames of a past range build the state that was shown", async () => {
    const { get, live, before, after } = await serverWithHistory(serverOnManualTime());
    const { keyframe, frames } = (await get(`/api/history/frames?from=${before}&to=${after}`)).json() as HistoryFramesAnswer;
    let state = decodeKeyframe(keyframe);
    expect(state?.at).toBeLessThanOrEqual(before);
    expect(frames).toHaveLength(2);
    for (const frame of frames) {
      const applied = state && applyFrame(state, frame);
      state = applied?.kind === "applied" ? applied.state : undefined;
    }
    expect(state && stateHash(state)).toBe(live.log.hash());
  });
  it("refuses a range that ends before it begins, or is invalid", async () => {
    const { get } = serverOnManualTime();
    expect(code(await get("/api/history?from=20&to=10"))).toEqual([400, "BadParameter"]);
    expect(code(await get("/api/history?samples=-1"))).toEqual([400, "BadParameter"]);
    expect(code(await get("/api/history?form=1"))).toEqual([400, "BadParameter"]);
    expect(code(await get("/api/history/frames"))).toEqual([400, "BadParameter"]);
  });
});

describe("GET /api/rollouts", () => {
  const PATH = "/api/rollouts?namespace=kube-system&daemonSet=logs";

  /** A server that saw three rollouts of kube-system/logs. The first took four seconds on n1 and n3. The third replaced
   *  the second. */
  async function serverWithRollouts<Server extends ReturnType<typeof serverOnManualTime>>(server: Server) {
    const { consumer, live, time, tick, writer, daemonSet } = server;
    live.beginMarks();
    consumer(putPod(kubePod(daemonSet, "n3")));
    tick();
    const step = (ms: number) => {
      tick();
      time.pass(ms);
    };
    const put = (set: KubeDaemonSet, updatedNumberScheduled: number) => {
      const resourceVersion = `${set.metadata.generation}${updatedNumberScheduled}`;
      consumer(putDaemonSet({ ...set, metadata: { ...set.metadata, resourceVersion }, status: { ...set.status, updatedNumberScheduled } }));
      step(1000);
    };
    const change = (generation: number) => {
      const next = kubeDaemonSet("logs", { generation, desired: 2 });
      consumer(putRevision(kubeRevision(next)));
      put(next, 0);
      return next;
    };
    const replace = (old: KubePod, next: KubePod) => {
      consumer(dropObject("pods", old.metadata.uid));
      step(1000);
      consumer(putPod(next));
      step(1000);
    };
    const second = change(2);
    for (const node of ["n1", "n3"]) replace(kubePod(daemonSet, node), kubePod(second, node, { suffix: `${node}-2` }));
    put(second, 2);
    change(3);
    change(4);
    await writer?.flush();
    return server;
  }

  const answerOf = async (server: ReturnType<typeof serverOnManualTime>, query = ""): Promise<RolloutsAnswer> =>
    (await server.get(`${PATH}${query}`)).json() as RolloutsAnswer;

  describe("GET /api/rollouts", () => {
    it("returns the newest rollout, the previous one, and any requested by its start", async () => {
      const server = await serverWithRollouts(serverOnManualTime());
      const { rollouts, report, previous } = await answerOf(server);
      expect(rollouts.map(({ hash, ending }) => [hash, ending])).toEqual([
        ["h2", "finished"],
        ["h3", "replaced"],
        ["h4", "underWay"],
      ]);
      expect([report?.hash, previous?.hash, report?.nodes.done]).toEqual(["h4", "h3", 0]);
      const first = await answerOf(server, `&started=${rollouts[0]?.startedAtMs}`);
      expect(first.previous).toBeUndefined();
      expect(first.report).toMatchObject({ hash: "h2", nodes: { done: 2, wanted: 2 }, mostAtOnce: 1, failedCount: 0 });
    });
    it("at a past time it returns what was known then", async () => {
      const server = await serverWithRollouts(serverOnManualTime());
      const { rollouts } = await answerOf(server);
      const { report } = await answerOf(server, `&at=${(rollouts[0]?.startedAtMs ?? 0) + 3500}`);
      expect(report).toMatchObject({ hash: "h2", ending: "underWay", nodes: { done: 1, wanted: 2 } });
    });
    it("refuses an unknown start with the known ones, and has no report for a DaemonSet without rollouts", async () => {
      const server = await serverWithRollouts(serverOnManualTime());
      expect((await server.get(`${PATH}&started=1970-01-01T00:00:00Z`)).json()).toMatchObject({
        code: "RolloutNotFound",
        message: expect.stringMatching(
          /^No rollout of DaemonSet kube-system\/logs that began at 1970-01-01T00:00:00.000Z is kept. There are those of \S+, \S+, \S+\.$/,
        ) as string,
        params: { startedAtMs: 0, keptFromMs: expect.any(Number) as number },
      });
      expect((await server.get(`${PATH}&started=soon`)).json()).toMatchObject({ code: "BadMoment" });
      const none = serverOnManualTime();
      none.live.beginMarks();
      none.tick();
      expect(await answerOf(none)).toMatchObject({ rollouts: [] });
      expect((await answerOf(none)).report).toBeUndefined();
    });
  });
});
