import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actionServiceOn } from "./action-service.fixture.ts";

const NAME = { namespace: "kube-system", name: "fluentd-elasticsearch" };
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const image: Step = { kind: "edit", ...NAME, edit: { kind: "image", container: "fluentd-elasticsearch", image: "fluentd:9" } };
const cordon = (...names: readonly string[]): Step => ({ kind: "cordon", nodes: { kind: "names", names } });

let service: Awaited<ReturnType<typeof actionServiceOn>>;
beforeEach(async () => {
  service = await actionServiceOn("image-update");
});
afterEach(() => service.close());

const nameOf = (object: Json) => textField(objectField(object, "metadata"), "name") ?? "";
/** Returns the object and the message of each Event. */
async function events(): Promise<readonly (readonly [about: string, message: string])[]> {
  const all = objectsField(await service.kube.get("/api/v1/events"), "items").filter(({ reason }) => reason === "ChangedByDaemonscope");
  return all.map((event) => {
    const { kind, name, namespace } = objectField(event, "involvedObject");
    return [`${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`, textField(event, "message") ?? ""] as const;
  });
}
const recordWithEvent = (id: string): Promise<ActionRecord> => service.until(id, ({ event }) => event !== undefined, 500);

describe("a Kubernetes Event for a changed object", () => {
  it("is written once per action on request, with user and action, after a check of the right", async () => {
    expect((await service.plan({ steps: [image] })).rights).toHaveLength(1);
    const plan = await service.plan({ steps: [image], event: true });
    expect(plan.rights).toContainEqual({
      verb: "create",
      group: "",
      resource: "events",
      namespace: "kube-system",
      isForEvent: true,
      allowed: true,
    });
    const { id, who } = await service.carryOut(plan);
    expect((await recordWithEvent(id)).event).toEqual({ written: 1 });
    expect(await events()).toEqual([
      [
        "DaemonSet kube-system/fluentd-elasticsearch",
        expect.stringMatching(new RegExp(`^${who ?? "somebody"}: kubectl .*set image ds/fluentd-elasticsearch`)),
      ],
    ]);
    const [event] = objectsField(await service.kube.get("/api/v1/events"), "items").filter(
      ({ reason }) => reason === "ChangedByDaemonscope",
    );
    const { uid } = objectField(await service.kube.get(SET), "metadata");
    expect(objectField(event ?? {}, "involvedObject")).toMatchObject({ apiVersion: "apps/v1", uid });
  });
  it("is written neither without a request nor for a refused action", async () => {
    await service.do({ steps: [cordon("worker-01")] });
    const refused = await service.plan({ steps: [image], event: true });
    await service.kube.merge(SET, { spec: { minReadySeconds: 3 } });
    expect((await service.carryOut(refused)).state.kind).toBe("refused");
    expect(await events()).toEqual([]);
  });
  it("is written on each node, and for deleted pods once on their DaemonSet", async () => {
    const both = await service.do({ steps: [cordon("worker-01", "worker-02")], event: true });
    expect((await recordWithEvent(both.id)).event).toEqual({ written: 2 });
    const pods = objectsField(await service.kube.get("/api/v1/namespaces/kube-system/pods"), "items")
      .map(nameOf)
      .filter((name) => name.startsWith("fluentd"))
      .slice(0, 3);
    const deleted = await service.do({ steps: [{ kind: "deletePods", namespace: "kube-system", pods }], event: true });
    expect((await recordWithEvent(deleted.id)).event).toEqual({ written: 1 });
    expect((await events()).map(([about]) => about).sort()).toEqual([
      "DaemonSet kube-system/fluentd-elasticsearch",
      "Node worker-01",
      "Node worker-02",
    ]);
  });
  it("that cannot be written is reported, and the action still runs", async () => {
    service.faults.forbid("events", "create");
    const plan = await service.plan({ steps: [cordon("worker-01")], event: true });
    expect(plan.rights.map(({ resource, allowed }) => [resource, allowed])).toEqual([
      ["nodes", true],
      ["events", false],
    ]);
    const { id } = await service.carryOut(plan);
    expect((await recordWithEvent(id)).event).toMatchObject({
      written: 0,
      problem: expect.stringMatching(/was not written: .*forbidden/i),
    });
    expect(objectField(await service.kube.get("/api/v1/nodes/worker-01"), "spec").unschedulable).toBe(true);
    expect(service.problems).toHaveLength(1);
  });
});

it("with --write-events each action writes one, and a plan lists the right", async () => {
  const always = await actionServiceOn("image-update", { writesEvents: true });
  try {
    const plan = await always.plan({ steps: [cordon("worker-01")] });
    expect(plan.rights.map(({ resource }) => resource)).toEqual(["nodes", "events"]);
    const { id } = await always.carryOut(plan);
    expect((await always.until(id, ({ event }) => event !== undefined)).event).toEqual({ written: 1 });
  } finally {
    await always.close();
  }
});
