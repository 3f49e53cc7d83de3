import { byHand } from "@daemonscope/daemonset/actions/action";
import type { Change, DaemonSetEdit } from "@daemonscope/daemonset/actions/change";
import { planOf } from "@daemonscope/daemonset/actions/plan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carryOut, sendPlanned } from "./carry-out.ts";
import type { KubeClient } from "./kube-client.ts";
import { labOnManualTime } from "./lab.fixture.ts";
import { liveFacts } from "./live-facts.ts";

const NODE = "/api/v1/nodes/worker-01";
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const nodes = ["worker-01"];
const edit = (each: DaemonSetEdit): Change => ({
  kind: "editDaemonSet",
  namespace: "kube-system",
  name: "fluentd-elasticsearch",
  edit: each,
});

interface Taints {
  readonly spec: { readonly taints?: readonly { readonly key: string; readonly effect: string }[] };
}

let made: Awaited<ReturnType<typeof labOnManualTime>>;
beforeAll(async () => {
  made = await labOnManualTime("image-update");
});
afterAll(() => made.close());

/** What a person wrote. Taints have no order that would mean anything. */
async function written(path: string): Promise<unknown> {
  const { metadata, spec } = (await made.kube().get(path)) as unknown as { readonly metadata: { readonly labels?: unknown } } & Taints;
  const taints = spec.taints?.toSorted((a, b) => (`${a.key}:${a.effect}` < `${b.key}:${b.effect}` ? -1 : 1));
  return { labels: metadata.labels, spec: { ...spec, taints } };
}

const tools = () => ({ kube: made.kube(), passUntil: async () => false });

/** What kubectl sends for a `patch`, as its line says. */
function patchOfLine(line: string): (kube: KubeClient) => Promise<unknown> {
  const patch = JSON.parse(/ -p '(.*)'$/.exec(line)?.[1] ?? "");
  return (kube) => (line.includes("--type=json") ? kube.jsonPatch(SET, patch) : kube.strategicMerge(SET, patch));
}

/** kubectl's requests: label and annotate send a merge patch, taint, cordon and set image a strategic one (staging/src/k8s.io/kubectl/pkg/cmd). */
const ON_NODES: readonly (readonly [string, Change, (kube: KubeClient) => Promise<unknown>])[] = [
  [
    "kubectl taint node worker-01 dedicated=db:NoSchedule",
    { kind: "taint", nodes, taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }], overwrite: false },
    (kube) => kube.strategicMerge(NODE, { spec: { taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] } }),
  ],
  [
    "kubectl label node worker-01 disk=ssd pool=other --overwrite",
    { kind: "label", nodes, labels: { disk: "ssd", pool: "other" }, overwrite: true },
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
  ["lets it onto nodes with a taint", { kind: "tolerations", to: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }] }],
  ["gives it a nodeSelector", { kind: "nodeSelector", set: { "example.com/disk": "ssd" }, remove: [] }],
  ["holds its rollout", { kind: "updateStrategyType", to: "OnDelete" }],
  ["gives it a larger budget", { kind: "budget", field: "maxUnavailable", to: "50%" }],
];

async function expectSameAs(path: string, change: Change, asKubectl: (kube: KubeClient) => Promise<unknown>): Promise<void> {
  const before = await written(path);
  const { undo } = await carryOut(tools(), byHand(change));
  const after = await written(path);
  expect(after).not.toEqual(before);
  await undo?.();
  expect(await written(path)).toEqual(before);
  await asKubectl(made.kube());
  expect(await written(path)).toEqual(after);
  await undo?.();
  expect(await written(path)).toEqual(before);
}

describe("a plan that is carried out does what its command does, and is taken back", () => {
  it.each(ON_NODES)("%s", async (line, change, asKubectl) => {
    expect(planOf(await liveFacts(made.kube(), [change]), byHand(change)).kubectl).toBe(line);
    await expectSameAs(NODE, change, asKubectl);
  });
  it("taints go as by kubectl, the others stay", async () => {
    const taint = (key: string) => ({ key, value: "a", effect: "NoSchedule" });
    const { undo } = await carryOut(tools(), byHand({ kind: "taint", nodes, taints: [taint("x"), taint("y")], overwrite: false }));
    await expectSameAs(NODE, { kind: "untaint", nodes, taints: [taint("x")] }, (kube) =>
      kube.strategicMerge(NODE, { spec: { taints: [taint("y")] } }),
    );
    await undo?.();
  });
  it.each(EDITS)("%s", async (_words, each) => {
    const change = edit(each);
    const line = planOf(await liveFacts(made.kube(), [change]), byHand(change)).kubectl ?? "";
    await expectSameAs(SET, change, patchOfLine(line));
  });
  it("sets an image, and goes back to the revision before", async () => {
    const name = "fluentd-elasticsearch";
    const before = await written(SET);
    const patch = { spec: { template: { spec: { containers: [{ name, image: "fluentd:9" }] } } } };
    await expectSameAs(SET, edit({ kind: "image", container: name, image: "fluentd:9" }), (kube) => kube.strategicMerge(SET, patch));
    await carryOut(tools(), byHand(edit({ kind: "image", container: name, image: "fluentd:9" })));
    await made.done("advance", { ms: 2000 });
    expect((await carryOut(tools(), byHand(edit({ kind: "revision", to: 1 })))).line).toBe(
      `kubectl -n kube-system rollout undo ds/${name} --to-revision=1`,
    );
    expect(await written(SET)).toEqual(before);
  });
});

describe("a plan that no longer holds is refused whole", () => {
  const change: Change = {
    kind: "untaint",
    nodes,
    taints: [{ key: "y", value: "a", effect: "NoSchedule" }],
  };
  const taint = (key: string): Change => ({
    kind: "taint",
    nodes,
    taints: [{ key, value: "a", effect: "NoSchedule", at: 0 }],
    overwrite: false,
  });

  it("when another taint has taken the place", async () => {
    const first = await carryOut(tools(), byHand(taint("y")));
    const { requests = [] } = planOf(await liveFacts(made.kube(), [change]), byHand(change));
    const second = await carryOut(tools(), byHand(taint("x")));
    const before = await written(NODE);
    for (const request of requests) await expect(sendPlanned(tools(), request)).rejects.toMatchObject({ status: 422 });
    expect(await written(NODE)).toEqual(before);
    await second.undo?.();
    await first.undo?.();
  });
  it("when the object is another one of that name", async () => {
    const facts = await liveFacts(made.kube(), [taint("y")]);
    const node = facts.node("worker-01");
    expect(node).toBeDefined();
    const other = { ...facts, node: () => ({ name: "worker-01", labels: {}, taints: [], uid: "another" }) };
    const { requests = [] } = planOf(other, byHand(taint("y")));
    expect(requests).toHaveLength(1);
    for (const request of requests) await expect(sendPlanned(tools(), request)).rejects.toMatchObject({ status: 422 });
  });
});
