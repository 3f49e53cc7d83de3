import type { KubeDaemonSet, KubePod } from "@daemonscope/kube/objects";
import type { RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubePod, kubeRevision } from "../../cluster.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const PATH = "/api/rollouts?namespace=kube-system&daemonSet=logs";

/** A server that saw two rollouts of kube-system/logs. The first took four seconds on n1 and n3, and a later one
 *  superseded the second. */
async function rolledOut<Server extends ReturnType<typeof serverOnManualTime>>(server: Server) {
  const { consumer, live, time, tick, writer, daemonSet } = server;
  live.beginMarks();
  consumer.putPod(kubePod(daemonSet, "n3"));
  tick();
  const step = (ms: number) => {
    tick();
    time.pass(ms);
  };
  const put = (of: KubeDaemonSet, updatedNumberScheduled: number) => {
    const resourceVersion = `${of.metadata.generation}${updatedNumberScheduled}`;
    consumer.putDaemonSet({ ...of, metadata: { ...of.metadata, resourceVersion }, status: { ...of.status, updatedNumberScheduled } });
    step(1000);
  };
  const change = (generation: number) => {
    const next = kubeDaemonSet("logs", { generation, desired: 2 });
    consumer.putRevision(kubeRevision(next));
    put(next, 0);
    return next;
  };
  const replace = (old: KubePod, next: KubePod) => {
    consumer.dropPod(old.metadata.uid);
    step(1000);
    consumer.putPod(next);
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
    const server = await rolledOut(serverOnManualTime());
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
    const server = await rolledOut(serverOnManualTime());
    const { rollouts } = await answerOf(server);
    const { report } = await answerOf(server, `&at=${(rollouts[0]?.startedAtMs ?? 0) + 3500}`);
    expect(report).toMatchObject({ hash: "h2", ending: "underWay", nodes: { done: 1, wanted: 2 } });
  });
  it("an unknown start gives the known ones, and a DaemonSet without rollouts has no report", async () => {
    const server = await rolledOut(serverOnManualTime());
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
