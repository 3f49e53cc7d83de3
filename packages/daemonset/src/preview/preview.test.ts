import { drain } from "@daemonscope/kube/base/drain";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { describe, expect, it, test } from "vitest";
import { formatStep } from "../actions/steps/format-step.ts";
import type { PlacementCheck } from "../placement/placement.ts";
import type { DaemonSetPreview } from "./effect-preview.ts";
import { effects, previewFixture, reading, type StoryParts } from "./preview.fixture.ts";
import { nodesChangedByPreview } from "./preview-steps.ts";

const NODES: StoryParts["nodes"] = {
  "gpu-1": { labels: { pool: "gpu" } },
  "gpu-2": { labels: { pool: "gpu" } },
  "web-1": { labels: { pool: "web" } },
};
const ALL = Object.keys(NODES);
const FULL = { spec: { containers: [{ name: "agent", image: "agent:1" }] } };
const story = (sets: StoryParts["sets"] = {}) =>
  reading({
    nodes: NODES,
    sets: {
      agent: { on: ALL },
      driver: { on: ["gpu-1", "gpu-2"], template: { nodeSelector: { pool: "gpu" } } },
      ...sets,
    },
  });

const checkWord = (check: PlacementCheck | undefined): string =>
  check === undefined
    ? ""
    : ` by ${check.kind === "taint" ? taintText(check.taint) : check.kind === "nodeSelector" ? `${check.key}=${check.want}` : check.kind}`;

/** `agent: 3→1 desired; goes gpu-1 by x:NoExecute; stays gpu-2; unwanted 2; lost 1`. Equal numbers are given once. */
function summarize({ key, now, then, anyway, ghosts, unwanted, lost, rollout, life }: DaemonSetPreview): string {
  const parts = [`${now.desired}→${then.desired} desired`];
  for (const { ghost, nodes, check } of ghosts) parts.push(`${ghost} ${nodes.join(" ")}${checkWord(check)}`);
  if (then.misscheduled > 0) parts.push(`misscheduled ${then.misscheduled}`);
  if (unwanted !== lost) parts.push(`unwanted ${unwanted}`);
  if (lost > 0) parts.push(`lost ${lost}`);
  if (rollout !== undefined) parts.push(rollout.byHand ? `${rollout.replaced} by hand` : `${rollout.replaced} in ${rollout.waves} waves`);
  if (anyway?.rollout !== undefined) parts.push(`anyway ${anyway.rollout.replaced} in ${anyway.rollout.waves} waves`);
  return `${key.slice("default/".length)}${life === "stays" ? "" : ` ${life}`}: ${parts.join("; ")}`;
}

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "I1 a NoExecute taint deletes pods, and lowers desired",
    "taint -l pool=gpu dedicated=ml:NoExecute",
    [
      "driver: 2→0 desired; goes gpu-1 gpu-2 by dedicated=ml:NoExecute; lost 2",
      "agent: 3→1 desired; goes gpu-1 gpu-2 by dedicated=ml:NoExecute; lost 2",
    ],
  ],
  [
    "I1 a NoSchedule taint keeps pods, which become misscheduled",
    "taint gpu-1 dedicated:NoSchedule",
    [
      "agent: 3→2 desired; stays gpu-1 by dedicated:NoSchedule; misscheduled 1; unwanted 1",
      "driver: 2→1 desired; stays gpu-1 by dedicated:NoSchedule; misscheduled 1; unwanted 1",
    ],
  ],
  ["I1 a PreferNoSchedule taint does nothing", "taint --all soft:PreferNoSchedule", []],
  [
    "I1 a removed label deletes the pod, and an added one creates one",
    "label gpu-1 pool=web; label web-1 pool=gpu",
    ["driver: 2→2 desired; comes web-1 by pool=gpu; goes gpu-1 by pool=gpu; lost 1"],
  ],
  ["I2 a cordon changes nothing: its taint is tolerated", "cordon --all", []],
  [
    "I2 a condition's taint is removed again if the condition does not hold",
    "taint --all node.kubernetes.io/memory-pressure:NoSchedule; taint web-1 node.kubernetes.io/not-ready:NoExecute",
    [],
  ],
  [
    "another image replaces all pods, as many at once as the budget allows",
    "set-image default/agent agent=agent:2",
    ["agent: 3→3 desired; restarts gpu-1 gpu-2 web-1; 3 in 3 waves"],
  ],
  ["an equal image changes nothing", "set-image default/agent agent=agent:1", []],
  [
    "a larger budget in the same preview",
    "set-image default/agent agent=agent:2; set-budget default/agent maxUnavailable=50%",
    ["agent: 3→3 desired; restarts gpu-1 gpu-2 web-1; 3 in 2 waves"],
  ],
  [
    "OnDelete leaves old pods for manual deletion",
    "set-strategy default/agent OnDelete; restart default/agent",
    ["agent: 3→3 desired; replacedByHand gpu-1 gpu-2 web-1; 3 by hand"],
  ],
  [
    "I3 a rolling update deletes the old pod on an unwanted node without a successor",
    "taint web-1 x:NoSchedule; restart default/agent",
    ["agent: 3→2 desired; restarts gpu-1 gpu-2; goes web-1 by x:NoSchedule; lost 1; 3 in 3 waves"],
  ],
  [
    "I4 a template changed and reverted makes no new revision",
    "set-image default/agent agent=agent:2; set-image default/agent agent=agent:1",
    [],
  ],
  [
    "I1 another selector moves pods, and replaces the remaining ones",
    "set-node-selector default/driver pool=web",
    ["driver: 2→1 desired; goes gpu-1 gpu-2 by pool=web; comes web-1; lost 2"],
  ],
  ["I5 deletes a DaemonSet with its pods", "delete default/driver", ["driver goes: 2→0 desired; goes gpu-1 gpu-2; lost 2"]],
  ["I5 an orphaning delete leaves the pods", "delete default/driver --cascade=orphan", ["driver goes: 2→0 desired; stays gpu-1 gpu-2"]],
  [
    "I5 a new DaemonSet adopts orphaned pods, and replaces those with another template",
    'delete default/agent --cascade=orphan; apply {"kind":"DaemonSet","metadata":{"name":"new"},"spec":{"selector":{"matchLabels":{"app":"agent"}},"template":{"metadata":{"labels":{"app":"agent"}},"spec":{"containers":[{"name":"agent","image":"agent:2","ports":[]}],"nodeSelector":{"pool":"gpu"}}}}}',
    [
      "agent goes: 3→0 desired; stays gpu-1 gpu-2 web-1",
      "new comes: 0→2 desired; restarts gpu-1 gpu-2; goes web-1 by pool=gpu; 2 in 2 waves",
    ],
  ],
  [
    "a new DaemonSet creates pods on the nodes that it wants",
    'apply {"kind":"DaemonSet","metadata":{"name":"probe"},"spec":{"selector":{"matchLabels":{"app":"p"}},"template":{"metadata":{"labels":{"app":"p"}},"spec":{"containers":[{"name":"p"}],"nodeSelector":{"pool":"web"}}}}}',
    ["probe comes: 0→1 desired; comes web-1"],
  ],
  [
    "adds nodes like an existing one",
    "join 2 like gpu-1",
    ["agent: 3→5 desired; comes gpu-1-new-1 gpu-1-new-2", "driver: 2→4 desired; comes gpu-1-new-1 gpu-1-new-2"],
  ],
  [
    "a leaving node removes its pods, and no remaining node loses an agent",
    "leave gpu-1",
    ["agent: 3→2 desired; goes gpu-1", "driver: 2→1 desired; goes gpu-1"],
  ],
  ["a deleted pod is recreated", "delete-pods default agent-web-1", ["agent: 3→3 desired; restarts web-1"]],
];

describe("the effect of steps after convergence", () => {
  it.each(CASES)("%s", (_name, text, expected) => {
    const { daemonSets } = effects(story({ agent: { on: ALL, full: FULL } }), text);
    expect(daemonSets.map(summarize).sort()).toEqual([...expected].sort());
  });
});

test.each([
  ["restart default/agent", 2],
  ["delete-pods default agent-web-1 agent-gpu-1", 1],
  ["delete default/agent", 2],
  ["taint --all dedicated=ml:NoExecute", 2],
  ["leave gpu-1", undefined],
  ["set-strategy default/agent OnDelete; restart default/agent", undefined],
  ["delete default/agent --cascade=orphan", undefined],
])("I9 counts the NotReady nodes where a pod ends: %s", (text, onUnready) => {
  const nodes = { "gpu-1": { ready: "Unknown" }, "gpu-2": { ready: "False" }, "web-1": {} } as const;
  const { daemonSets } = effects(reading({ nodes, sets: { agent: { on: ALL, full: FULL } } }), text);
  expect(daemonSets.find(({ key }) => key === "default/agent")?.onUnready).toBe(onUnready);
});

test("an edit without effect has no command, because a patch could leave an empty field and make another template", () => {
  const [step] = previewFixture(story(), "set-affinity default/agent none").steps;
  expect(step).toEqual({ nodes: [], kubectl: undefined, isSoAlready: true, problem: undefined, doubts: [] });
});

test("sorts DaemonSets that lose all pods first, then those that gain, and names the others", () => {
  const { daemonSets, unchanged } = effects(
    story({ still: { on: ["web-1"], template: { nodeSelector: { pool: "web" } } }, later: { template: { nodeSelector: { tier: "x" } } } }),
    "taint -l pool=gpu dedicated=ml:NoExecute; label web-1 tier=x",
  );
  expect(daemonSets.map(({ key }) => key)).toEqual(["default/driver", "default/agent", "default/later"]);
  expect(unchanged).toEqual(["default/still"]);
});

test("keepBy is the edit that adds the missing tolerations", () => {
  const { daemonSets } = effects(story(), "taint -l pool=gpu dedicated=ml:NoExecute");
  expect(daemonSets.map(({ keepBy }) => keepBy && formatStep(keepBy))).toEqual([
    "set-tolerations default/driver dedicated=ml:NoExecute",
    "set-tolerations default/agent dedicated=ml:NoExecute",
  ]);
  const [moved] = effects(story(), "label gpu-1 pool=web").daemonSets;
  expect(moved?.keepBy).toBeUndefined();
});

test("I5 a pod of the first template of an orphaned DaemonSet counts as current, regardless of its content", () => {
  const cluster = story({ agent: { on: ALL, podGeneration: 1 } });
  const recreateSteps = `delete default/agent --cascade=orphan; apply ${JSON.stringify({
    kind: "DaemonSet",
    metadata: { name: "agent" },
    spec: {
      selector: { matchLabels: { app: "agent" } },
      template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "new", image: "new:1", ports: [] }] } },
    },
  })}`;
  expect(effects(cluster, recreateSteps).daemonSets).toEqual([]);
});

test("I6 R31 under OnDelete, a controller that drives the DaemonSet replaces old pods", () => {
  const driver = (labels: Readonly<Record<string, string>>) =>
    reading({
      nodes: { n1: { labels }, n2: { labels } },
      sets: { agent: { on: ["n1", "n2"], labels: { app: "nvidia-driver-daemonset" }, strategy: { type: "OnDelete" } } },
    });
  const ghostsOf = (labels: Readonly<Record<string, string>>) =>
    effects(driver(labels), "restart default/agent").daemonSets.flatMap(({ ghosts }) => ghosts.map(({ ghost }) => ghost));
  expect(ghostsOf({ "nvidia.com/gpu-driver-upgrade-state": "upgrade-done" })).toEqual(["restarts"]);
  expect(ghostsOf({}), "the controller has switched its upgrades off").toEqual(["replacedByHand"]);
});

test("I6 from OnDelete to RollingUpdate: old pods are replaced", () => {
  const cluster = story({ agent: { on: ALL, hash: "hash-0", strategy: { type: "OnDelete" } } });
  expect(effects(cluster, "set-strategy default/agent RollingUpdate").daemonSets.map(summarize)).toEqual([
    "agent: 3→3 desired; restarts gpu-1 gpu-2 web-1; 3 in 3 waves",
  ]);
});

test("I6 another budget changes the waves of a rollout", () => {
  const cluster = story({
    agent: { on: ALL, hash: "hash-0", strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
  });
  // The rollout is already running and would replace the pods without the step too.
  expect(effects(cluster, "set-budget default/agent maxUnavailable=2 maxSurge=0").daemonSets.map(summarize)).toEqual([
    "agent: 3→3 desired; 3 in 2 waves; anyway 3 in 3 waves",
  ]);
});

test("I6 a NotReady node holds the budget and stops the rollout before its end", () => {
  const cluster = reading({
    nodes: { ...NODES, "web-2": { ready: "False" } },
    sets: { agent: { on: ALL, template: { tolerations: [{ operator: "Exists" }] } } },
  });
  const [agent] = effects(cluster, "restart default/agent").daemonSets;
  expect(agent).toMatchObject({
    then: { desired: 4, updated: 1, available: 3 },
    rollout: { replaced: 3, atOnce: 1, waves: 3, stands: { unfit: 0, endsAt: 1 } },
  });
});

test("I6 under maxSurge unwanted old pods are deleted only while more than desired are available", () => {
  const parts = (web2: "True" | "False"): StoryParts => ({
    nodes: { ...NODES, "web-1": { taints: [{ key: "x", effect: "NoSchedule" }] }, "web-2": { ready: web2 } },
    sets: {
      agent: {
        on: ALL,
        template: {
          tolerations: [
            { key: "x", operator: "Exists" },
            { key: "node.kubernetes.io/not-ready", operator: "Exists" },
          ],
        },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      },
    },
  });
  const effectsWith = (web2: "True" | "False") => effects(reading(parts(web2)), "set-tolerations default/agent").daemonSets.map(summarize);
  expect(effectsWith("True")).toEqual(["agent: 4→3 desired; restarts gpu-1 gpu-2; goes web-1 by x:NoSchedule; lost 1; 3 in 3 waves"]);
  expect(effectsWith("False")).toEqual([
    "agent: 4→3 desired; restarts gpu-1 gpu-2; stays web-1 by x:NoSchedule; misscheduled 1; unwanted 1; 2 in 2 waves",
  ]);
});

test("I2 returns changed nodes with the taints that the node lifecycle controller sets", () => {
  const all = previewFixture(story(), "cordon gpu-1; taint gpu-2 x:NoExecute; leave web-1; join 1");
  const { changed, left } = drain(nodesChangedByPreview(all));
  expect(left).toEqual(["web-1"]);
  expect(changed.map(({ name, taints, unschedulable }) => [name, taints.map(taintText), unschedulable])).toEqual([
    ["gpu-1", ["node.kubernetes.io/unschedulable:NoSchedule"], true],
    ["gpu-2", ["x:NoExecute"], false],
    ["node-new-1", [], false],
  ]);
});

test("I7 joining nodes of unknown capacity add a doubt that pods are assumed to fit", () => {
  const { steps } = previewFixture(story(), "join 1; join 1 like web-1; join 1 --allocatable cpu=2");
  expect(steps.map(({ doubts }) => doubts)).toEqual([["joinRoom"], [], []]);
});

test("each step has its command, its nodes, and whether it changes nothing", () => {
  const { steps } = previewFixture(
    story(),
    "taint -l pool=gpu x:NoExecute; taint -l pool=gpu x:NoExecute; join 1 like web-1; restart default/agent",
  );
  expect(steps.map(({ nodes, kubectl, isSoAlready }) => [nodes, kubectl, isSoAlready])).toEqual([
    [["gpu-1", "gpu-2"], "kubectl taint nodes -l pool=gpu x:NoExecute --overwrite", false],
    [["gpu-1", "gpu-2"], "kubectl taint nodes -l pool=gpu x:NoExecute --overwrite", true],
    [[], undefined, false],
    [[], "kubectl -n default rollout restart ds/agent", false],
  ]);
});
