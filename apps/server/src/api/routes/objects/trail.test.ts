import type { KubePod } from "@daemonscope/kube/objects";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const ASKED = "/api/trail?namespace=kube-system&daemonSet=logs&node=n1";
const steps = ({ steps: all }: TrailAnswer) => all.map((step) => `${step.name} ${step.kind === "missing" ? "–" : (step.atMs ?? "?")}`);

/** The old pod of n1 is deleted. Its replacement is ready two seconds after it was bound. */
async function replaced() {
  const server = serverOnManualTime();
  const { live, consumer, time, tick, writer } = server;
  live.beginMarks();
  tick();
  const daemonSet = kubeDaemonSet("logs", { desired: 2 });
  const old = kubePod(daemonSet, "n1");
  const pass = (ms: number): number => {
    time.pass(ms);
    return time.nowMs();
  };
  const deleted = Math.ceil(pass(60_000) / 1000) * 1000;
  pass(deleted - time.nowMs());
  const goneBy = new Date(deleted + 30_000).toISOString();
  consumer.putPod({ ...old, metadata: { ...old.metadata, deletionTimestamp: goneBy, deletionGracePeriodSeconds: 30 } });
  tick();
  const gone = pass(4000);
  consumer.dropPod(old.metadata.uid);
  tick();
  const between = pass(500);
  pass(500);
  const created = time.nowMs();
  const made = kubePod(daemonSet, "n1", { suffix: "new", ready: false, waiting: "ContainerCreating" });
  const pending: KubePod = {
    ...made,
    metadata: { ...made.metadata, creationTimestamp: new Date(created).toISOString() },
    status: { ...made.status, phase: "Pending", conditions: [{ type: "PodReadyToStartContainers", status: "False" }] },
  };
  consumer.putPod(pending);
  tick();
  const waiting = pass(1500);
  const ready = pass(500);
  const since = new Date(Math.floor(ready / 1000) * 1000).toISOString();
  const good = kubePod(daemonSet, "n1", { suffix: "new", ready: true });
  consumer.putPod({
    ...good,
    metadata: pending.metadata,
    status: { ...good.status, conditions: [{ type: "Ready", status: "True", lastTransitionTime: since }] },
  });
  tick();
  pass(60_000);
  await writer?.flush();
  return { ...server, deleted, gone, between, created, waiting, ready };
}

it("W10 shows how the pod of a pair was created, as observed", async () => {
  const { get, deleted, gone, created, ready } = await replaced();
  const answer = (await get(ASKED)).json() as TrailAnswer;
  expect(answer.pod).toBe("logs-new");
  expect(steps(answer)).toEqual([
    `oldDeleted ${deleted}`,
    `oldGone ${gone}`,
    `created ${created}`,
    `bound ${created}`,
    `sandbox ${ready}`,
    `started ${ready}`,
    `ready ${ready}`,
    `available ${ready}`,
  ]);
});

it("W10 at a past time it shows the steps up to then, and the missing one", async () => {
  const { get, waiting, between } = await replaced();
  const before = (await get(`${ASKED}&at=${waiting}`)).json() as TrailAnswer;
  expect(before.at).toBe(waiting);
  expect(before.steps.find(({ kind }) => kind === "missing")).toEqual({
    name: "sandbox",
    kind: "missing",
    needs: { kind: "step", step: "sandbox" },
  });
  const none = (await get(`${ASKED}&at=${between}`)).json() as TrailAnswer;
  expect([none.pod, steps(none).map((step) => step.split(" ")[0])]).toEqual([undefined, ["oldDeleted", "oldGone", "created"]]);
});

it("W10 without history it uses the times of the pod itself", async () => {
  const answer = (await serverOnManualTime().get(ASKED)).json() as TrailAnswer;
  expect(answer.pod).toBe("logs-n1");
  expect(answer.steps.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "wanted came",
    "created came",
    "bound came",
    "started came",
    "ready came",
    "available came",
  ]);
  expect(answer.steps.find(({ name }) => name === "bound")).toEqual({ name: "bound", kind: "came" });
});

it("refuses unknown names with similar ones", async () => {
  const { get } = serverOnManualTime();
  expect((await get(ASKED.replace("n1", "n9"))).json().code).toBe("NodeNotFound");
  expect((await get(ASKED.replace("logs", "log"))).json()).toMatchObject({ code: "DaemonSetNotFound", nearest: ["kube-system/logs"] });
});
