import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { amountOf } from "@daemonscope/daemonset/capacity/amount";
import type { RequestingPod } from "@daemonscope/daemonset/capacity/node-fit";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { type FreeCapacity, nodesNeedingCapacity } from "@daemonscope/daemonset/preview/capacity/free-capacity";
import { previewOverhead } from "@daemonscope/daemonset/preview/preview-overhead";
import { previewReading } from "@daemonscope/daemonset/preview/preview-reading";
import { effectsOf, nodesChangedByPreview, type Preview, previewSteps, withCapacity } from "@daemonscope/daemonset/preview/preview-steps";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { previewDecoders } from "@daemonscope/server/actions/preview/what-if-answer";
import { collectGarbage, cpuMs, printLast, quantile } from "./program.ts";
import { eventOf, RESOURCES, simulatedCluster } from "./simulated-cluster.ts";

/**
 * CPU of a what-if question in a simulated cluster with 12 DaemonSets. The baseline is a second model of that cluster
 * after the change, with each of its pairs.
 */
const NODES = Number(process.argv[2] ?? 5000);
const ROUNDS = Number(process.argv[3] ?? 7);
const { store, clock } = simulatedCluster(NODES);
const model = new ClusterModel({ nowMs: clock.nowMs() });
const keepTemplate = createTemplateRedactor({ key: new Uint8Array(32), showValues: false });
for (const resource of RESOURCES)
  for (const object of store.list(resource)) {
    const event = eventOf(resource, JSON.parse(JSON.stringify(object)), keepTemplate);
    if (event !== undefined) model.apply(event);
  }
for (const source of MODEL_SOURCES) model.apply({ do: "read", source: source });
model.takeChanges();
const { reading } = model;

/** Capacity as a server reads it: each node with its daemon pods and as many others. */
const allocatable = new Map([
  ["cpu", amountOf("16")],
  ["memory", amountOf("64Gi")],
  ["pods", amountOf("110")],
]);
const bound = new Map<string, RequestingPod[]>();
const podDefaults = { phase: "Running", terminating: false, priority: 0, neverPreempts: false, hostPorts: [] };
const requests = new Map([
  ["cpu", amountOf("100m")],
  ["memory", amountOf("128Mi")],
]);
for (const { key, pod } of reading.pods()) {
  const { uid, namespace, name, node } = pod;
  const nodePods = bound.get(node) ?? [];
  const other = { ...podDefaults, uid: `${uid} beside`, namespace: "apps", name: `${name}-app`, daemonSet: undefined, requests };
  nodePods.push({ ...podDefaults, uid, namespace, name, daemonSet: key, requests }, other);
  bound.set(node, nodePods);
}
const everyNode = new Map(reading.nodes().map(({ name }) => [name, allocatable]));
/** Limit of the pods that the server reads; above it, the answer does not state free capacity. */
const MOST_PODS = 30_000;
/** Reads the pods of the nodes on which a pod starts or requests more. */
function* roomFor({ sets }: Preview): Generator<undefined, FreeCapacity | undefined> {
  const read = [...(yield* nodesNeedingCapacity(sets))].map((name) => [name, bound.get(name) ?? []] as const);
  const pods = read.reduce((sum, [, each]) => sum + each.length, 0);
  return pods > MOST_PODS ? undefined : { allocatable: everyNode, bound: new Map(read) };
}

const [first = ""] = reading.daemonSetKeys();
const container = reading.daemonSet(first)?.spec.template.containers[0]?.name ?? "";
const manifest = JSON.stringify({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { namespace: "default", name: "probe" },
  spec: {
    selector: { matchLabels: { app: "probe" } },
    template: { metadata: { labels: { app: "probe" } }, spec: { containers: [{ name: "probe", image: "probe:1" }] } },
  },
});
const QUESTIONS: readonly (readonly [name: string, text: string])[] = [
  ["a taint on every node", "taint --all dedicated=ml:NoExecute"],
  [
    "a taint on ten nodes",
    `taint ${reading
      .nodes()
      .slice(0, 10)
      .map(({ name }) => name)
      .join(" ")} dedicated=ml:NoExecute`,
  ],
  ["another image", `set-image ${first} ${container}=agent:next`],
  ["a new DaemonSet", `apply ${manifest}`],
  ["a hundred nodes join", "join 100"],
];
const stepsOf = (text: string): readonly Step[] => {
  const read = parseSteps(text);
  if (read.kind === "unreadable") throw new Error(`${text}: ${read.word}`);
  return read.steps;
};
const tools = previewDecoders(keepTemplate, undefined);

/** As the server answers, without its reads of the cluster. */
function* answerSteps(steps: readonly Step[]) {
  const preview = yield* previewSteps(reading, steps, tools);
  const room = yield* roomFor(preview);
  const fitted = room === undefined ? preview : yield* withCapacity(preview, room);
  return [yield* effectsOf(reading, fitted), yield* nodesChangedByPreview(fitted), yield* previewOverhead(fitted, everyNode)];
}
const answerText = (steps: readonly Step[]) => JSON.stringify(drain(answerSteps(steps)));
const rebuildModel = (steps: readonly Step[]) => previewReading(drain(previewSteps(reading, steps, tools))).daemonSets().length;
const questions = QUESTIONS.map(([name, text]) => {
  const steps = stepsOf(text);
  const bytes = answerText(steps).length;
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    collectGarbage();
    ours.push(cpuMs(() => answerText(steps)));
    if (process.env.BENCH_PREVIEW_ALONE === undefined) baseline.push(cpuMs(() => rebuildModel(steps)));
  }
  return { name, bytes, ours: Math.round(quantile(ours, 0.5)), baseline: Math.round(quantile(baseline, 0.5)) };
});
printLast({ nodes: NODES, daemonSets: reading.daemonSetKeys().length, pods: reading.podCount, questions });
