import type { Step } from "@daemonscope/daemonset/actions/step";
import { afterEach, expect, test } from "vitest";
import { actingOn } from "./acting.fixture.ts";

type Acted = Awaited<ReturnType<typeof actingOn>>;
let open: Acted[] = [];
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
});
async function acted(...args: Parameters<typeof actingOn>): Promise<Acted> {
  const made = await actingOn(...args);
  open.push(made);
  return made;
}

const NAME = { namespace: "kube-system", name: "fluentd-elasticsearch" };
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const image = (to: string): Step => ({ kind: "edit", ...NAME, edit: { kind: "image", container: "fluentd-elasticsearch", image: to } });

test("a plan says what is sent, what must hold, what the server says, and the way back, and changes nothing", async () => {
  const { plan, kube, between } = await acted("image-update");
  const before = await kube.get(SET);
  const made = await plan({ steps: [image("fluentd:9")] });
  expect(made).toMatchObject({
    requests: [{ kind: "patch", object: { resource: "daemonsets", ...NAME } }],
    dryRun: { kind: "accepted", warnings: [] },
    rights: [{ verb: "patch", group: "apps", resource: "daemonsets", namespace: "kube-system", allowed: true }],
    undo: { kind: "steps", steps: [{ kind: "edit", edit: { kind: "image" } }] },
    confirm: { kind: "typed", name: "fluentd-elasticsearch", nodePercent: 100 },
  });
  expect(made.fields).toEqual([
    {
      object: "daemonsets/fluentd-elasticsearch",
      path: "spec.template.spec.containers[fluentd-elasticsearch].image",
      before: expect.any(String),
      after: "fluentd:9",
    },
  ]);
  expect(made.kubectl).toContain("set image ds/fluentd-elasticsearch");
  expect(between.writes.map(({ dryRun }) => dryRun)).toEqual([true]);
  expect(await kube.get(SET)).toEqual(before);
});

test("it is carried out once, watched until the controller has seen it, and undone while that is true", async () => {
  const { plan, carryOut, until, kube, do: act, between, simulator } = await acted("image-update");
  // What the story does by itself is over.
  for (let turn = 0; turn < 300; turn++) simulator.clock.advance(1000);
  const { metadata } = await kube.get(SET);
  const made = await plan({ steps: [image("fluentd:9")] });
  const [first, again] = await Promise.all([carryOut(made), carryOut(made)]);
  expect(again).toEqual(first);
  const done = await until(first.id, ({ state }) => state.kind === "done", 500);
  expect(done.stations).toMatchObject({
    planned: expect.any(Number),
    sent: expect.any(Number),
    accepted: expect.any(Number),
    done: expect.any(Number),
  });
  expect(await kube.get(SET)).toMatchObject({ metadata: { generation: Number((metadata as { generation: number }).generation) + 1 } });
  expect(between.writes.filter(({ dryRun }) => !dryRun)).toHaveLength(1);
  if (done.undo.kind !== "steps") throw new Error("there is no way back");
  const back = await act({ steps: done.undo.steps, undoes: done.id });
  await until(back.id, ({ state }) => state.kind === "done", 500);
  expect(await until(done.id, ({ undo }) => undo.kind === "undone")).toMatchObject({ undo: { byId: back.id } });
});

test("several changes of one object are one request, which is done whole: one revision, and no step in the way of the next", async () => {
  const { plan, carryOut, kube } = await acted("image-update");
  const names = { kind: "names", names: ["worker-01", "worker-02"] } as const;
  const made = await plan({
    steps: [
      { kind: "cordon", nodes: names },
      { kind: "taint", nodes: names, taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] },
      image("fluentd:9"),
      { kind: "edit", ...NAME, edit: { kind: "tolerations", to: [{ operator: "Exists" }] } },
    ],
  });
  expect(made.requests).toHaveLength(3);
  expect(made.dryRun.kind).toBe("accepted");
  const { sent } = await carryOut(made);
  expect(sent).toEqual(["PATCH nodes/worker-01", "PATCH nodes/worker-02", "PATCH daemonsets/fluentd-elasticsearch"]);
  expect(await kube.get(SET)).toMatchObject({
    metadata: { generation: 2 },
    spec: { template: { spec: { tolerations: [{ operator: "Exists" }] } } },
  });
  expect(await kube.get("/api/v1/nodes/worker-02")).toMatchObject({ spec: { unschedulable: true, taints: [{ key: "dedicated" }] } });
});
