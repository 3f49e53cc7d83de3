import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { objectField } from "@daemonscope/kube-client/decode/fields";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { afterEach, describe, expect, test } from "vitest";
import { fileAudit } from "../../actions/journal/audit.ts";
import { actionServiceOn, restartActionService } from "./action-service.fixture.ts";

type Service = Awaited<ReturnType<typeof actionServiceOn>>;
let open: Service[] = [];
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
});
async function startService(...args: Parameters<typeof actionServiceOn>): Promise<Service> {
  const service = await actionServiceOn(...args);
  open.push(service);
  return service;
}

const NAME = { namespace: "kube-system", name: "fluentd-elasticsearch" };
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const image = (to: string): Step => ({ kind: "edit", ...NAME, edit: { kind: "image", container: "fluentd-elasticsearch", image: to } });

test("a plan has the requests, preconditions, the dry run and the inverse, and changes nothing", async () => {
  const { plan, kube, proxy } = await startService("image-update");
  const before = await kube.get(SET);
  const planned = await plan({ steps: [image("fluentd:9")] });
  expect(planned).toMatchObject({
    requests: [{ kind: "patch", object: { resource: "daemonsets", ...NAME } }],
    dryRun: { kind: "accepted", warnings: [] },
    rights: [{ verb: "patch", group: "apps", resource: "daemonsets", namespace: "kube-system", allowed: true }],
    undo: { kind: "steps", steps: [{ kind: "edit", edit: { kind: "image" } }] },
    confirm: { kind: "typed", name: "fluentd-elasticsearch", nodePercent: 100 },
  });
  expect(planned.fields).toEqual([
    {
      object: "daemonsets/fluentd-elasticsearch",
      path: "spec.template.spec.containers[fluentd-elasticsearch].image",
      before: expect.any(String),
      after: "fluentd:9",
    },
  ]);
  expect(planned.kubectl).toContain("set image ds/fluentd-elasticsearch");
  expect(proxy.writes.map(({ dryRun }) => dryRun)).toEqual([true]);
  expect(await kube.get(SET)).toEqual(before);
});

test("I4 a manifest removes fields that this server applied before and it omits, and its plan lists them", async () => {
  const { plan, do: act, until, kube } = await startService("image-update");
  const { labels } = objectField(objectField(objectField(await kube.get(SET), "spec"), "template"), "metadata");
  const applied = (more: object): Step => ({
    kind: "apply",
    manifest: {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: NAME,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: "fluentd-elasticsearch" }], ...more } },
      },
    } as never,
  });
  const selector = { nodeSelector: { nowhere: "yes" } };
  const { effect } = await plan({ steps: [applied(selector)], force: true });
  expect(effect.daemonSets[0]?.then.desired).toBe(0);
  const { id } = await act({ steps: [applied(selector)], force: true });
  await until(id, ({ state }) => state.kind === "done", 500);
  const next = (await plan({ steps: [applied({})], force: true })).effect;
  expect(next.daemonSets[0]?.then.desired).toBe(effect.daemonSets[0]?.now.desired);
  await act({ steps: [applied({})], force: true });
  expect(objectField(objectField(objectField(await kube.get(SET), "spec"), "template"), "spec").nodeSelector).toBeUndefined();
});

test("runs once, is observed until the controller has synced, and can be undone meanwhile", async () => {
  const { plan, carryOut, until, kube, do: act, proxy, simulator } = await startService("image-update");
  // The scenario's own events are over.
  for (let turn = 0; turn < 300; turn++) simulator.clock.advance(1000);
  const { metadata } = await kube.get(SET);
  const planned = await plan({ steps: [image("fluentd:9")] });
  const [first, again] = await Promise.all([carryOut(planned), carryOut(planned)]);
  expect(again).toEqual(first);
  const done = await until(first.id, ({ state }) => state.kind === "done", 500);
  expect(done.stations).toMatchObject({
    planned: expect.any(Number),
    sent: expect.any(Number),
    accepted: expect.any(Number),
    done: expect.any(Number),
  });
  expect(await kube.get(SET)).toMatchObject({ metadata: { generation: Number((metadata as { generation: number }).generation) + 1 } });
  expect(proxy.writes.filter(({ dryRun }) => !dryRun)).toHaveLength(1);
  if (done.undo.kind !== "steps") throw new Error("there is no way back");
  const back = await act({ steps: done.undo.steps, undoes: done.id });
  await until(back.id, ({ state }) => state.kind === "done", 500);
  expect(await until(done.id, ({ undo }) => undo.kind === "undone")).toMatchObject({ undo: { byId: back.id } });
});

test("several changes of one object are one request: one revision, and no conflict with the next step", async () => {
  const { plan, carryOut, kube } = await startService("image-update");
  const names = { kind: "names", names: ["worker-01", "worker-02"] } as const;
  const planned = await plan({
    steps: [
      { kind: "cordon", nodes: names },
      { kind: "taint", nodes: names, taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] },
      image("fluentd:9"),
      { kind: "edit", ...NAME, edit: { kind: "tolerations", to: [{ operator: "Exists" }] } },
    ],
  });
  expect(planned.requests).toHaveLength(3);
  expect(planned.dryRun.kind).toBe("accepted");
  const { sent } = await carryOut(planned);
  expect(sent).toEqual(["PATCH nodes/worker-01", "PATCH nodes/worker-02", "PATCH daemonsets/fluentd-elasticsearch"]);
  expect(await kube.get(SET)).toMatchObject({
    metadata: { generation: 2 },
    spec: { template: { spec: { tolerations: [{ operator: "Exists" }] } } },
  });
  expect(await kube.get("/api/v1/nodes/worker-02")).toMatchObject({ spec: { unschedulable: true, taints: [{ key: "dedicated" }] } });
});

describe("undo", () => {
  const names = { kind: "names", names: ["worker-01"] } as const;
  const label = (value: string): Step => ({ kind: "label", nodes: names, labels: { "example.com/disk": value } });
  const done = ({ state }: ActionRecord) => state.kind === "done";
  async function runAction({ do: act, until }: Service, steps: readonly Step[]): Promise<ActionRecord> {
    return until((await act({ steps })).id, done, 500);
  }
  const undoOf = ({ id, undo }: ActionRecord) => {
    if (undo.kind !== "steps") throw new Error(JSON.stringify(undo));
    return { steps: undo.steps, undoes: id };
  };

  test("G44 is available after a restart while the objects are unchanged, with the same effect", async () => {
    const folder = mkdtempSync(join(tmpdir(), "audit-"));
    const path = join(folder, "actions.jsonl");
    const audit = fileAudit(path);
    const first = await startService("image-update", { audit });
    for (let turn = 0; turn < 300; turn++) first.simulator.clock.advance(1000);
    const before = objectField(await first.kube.get(SET), "spec");
    const [set, set2, sent] = [
      await runAction(first, [image("fluentd:9")]),
      await runAction(first, [label("ssd")]),
      await first.do({ steps: [{ kind: "cordon", nodes: { kind: "names", names: ["worker-02"] } }] }),
    ];
    expect(sent.state.kind).not.toBe("refused");
    audit.close();
    const again = await restartActionService(first, "image-update", { audit: fileAudit(path) });
    open.push(again);
    // An action in progress is watched further.
    await again.until(sent.id, done);
    expect((await again.record(set.id)).undo).toEqual(set.undo);
    await again.kube.merge("/api/v1/nodes/worker-01", { metadata: { labels: { "example.com/disk": "hdd" } } });
    expect((await again.until(set2.id, ({ undo }) => undo.kind === "none")).undo).toEqual({
      kind: "none",
      code: "changed",
      about: "worker-01",
      why: "worker-01 changed since",
    });
    await again.do(undoOf(set));
    expect(objectField(await again.kube.get(SET), "spec")).toEqual(before);
    expect((await again.record(set.id)).undo.kind).toBe("undone");
    rmSync(folder, { recursive: true });
  });

  test("undoes two actions on one object in reverse order", async () => {
    const service = await startService("image-update");
    const before = objectField(await service.kube.get(SET), "spec");
    const [a, b] = [await service.do({ steps: [image("fluentd:a")] }), await service.do({ steps: [image("fluentd:b")] })];
    await service.until(a.id, ({ undo }) => undo.kind === "none");
    await service.do(undoOf(b));
    expect((await service.record(b.id)).undo.kind).toBe("undone");
    await service.do(undoOf(await service.until(a.id, ({ undo }) => undo.kind === "steps")));
    expect(objectField(await service.kube.get(SET), "spec")).toEqual(before);
  });

  test("G44 only the inverse of an action may claim to undo it, and only once", async () => {
    const service = await startService("image-update");
    const one = await runAction(service, [label("ssd")]);
    const planAnswer = async (question: unknown) => {
      const { statusCode, body } = await service.post("/api/actions/plan", question);
      return [statusCode, JSON.parse(body).code, JSON.parse(body).params];
    };
    expect(await planAnswer({ steps: [label("hdd")], undoes: one.id })).toEqual([
      422,
      "NotItsUndo",
      { code: "otherSteps", why: "these are not the steps that take it back" },
    ]);
    expect(await planAnswer({ ...undoOf(one), undoes: "another" })).toEqual([
      422,
      "NotItsUndo",
      { code: "noAction", why: "there is no such action" },
    ]);
    const served = service.clusters.liveReadingOf({});
    const another = { owner: "another", sees: () => false, name: undefined, caller: { kind: "server" }, served } as const;
    await expect(service.acting?.plan(undoOf(one), another)).rejects.toThrow("there is no such action");
    await service.do(undoOf(one));
    expect(await planAnswer(undoOf(one))).toEqual([422, "NotItsUndo", { code: "undone", why: "it was taken back already" }]);
  });
});
