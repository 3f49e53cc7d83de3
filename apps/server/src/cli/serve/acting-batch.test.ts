import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { afterEach, expect, it } from "vitest";
import { actionServiceOn } from "./action-service.fixture.ts";

let service: Awaited<ReturnType<typeof actionServiceOn>>;
afterEach(() => service.close());

const NAME = { namespace: "kube-system", name: "fluentd-elasticsearch" };
const podsOf = async (): Promise<readonly Json[]> =>
  objectsField(await service.kube.get("/api/v1/namespaces/kube-system/pods"), "items").filter((pod) =>
    nameOf(pod).startsWith(`${NAME.name}-`),
  );
const nameOf = (pod: Json) => textField(objectField(pod, "metadata"), "name") ?? "";
const uidOf = (pod: Json) => textField(objectField(pod, "metadata"), "uid") ?? "";

/** Returns the pods of a DaemonSet with OnDelete and a changed template: each waits for its deletion. */
async function waitingPods(image: string): Promise<readonly Json[]> {
  service = await actionServiceOn("image-update");
  // The scenario's own events are over.
  for (let turn = 0; turn < 300; turn++) service.simulator.clock.advance(1000);
  const edit = (each: object) => ({ kind: "edit", ...NAME, edit: each }) as never;
  await service.do({ steps: [edit({ kind: "updateStrategyType", to: "OnDelete" })] });
  await service.do({ steps: [edit({ kind: "image", container: "fluentd-elasticsearch", image })] });
  service.simulator.clock.advance(2000);
  return (await podsOf()).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const begin = async (pods: readonly Json[], atOnce: number, stopAtFailure = true): Promise<ActionRecord> =>
  service.do({
    steps: [{ kind: "deletePods", namespace: NAME.namespace, pods: pods.map(nameOf) }],
    batch: { atOnce, stopAtFailure },
  });
const isOver = ({ state }: ActionRecord) => state.kind !== "running" && state.kind !== "sent";

it("deletes pods in waves, each once, and waits until the replacements are available", async () => {
  const pods = await waitingPods("fluentd:2");
  expect(pods.length).toBeGreaterThan(3);
  const { id } = await begin(pods, 2);
  let most = 0;
  const record = await service.until(
    id,
    (now) => {
      most = Math.max(most, now.batch?.filter(({ state }) => state === "deleted").length ?? 0);
      return isOver(now);
    },
    250,
  );
  expect(record.state).toEqual({ kind: "done" });
  expect(most).toBe(2);
  expect(service.proxy.writes.filter(({ method, dryRun }) => method === "DELETE" && !dryRun)).toHaveLength(pods.length);
  const after = await podsOf();
  expect(after.filter((pod) => pods.some((old) => uidOf(old) === uidOf(pod)))).toEqual([]);
  expect(record.undo).toEqual({ kind: "none", code: "podsAreMadeAnew", why: "a deleted pod stays deleted" });
});

it("G43 a plan to delete pods is a dry run, and deletes no pod", async () => {
  const pods = await waitingPods("fluentd:4");
  const plan = await service.plan({ steps: [{ kind: "deletePods", namespace: NAME.namespace, pods: pods.map(nameOf) }] });
  expect(plan.dryRun.kind).toBe("accepted");
  for (let turn = 0; turn < 10; turn++) service.simulator.clock.advance(1000);
  expect((await podsOf()).map(uidOf).sort()).toEqual(pods.map(uidOf).sort());
});

it("a plan with several waves has no kubectl command, because it would delete all pods at once; a plan with one wave has it", async () => {
  const pods = await waitingPods("fluentd:4");
  const planned = (atOnce: number) =>
    service.plan({
      steps: [{ kind: "deletePods", namespace: NAME.namespace, pods: pods.map(nameOf) }],
      batch: { atOnce, stopAtFailure: true },
    });
  expect((await planned(pods.length - 1)).kubectl).toBeUndefined();
  expect((await planned(pods.length)).kubectl).toContain(`-n ${NAME.namespace} delete pod ${pods.map(nameOf).join(" ")}`);
});

it("stops at the first failure, and keeps the other pods running", async () => {
  const pods = await waitingPods("fluentd:missing");
  const { id } = await begin(pods, 1);
  const record = await service.until(id, isOver, 500);
  expect(record.state).toMatchObject({
    kind: "partly",
    done: 0,
    of: pods.length,
    message: expect.stringMatching(/^the next pod on .* fails; the rest is untouched$/),
    ended: { kind: "podFails", node: expect.any(String) },
  });
  expect(record.batch?.map(({ state }) => state)).toEqual(["failed", ...pods.slice(1).map(() => "untouched")]);
  expect(record.sent).toEqual(pods.slice(0, 1).map((pod) => `DELETE pods/${nameOf(pod)}`));
  const uids = (await podsOf()).map(uidOf);
  expect(
    pods
      .slice(1)
      .filter((pod) => !uids.includes(uidOf(pod)))
      .map(nameOf),
  ).toEqual([]);
});

it("with continue on failure every pod is deleted, and no rest is reported", async () => {
  const pods = await waitingPods("fluentd:missing");
  const { id } = await begin(pods, pods.length, false);
  const record = await service.until(id, isOver, 500);
  expect(record.state).toMatchObject({ kind: "partly", done: 0, message: expect.stringMatching(/^the next pod on .* fails$/) });
  expect(record.batch?.map(({ state }) => state)).toEqual(pods.map(() => "failed"));
});

it("G42 stops if the session of its user ends, without further deletions", async () => {
  const pods = await waitingPods("fluentd:5");
  const { id } = await begin(pods, 1);
  await service.until(id, ({ state }) => state.kind === "running" && state.back === 1, 250);
  service.acting?.leave("somebody else");
  await service.until(id, ({ state }) => state.kind === "running" && state.back === 2, 250);
  service.acting?.leave("owner");
  const record = await service.until(id, isOver, 250);
  expect(record.state).toMatchObject({ kind: "partly", of: pods.length });
  const deleted = service.proxy.writes.filter(({ method, dryRun }) => method === "DELETE" && !dryRun).length;
  expect(deleted).toBeLessThanOrEqual(3);
  expect(record.batch?.filter(({ state }) => state === "untouched")).toHaveLength(pods.length - deleted);
});

it("pauses, continues and stops on request, independent of the browser", async () => {
  const pods = await waitingPods("fluentd:3");
  const { id } = await begin(pods, 1);
  const steer = (to: string) => service.post("/api/actions/batch", { id, to });
  expect((await steer("pause")).json().state).toMatchObject({ kind: "running", paused: true });
  const paused = await service.until(id, ({ state }) => state.kind === "running" && state.back === 1, 250);
  expect(paused.batch?.filter(({ state }) => state === "waits")).toHaveLength(pods.length - 1);
  await steer("goOn");
  await service.until(id, ({ state }) => state.kind === "running" && state.back === 2, 250);
  await steer("end");
  const record = await service.until(id, isOver, 250);
  expect(record.state).toMatchObject({ kind: "partly", message: "it was ended; the rest is untouched", ended: { kind: "somebody" } });
  const untouched = record.batch?.filter(({ state }) => state === "untouched").length ?? 0;
  expect(untouched).toBeGreaterThan(0);
  expect(record.sent, "what was never sent is not written down as sent").toHaveLength(pods.length - untouched);
  expect((await steer("goOn")).statusCode).toBe(404);
});
