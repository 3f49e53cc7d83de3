import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import { ClassVerdicts, NodeClasses } from "@daemonscope/daemonset/placement/node-classes";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import type { NodeSelectorTerm, PodTemplateSummary, Toleration } from "@daemonscope/kube/objects";
import { collectGarbage, cpuMs, printLast } from "./program.ts";

/**
 * CPU and memory of verdicts alone, compared with all proofs, for every pair of a large cluster with ordinary labels,
 * taints, selectors and tolerations.
 */
const NODES = Number(process.argv[2] ?? 5000);
const SETS = Number(process.argv[3] ?? 50);
const ROUNDS = Number(process.argv[4] ?? 9);

/** One pass over all pairs is too short to measure. */
const PASSES = 10;

const POOLS = ["general-a", "general-b", "general-c", "spot", "gpu"];
const nodes = Array.from({ length: NODES }, (_, at) => {
  const pool = POOLS[at % POOLS.length] ?? "";
  const labels: Record<string, string> = Object.assign(Object.create(null), {
    "beta.kubernetes.io/arch": "amd64",
    "beta.kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": `node-${at}`,
    "kubernetes.io/os": "linux",
    "node.kubernetes.io/instance-type": `m${at % 7}.large`,
    "topology.kubernetes.io/region": "region-1",
    "topology.kubernetes.io/zone": `zone-${"abc"[at % 3]}`,
    pool,
    level: String(at % 10),
  });
  const taints = [
    ...(pool === "gpu" ? [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }] : []),
    ...(pool === "spot" ? [{ key: "spot", value: "true", effect: "NoExecute" }] : []),
    ...(at % 100 === 0 ? [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }] : []),
  ];
  return { name: `node-${at}`, labels, taints };
});
const templates = Array.from({ length: SETS }, (_, at): PodTemplateSummary => {
  const terms: NodeSelectorTerm[] = [
    { matchExpressions: [{ key: "pool", operator: "In", values: ["gpu", POOLS[at % 4] ?? ""] }] },
    {
      matchExpressions: [
        { key: "level", operator: "Gt", values: [String(at % 8)] },
        { key: "kubernetes.io/arch", operator: "NotIn", values: ["arm64"] },
      ],
    },
  ];
  const tolerations: Toleration[] =
    at % 3 === 0 ? [{ operator: "Exists" }] : at % 3 === 1 ? [{ key: "nvidia.com/gpu", operator: "Exists" }] : [];
  return {
    labels: { app: `agent-${at}` },
    nodeSelector: at % 2 === 0 ? { "kubernetes.io/os": "linux" } : {},
    ...(at % 4 === 1 ? { requiredNodeAffinity: { nodeSelectorTerms: terms } } : {}),
    tolerations,
    hostNetwork: at % 5 === 0,
    containers: [],
    sidecars: [],
    volumes: [],
  };
});

let run = 0;
const verdicts = () => {
  run = 0;
  // As in the model: nodes are classified once, and each template evaluates each class once.
  const classes = new NodeClasses();
  for (const template of templates) classes.mention(template);
  const classOf = nodes.map((node) => classes.classOf(node));
  for (const template of templates) {
    const verdicts = new ClassVerdicts(template, DEFAULT_GATES);
    nodes.forEach((node, at) => {
      if (verdicts.on(node, classOf[at] ?? 0) === "run") run++;
    });
  }
};
let held: Placement[] = [];
const proofs = () => {
  held = [];
  for (const template of templates) for (const node of nodes) held.push(explainPlacement(template, node));
};

// Warm-up calls, so that both functions are compiled before the measurement.
verdicts();
proofs();
if (held.filter(({ verdict }) => verdict === "run").length !== run) throw new Error("verdicts and proofs differ");
const verdictMs: number[] = [];
const proofMs: number[] = [];
let proofMb = 0;
// Each collects garbage first, so that it does not measure the other's garbage.
const measureVerdicts = () => {
  held = [];
  collectGarbage();
  verdictMs.push(
    cpuMs(() => {
      for (let pass = 0; pass < PASSES; pass++) verdicts();
    }) / PASSES,
  );
};
const measureProofs = () => {
  held = [];
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  proofMs.push(cpuMs(proofs));
  collectGarbage();
  proofMb = (process.memoryUsage().heapUsed - heapBefore) / 1_048_576;
};
for (let round = 0; round < ROUNDS; round++) {
  const order = [measureVerdicts, measureProofs];
  for (const measure of round % 2 === 0 ? order : order.reverse()) measure();
}
printLast({ nodes: NODES, daemonSets: SETS, pairs: NODES * SETS, run, verdictMs, proofMs, proofMb });
