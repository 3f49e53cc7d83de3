import type { DaemonSetEdit } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ActionRecord } from "@daemonscope/shared/http/actions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KubeClient } from "../../lab/kube-client.ts";
import { actionServiceOn } from "./action-service.fixture.ts";

const NODE = "/api/v1/nodes/worker-01";
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const nodes = { kind: "names", names: ["worker-01"] } as const;
const edit = (each: DaemonSetEdit): Step => ({ kind: "edit", namespace: "kube-system", name: "fluentd-elasticsearch", edit: each });

interface Taints {
  readonly spec: { readonly taints?: readonly { readonly key: string; readonly effect: string }[] };
}

let service: Awaited<ReturnType<typeof actionServiceOn>>;
beforeAll(async () => {
  // For a simulated cluster kubectl's command names no context.
  service = await actionServiceOn("image-update", { simulated: true });
});
afterAll(() => service.close());

/** Returns the fields that a user writes. Sorts the taints, whose order has no meaning. */
async function userFields(path: string): Promise<unknown> {
  const { metadata, spec } = (await service.kube.get(path)) as unknown as { readonly metadata: { readonly labels?: unknown } } & Taints;
  const taints = spec.taints?.toSorted((a, b) => (`${a.key}:${a.effect}` < `${b.key}:${b.effect}` ? -1 : 1));
  return { labels: metadata.labels, spec: { ...spec, taints } };
}

/** Returns the request that kubectl sends for a `patch` command. */
function patchOfLine(line: string): (kube: KubeClient) => Promise<unknown> {
  const patch = JSON.parse(/ -p '(.*)'$/.exec(line)?.[1] ?? "");
  return (kube) => (line.includes("--type=json") ? kube.jsonPatch(SET, patch) : kube.strategicMerge(SET, patch));
}

/**
 * kubectl's requests: label and annotate send a merge patch; taint, cordon and set image send a strategic one.
 * Source: kubernetes staging/src/k8s.io/kubectl/pkg/cmd.
 */
const ON_NODES: readonly (readonly [string, Step, (kube: KubeClient) => Promise<unknown>])[] = [
  [
    "kubectl taint node worker-01 dedicated=db:NoSchedule --overwrite",
    { kind: "taint", nodes, taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] },
    (kube) => kube.strategicMerge(NODE, { spec: { taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] } }),
  ],
  [
    "kubectl label node worker-01 disk=ssd pool=other --overwrite",
    { kind: "label", nodes, labels: { disk: "ssd", pool: "other" } },
    (kube) => kube.merge(NODE, { metadata: { labels: { disk: "ssd", pool: "other" } } }),
  ],
  [
    "kubectl label node worker-01 pool-",
    { kind: "unlabel", nodes, keys: ["pool"] },
    (kube) => kube.merge(NODE, { metadata: { labels: { pool: null } } }),
  ],
  ["kubectl cordon worker-01", { kind: "cordon", nodes }, (kube) => kube.strategicMerge(NODE, { spec: { unschedulable: true } })],
];

const EDITS: readonly (readonly [string, DaemonSetEdit])[] = [
  ["adds a toleration", { kind: "tolerations", to: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }] }],
  ["sets a nodeSelector", { kind: "nodeSelector", set: { "example.com/disk": "ssd" }, remove: [] }],
  ["switches to OnDelete", { kind: "updateStrategyType", to: "OnDelete" }],
  ["sets a larger budget", { kind: "budget", field: "maxUnavailable", to: "50%" }],
];

const undoSteps = ({ undo }: Pick<ActionRecord, "undo">): readonly Step[] => {
  if (undo.kind !== "steps") throw new Error(JSON.stringify(undo));
  return undo.steps;
};

async function expectSameAs(path: string, step: Step, asKubectl: (line: string) => (kube: KubeClient) => Promise<unknown>): Promise<void> {
  const before = await userFields(path);
  const plan = await service.plan({ steps: [step] });
  const record = await service.carryOut(plan);
  const after = await userFields(path);
  expect(after).not.toEqual(before);
  await service.do({ steps: undoSteps(record) });
  expect(await userFields(path)).toEqual(before);
  await asKubectl(plan.kubectl ?? "")(service.kube);
  expect(await userFields(path)).toEqual(after);
  await service.do({ steps: undoSteps(record) });
  expect(await userFields(path)).toEqual(before);
}

describe("an executed plan has the effect of its kubectl command, and can be undone", () => {
  it.each(ON_NODES)("%s", async (line, step, asKubectl) => {
    expect((await service.plan({ steps: [step] })).kubectl).toBe(line);
    await expectSameAs(NODE, step, () => asKubectl);
  });
  it("removes taints like kubectl, and keeps the others", async () => {
    const taint = (key: string) => ({ key, value: "a", effect: "NoSchedule" });
    const record = await service.do({ steps: [{ kind: "taint", nodes, taints: [taint("x"), taint("y")] }] });
    await expectSameAs(
      NODE,
      { kind: "untaint", nodes, taints: [{ key: "x" }] },
      () => (kube) => kube.strategicMerge(NODE, { spec: { taints: [taint("y")] } }),
    );
    await service.do({ steps: undoSteps(record) });
  });
  it.each(EDITS)("%s", (_words, each) => expectSameAs(SET, edit(each), patchOfLine));
  it("sets an image, and returns to the previous revision", async () => {
    const name = "fluentd-elasticsearch";
    const before = await userFields(SET);
    const image = edit({ kind: "image", container: name, image: "fluentd:9" });
    const patch = { spec: { template: { spec: { containers: [{ name, image: "fluentd:9" }] } } } };
    await expectSameAs(SET, image, () => (kube) => kube.strategicMerge(SET, patch));
    await service.do({ steps: [image] });
    service.simulator.clock.advance(2000);
    const plan = await service.plan({ steps: [edit({ kind: "revision", to: 1 })] });
    expect(plan.kubectl).toBe(`kubectl -n kube-system rollout undo ds/${name} --to-revision=1`);
    await service.carryOut(plan);
    expect(await userFields(SET)).toEqual(before);
  });
});

describe("refuses the whole plan if it is outdated", () => {
  const taint = (key: string): Step => ({ kind: "taint", nodes, taints: [{ key, value: "a", effect: "NoSchedule" }] });

  it("because another taint replaced it", async () => {
    const first = await service.do({ steps: [taint("y")] });
    const plan = await service.plan({ steps: [{ kind: "untaint", nodes, taints: [{ key: "y" }] }] });
    await service.kube.jsonPatch(NODE, [{ op: "add", path: "/spec/taints/0", value: { key: "x", effect: "NoSchedule" } }]);
    const before = await userFields(NODE);
    expect((await service.carryOut(plan)).state).toMatchObject({ kind: "refused", why: "conflict", httpStatus: 422 });
    expect(await userFields(NODE)).toEqual(before);
    await service.kube.merge(NODE, { spec: { taints: null } });
    expect(first.state.kind).not.toBe("refused");
  });
  it("because the object was recreated under its name", async () => {
    const plan = await service.plan({ steps: [taint("y")] });
    const { metadata, spec, status } = (await service.kube.get(NODE)) as { metadata: { labels: unknown }; spec: unknown; status: unknown };
    await service.kube.send("DELETE", NODE);
    const again = { apiVersion: "v1", kind: "Node", metadata: { name: "worker-01", labels: metadata.labels }, spec, status };
    await service.kube.send("POST", "/api/v1/nodes", again);
    const before = await userFields(NODE);
    expect((await service.carryOut(plan)).state).toMatchObject({ kind: "refused" });
    expect(await userFields(NODE)).toEqual(before);
  });
});
