import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type CollectorProcess, startCollector } from "../engine/collector-process.ts";
import { expectSamePlace } from "../engine/engine-stage.ts";
import { type NatsServers, startNatsServers } from "../engine/nats-servers.ts";
import { type Observer, observe } from "../observer.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { agent } from "./manifests.ts";

const KEY = "default/agent";
/** The duration of a takeover: three seconds without a heartbeat, and the claim. */
const TAKEOVER_MS = 5000;

interface Happened {
  readonly kind: string;
  readonly atMs: number;
}

const happenedOf = async (url: string): Promise<readonly Happened[]> => {
  const answer = await fetch(`${url}/api/history`);
  return ((await answer.json()) as { happenings: readonly Happened[] }).happenings;
};

/** Expects both observers to have the same state at the same position of the same log. */
async function expectAlike(a: Observer, b: Observer): Promise<void> {
  await expectSamePlace(a, b);
  const common = [...a.hashes.keys()].filter((seq) => b.hashes.has(seq));
  for (const seq of common) expect(a.hashes.get(seq), `the hash at ${seq}`).toBe(b.hashes.get(seq));
}

test.describe("a log in an engine", () => {
  let cluster: ControlPlane;
  let servers: NatsServers;
  let collectors: CollectorProcess[] = [];
  let viewers: Daemonscope[] = [];
  let observers: Observer[] = [];

  test.beforeEach(async () => {
    [cluster, servers] = await Promise.all([startControlPlane({ nodes: 6 }), startNatsServers(3)]);
    collectors = [];
    viewers = [];
    observers = [];
  });
  test.afterEach(async () => {
    if (process.env.DEBUG_ENGINE) for (const each of [...collectors, ...viewers]) console.log(each.output());
    for (const observer of observers) observer.close();
    await Promise.all([...viewers.map((viewer) => viewer.stop()), ...collectors.map((collector) => collector.stop())]);
    await Promise.all([servers.stop(), cluster.stop()]);
  });

  const collect = () => {
    const collector = startCollector([
      "--to",
      servers.url,
      "--cluster",
      "prod",
      "--engine-replicas",
      "3",
      "--kubeconfig",
      cluster.kubeconfig,
    ]);
    collectors.push(collector);
    return collector;
  };
  const view = async () => {
    const viewer = await startDaemonscope(["--from", servers.url]);
    viewers.push(viewer);
    await expect.poll(async () => (await fetch(`${viewer.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    const observer = await observe(viewer.url);
    observers.push(observer);
    return { viewer, observer };
  };
  const roll = (image: string) => cluster.mustKubectl(["set", "image", "ds/agent", `agent=${image}`]);
  const rolledOut = (observer: Observer, generation: number) =>
    observer.until(
      `generation ${generation} is rolled out`,
      () => {
        const record = observer.record(KEY);
        return record?.generation === generation && record.rollout.kind === "complete";
      },
      60_000,
    );

  test("L1 two viewers agree, and survive a killed collector, a frozen collector and a killed engine without loss", async () => {
    await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "agent" }));
    await cluster.mustKubectl(["rollout", "status", "ds/agent", "--timeout=60s"]);
    const first = collect();
    await first.waitForOutput("prod: writing");
    const second = collect();
    await second.waitForOutput("prod: standing by");
    const [a, b] = [await view(), await view()];
    await a.observer.until("the agent is seen", () => a.observer.record(KEY)?.reported.numberAvailable === 6);
    const { epoch } = a.observer.state();

    await roll("example.com/agent:2");
    await rolledOut(a.observer, 2);
    await rolledOut(b.observer, 2);
    await expectAlike(a.observer, b.observer);

    await test.step("after the collector is killed, the other one continues in the same epoch", async () => {
      first.kill();
      await second.waitForOutput("prod: writing", 1, TAKEOVER_MS + 2000);
      await roll("example.com/agent:3");
      await rolledOut(a.observer, 3);
      await rolledOut(b.observer, 3);
      await expectAlike(a.observer, b.observer);
      expect(a.observer.state().epoch).toBe(epoch);
      expect((await happenedOf(a.viewer.url)).filter(({ kind }) => kind === "handedOver")).toHaveLength(1);
    });

    await test.step("after the writer freezes, another takes over, and the frozen one is fenced when it resumes", async () => {
      const third = collect();
      await third.waitForOutput("prod: standing by");
      second.freeze();
      await third.waitForOutput("prod: writing", 1, TAKEOVER_MS + 2000);
      await roll("example.com/agent:4");
      await rolledOut(a.observer, 4);
      second.thaw();
      await second.waitForOutput("another collector writes now");
      await expectAlike(a.observer, b.observer);
    });

    await test.step("the engine leading the stream is killed and returns, and then the next leader is killed", async () => {
      for (const generation of [5, 6]) {
        const leader = await servers.leaderOf("daemonscope-prod");
        await servers.kill(leader);
        await roll(`example.com/agent:${generation}`);
        await rolledOut(a.observer, generation);
        await rolledOut(b.observer, generation);
        await servers.restart(leader);
      }
      await expectAlike(a.observer, b.observer);
    });

    await test.step("a killed viewer shows the same state as soon as it is back", async () => {
      b.observer.close();
      await b.viewer.kill();
      await roll("example.com/agent:7");
      await rolledOut(a.observer, 7);
      await b.viewer.restart();
      const again = await observe(b.viewer.url);
      observers.push(again);
      await rolledOut(again, 7);
      await expectAlike(a.observer, again);
    });

    await test.step("a viewer that starts later shows the same state and its history", async () => {
      const c = await view();
      await expectAlike(a.observer, c.observer);
      const kinds = (await happenedOf(c.viewer.url)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "handedOver")).toHaveLength(2);
      const { toMs } = ((await (await fetch(`${c.viewer.url}/api/history`)).json()) as { retained: { toMs: number } }).retained;
      const pastAnswer = await fetch(`${c.viewer.url}/api/node?name=node-1&at=${toMs}`);
      expect(pastAnswer.status).toBe(200);
    });

    expect([a.observer.resyncs(), b.observer.resyncs(), a.observer.doubled()], "nothing was lost on the way, or came twice").toEqual([
      0, 0, 0,
    ]);
    const record = a.observer.record(KEY);
    expect(record?.disagreements, "derived equals reported").toEqual([]);
    const images = await cluster.mustKubectl(["get", "pods", "-l", "app=agent", "-o", "jsonpath={.items[*].spec.containers[0].image}"]);
    expect(new Set(images.split(" "))).toEqual(new Set(["example.com/agent:7"]));
  });
});
