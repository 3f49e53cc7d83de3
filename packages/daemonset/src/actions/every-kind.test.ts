import { drain } from "@daemonscope/kube/base/drain";
import { stepProblemText, unreadableStepText } from "@daemonscope/words/english/step-problem-text";
import { expect, test } from "vitest";
import { aDaemonSet, emptyTemplate } from "../model/objects.fixture.ts";
import { editedObject } from "../preview/apply/edited-object.ts";
import { TOOLS } from "../preview/preview.fixture.ts";
import { manualAction } from "./changes/action.ts";
import type { Change } from "./changes/change.ts";
import { changedFacts } from "./changes/changed-facts.ts";
import type { DaemonSetFacts, NodeFacts, RolloutPlanFacts } from "./changes/plan-facts.ts";
import { planOf } from "./plan.ts";
import { formatStep, formatSteps } from "./steps/format-step.ts";
import { parseStep } from "./steps/parse-step.ts";
import { resolveStep, type StepFacts } from "./steps/resolve-step.ts";
import { stepFromJson } from "./steps/step-from-json.ts";
import { stepsOfChanges } from "./steps/step-of-change.ts";

/** Each public form of each kind of step and change, in one text file: JSON, kubectl line, requests, inverse, facts
 *  after it, problem sentences. `npx vitest -u` writes the file again; the difference shows what users would see. */

const GPU = { key: "gpu", effect: "NoSchedule" };
const NODES: readonly NodeFacts[] = [
  { name: "n1", uid: "u1", labels: { pool: "a", tier: "x" }, taints: [GPU, { key: "db", value: "pg", effect: "NoExecute" }] },
  { name: "n2", uid: "u2", labels: { pool: "a" }, taints: [], unschedulable: true },
  { name: "n3", labels: {}, taints: [] },
];
const AFFINITY = { nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "Exists" }] }] };
const revisions = [
  { revision: 1, current: false },
  { revision: 2, current: true },
] as unknown as RolloutPlanFacts["revisions"];
/** Every field has a value. */
const FULL: DaemonSetFacts = {
  namespace: "logging",
  name: "full",
  uid: "d1",
  generation: 7,
  selector: "app=full",
  priorityClassName: "system-node-critical",
  template: {
    nodeSelector: { disk: "ssd", "a.b/c": "d" },
    tolerations: [{ key: "gpu", operator: "Exists" }],
    requiredNodeAffinity: AFFINITY,
    hostNetwork: false,
  },
  containers: [
    { name: "side", image: "side:1" },
    {
      name: "agent",
      image: "agent:1",
      ports: [
        { containerPort: 9100, hostPort: 9100 },
        { containerPort: 53, protocol: "UDP" },
      ],
      requests: { cpu: "100m", memory: "1Gi" },
    },
  ],
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: 0 } },
  rollout: { revisions } as unknown as RolloutPlanFacts,
  desired: 2,
};
/** Every optional field is absent. */
const BARE: DaemonSetFacts = {
  namespace: "logging",
  name: "bare",
  template: { nodeSelector: {}, tolerations: [], hostNetwork: false },
  containers: [{ name: "agent", image: "agent:1" }],
  updateStrategy: { type: "OnDelete" },
  desired: 0,
};
const ONE_LIMIT: DaemonSetFacts = { ...BARE, name: "surge", updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } };
const SETS = [FULL, BARE, ONE_LIMIT];

const facts: StepFacts = {
  cluster: { context: "prod eu", simulated: false },
  node: (name) => NODES.find((node) => node.name === name),
  nodes: () => NODES,
  daemonSet: (namespace, name) => SETS.find((set) => set.namespace === namespace && set.name === name),
  daemonSetKeys: () => SETS.map(({ namespace, name }) => `${namespace}/${name}`),
  hasPod: (_, name) => name === "agent-1",
  podUid: (_, name) => `uid-of-${name}`,
  manifestOf: (kind, name, namespace) =>
    name === "n3" ? undefined : { apiVersion: "v1", kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } },
};

const MANIFEST =
  '{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"NAME","namespace":"logging"},"spec":{"selector":{"matchLabels":{"app":"NAME"}},"template":{"metadata":{"labels":{"app":"NAME"}},"spec":{"containers":[{"name":"c"}]}}}}';
const manifestOf = (name: string): string => MANIFEST.replaceAll("NAME", name);

/** The words after the name of the DaemonSet. */
const EDITS: readonly string[] = [
  "restart",
  "restart 2026-06-01T00:00:00Z",
  "set-tolerations",
  "set-tolerations gpu",
  "set-tolerations gpu db=pg:NoExecute *",
  'set-tolerations {"key":"a","operator":"Exists","effect":"NoExecute","tolerationSeconds":9}',
  "set-tolerations a=b:Never",
  "set-tolerations -:NoExecute",
  'set-tolerations {"operator":"Equal"}',
  'set-tolerations {"key":"a","operator":"Exists","tolerationSeconds":9}',
  "set-node-selector disk=hdd zone=z",
  "set-node-selector disk- a.b/c-",
  "set-node-selector disk=ssd",
  "set-node-selector disk=b_",
  "set-node-selector -x-",
  "set-affinity none",
  'set-affinity {"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}]}',
  'set-affinity {"nodeSelectorTerms":[{"matchExpressions":[{"key":"gpu","operator":"Exists"}]}]}',
  "set-affinity {}",
  'set-affinity {"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"In"}]}]}',
  "set-image agent=agent:2",
  "set-image agent=agent:1",
  "set-image agent=",
  "set-image other=x",
  "set-requests -c agent cpu=200m memory-",
  "set-requests -c agent cpu=200m memory=2Gi",
  "set-requests -c agent cpu- memory-",
  "set-requests -c agent cpu=lots",
  "set-requests -c other cpu=1",
  "set-host-ports -c agent 9100=9200 53/UDP=53 80=80",
  "set-host-ports -c agent 9100=0 80=0",
  "set-host-ports -c agent 9100=9100",
  "set-host-ports -c agent 80=70000",
  "set-host-ports -c other 80=80",
  "set-priority",
  "set-priority system-cluster-critical",
  "set-priority system-node-critical",
  "set-priority A_b",
  "set-strategy OnDelete",
  "set-strategy RollingUpdate",
  "set-strategy RollingUpdate maxUnavailable=1",
  "set-strategy RollingUpdate maxSurge=10%",
  "set-strategy RollingUpdate maxUnavailable=25% maxSurge=0",
  "set-strategy RollingUpdate maxUnavailable=1 maxSurge=1",
  "set-strategy RollingUpdate maxUnavailable=0",
  "set-budget maxUnavailable=3",
  "set-budget maxUnavailable=25%",
  "set-budget maxUnavailable=0",
  "set-budget maxSurge=2",
  "set-budget maxSurge=0",
  "set-budget maxSurge=200%",
  "set-budget maxUnavailable=0 maxSurge=2",
  "set-budget maxUnavailable=0 maxSurge=0",
  "annotate note=a=b",
  "annotate -x=a",
  "undo 1",
  "undo 9",
];

const withSet = (words: string, name: string): string => words.replace(/^[a-z-]+/, (verb) => `${verb} ${name}`);

const STEPS: readonly string[] = [
  "taint n1 n2 db=x:NoExecute",
  "taint --all a=b:NoSchedule c:NoExecute",
  "taint n1 gpu:NoSchedule",
  "taint n1 a=b:NoRun",
  "taint n1 -x=b:NoExecute",
  "taint n1 a=b_:NoExecute",
  "taint -l pool=a gpu-",
  "taint n1 gpu:NoSchedule- db=pg:NoExecute-",
  "taint n3 gpu-",
  "label n1 n3 pool=b zone=",
  "label n2 pool=a",
  "label n1 a=b_",
  "label n1 -x=b",
  "label --all pool- tier-",
  "label n3 pool-",
  "label n1 -x-",
  "cordon n1 n2",
  "cordon n2",
  "cordon web",
  "cordon -l pool=db",
  "cordon -l 'pool in db'",
  "uncordon -l pool=a",
  "uncordon --all",
  "uncordon --selector=pool=a",
  "leave n1 n2",
  "leave n3",
  "leave n9",
  ...["full", "bare"].flatMap((name) => EDITS.map((words) => withSet(words, `logging/${name}`))),
  ...EDITS.filter((words) => /^set-(strategy|budget)/.test(words)).map((words) => withSet(words, "logging/surge")),
  "restart logging/ful",
  `change logging/full ${manifestOf("full")}`,
  `change logging/bare ${manifestOf("bare")}`,
  'change logging/full {"kind":"DaemonSet","metadata":{"name":"full","namespace":"logging"},"spec":{"minReadySeconds":1}}',
  'change logging/full {"kind":"DaemonSet","metadata":{"name":"full","namespace":"logging"},"spec":{"selector":{"matchLabels":{"app":"y"}}}}',
  'change logging/full {"kind":"DaemonSet","metadata":{"name":"full"}}',
  `apply ${manifestOf("full")}`,
  `apply ${manifestOf("new")}`,
  `apply ${manifestOf("new").replace("DaemonSet", "Deployment")}`,
  'apply {"kind":"Secret","metadata":{"name":"s"}}',
  'apply {"kind":"DaemonSet","metadata":{"name":"x"}}',
  'apply {"kind":"DaemonSet","metadata":{"name":"X_"}}',
  "delete logging/full",
  "delete logging/bare --cascade=orphan",
  "delete logging/none",
  "delete-pods logging agent-1",
  "delete-pods logging agent-2",
  "join 2",
  "join 2 like n1 --label a=b --taint x=y:NoSchedule --allocatable cpu=4",
  "join 0",
  "join 1 like n9",
  "join 1 --label -a=b",
  "join 1 --taint a:Never",
  "join 1 --allocatable cpu=many",
];

/** Changes that no step gives. */
const CHANGES: readonly Change[] = [
  { kind: "drain", nodes: ["n1", "n2"] },
  { kind: "drain", nodes: ["n9"] },
  { kind: "taint", nodes: ["n1"], taints: [{ ...GPU, value: "new", at: 0 }], overwrite: false },
  { kind: "taint", nodes: ["n1"], taints: [{ key: "first", effect: "NoSchedule", at: 0 }], overwrite: false },
  { kind: "untaint", nodes: ["n1", "n2"], taints: [GPU, { key: "db", effect: "NoExecute" }] },
  { kind: "label", nodes: ["n1"], labels: { pool: "b", new: "" }, overwrite: false },
  { kind: "nodesJoin", manifests: [{ apiVersion: "v1", kind: "Node", metadata: { name: "n4" } }] },
  { kind: "nodesLeave", nodes: ["n1", "n9"] },
];

const UNREAD: readonly string[] = [
  "",
  "tain n1",
  "taint",
  "taint n1",
  "taint n1 dedicated",
  "taint n1 a=b:NoSchedule c-",
  "taint -l",
  "label",
  "label n1",
  "label n1 a=b c-",
  "label n1 =b",
  "cordon",
  "cordon n1 a=b",
  "uncordon n1 a=b",
  "leave n1 a=b",
  "leave",
  "apply",
  "apply 3",
  'apply {"kind":"DaemonSet"}',
  "delete",
  "delete a/b --force",
  "delete-pods",
  "delete-pods logging",
  "join",
  "join many",
  "join 1 like",
  "join 1 --label a",
  "join 1 --taint a",
  "join 1 --size 3",
  "join 1; join 2",
  ...["restart", "set-tolerations", "set-node-selector", "set-affinity", "set-image", "set-requests", "set-host-ports"].flatMap((verb) => [
    verb,
    `${verb} x`,
  ]),
  ...["set-priority", "set-strategy", "set-budget", "annotate", "undo", "change"].flatMap((verb) => [verb, `${verb} x`]),
  ...[
    "set-tolerations {a}",
    "set-node-selector",
    "set-node-selector a",
    "set-affinity",
    "set-affinity x",
    "set-affinity [1]",
    "set-image",
    "set-image a",
    "set-image a=b c=d",
    "set-requests",
    "set-requests cpu=1",
    "set-requests -c agent",
    "set-requests -c agent cpu",
    "set-host-ports",
    "set-host-ports -c agent",
    "set-host-ports -c agent a=b",
    "set-strategy",
    "set-strategy Recreate",
    "set-strategy OnDelete maxSurge=1",
    "set-strategy RollingUpdate maxSurge",
    "set-strategy RollingUpdate other=1",
    "set-budget",
    "set-budget a",
    "set-budget maxUnavailble=1",
    "annotate",
    "annotate a",
    "annotate a=b c=d",
    "undo",
    "undo first",
    "change",
    "change 3",
  ].map((words) => withSet(words, "a/b")),
];

const json = (value: unknown): string => JSON.stringify(value);

const changedFields = (before: object | undefined, after: object | undefined): object =>
  Object.fromEntries(
    Object.entries(after ?? {}).filter(([key, value]) => json((before as Record<string, unknown> | undefined)?.[key]) !== json(value)),
  );

/** One line for each public form of a change. */
function changeLines(change: Change): readonly string[] {
  const { kubectl, requests, inverse } = planOf(facts, manualAction(change));
  const after = changedFacts(facts, change);
  const undo = inverse.kind === "none" ? inverse.why : inverse.action.changes;
  const forms = [`  kubectl: ${kubectl}`, `  requests: ${json(requests)}`, `  inverse: ${json(undo)}`];
  if (typeof undo !== "string") forms.push(`  inverse steps: ${formatSteps(stepsOfChanges(undo))}`);
  if (change.kind === "editDaemonSet") {
    const before = facts.daemonSet(change.namespace, change.name);
    return [
      ...forms,
      `  after: ${json(changedFields(before, after.daemonSet(change.namespace, change.name)))}`,
      `  preview: ${previewOf(change)}`,
    ];
  }
  const changedNodes = "nodes" in change ? change.nodes.map((name) => changedFields(facts.node(name), after.node(name))) : [];
  return [`  change: ${json(change)}`, `  step: ${formatSteps(stepsOfChanges([change]))}`, ...forms, `  after: ${json(changedNodes)}`];
}

function previewOf({ edit, namespace, name }: Extract<Change, { kind: "editDaemonSet" }>): string {
  if (edit.kind === "manifest") return "by the manifest";
  const set = facts.daemonSet(namespace, name) ?? BARE;
  const { priorityClassName } = set;
  const base = aDaemonSet(name, { namespace });
  const containers = set.containers.map((container) => ({ ports: [], ...container }));
  const template = { ...emptyTemplate, ...set.template, containers, ...(priorityClassName === undefined ? {} : { priorityClassName }) };
  const full = {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: "agent", image: "agent:1", resources: { requests: { cpu: "100m" } } }] },
  };
  const object = { ...base, spec: { ...base.spec, template, updateStrategy: set.updateStrategy }, fullTemplate: JSON.stringify(full) };
  const edited = editedObject(object, edit, [], TOOLS);
  if ("code" in edited) return json(edited);
  return json({ full: edited.fullTemplate, isNew: edited.templateHash !== base.templateHash, strategy: edited.spec.updateStrategy });
}

function stepLines(text: string): readonly string[] {
  const step = parseStep(text);
  if (step.kind === "unreadable") throw new Error(unreadableStepText(step));
  const resolved = drain(resolveStep(facts, step));
  return [
    text,
    ...(formatStep(step) === text ? [] : [`  format: ${formatStep(step)}`]),
    `  json: ${json(step)}`,
    ...(resolved.kind === "problem"
      ? [`  problem: ${stepProblemText(resolved.problem)}`]
      : [`  nodes: ${resolved.nodes.join(" ")}, is so already: ${resolved.isSoAlready}`, ...resolved.changes.flatMap(changeLines)]),
  ];
}

/** Returns values in which one field, at any depth, is missing, unexpected or of another type, with a description. */
function* spoiled(value: object, path = ""): Generator<readonly [what: string, value: object]> {
  yield [`${path}extra`, { ...value, extra: 1 }];
  for (const [key, each] of Object.entries(value)) {
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    const at = `${path}${key}`;
    yield [`no ${at}`, rest];
    yield [`other ${at}`, { ...value, [key]: typeof each === "number" ? "x\n" : 3 }];
    if (key === "kind") continue;
    if (typeof each === "string") yield [`lines ${at}`, { ...value, [key]: "two\nlines" }];
    if (Array.isArray(each)) yield [`empty ${at}`, { ...value, [key]: [] }];
    const inner = Array.isArray(each) ? each[0] : each;
    if (key === "manifest" || typeof inner !== "object" || inner === null) continue;
    for (const [what, other] of spoiled(inner, `${at}.`)) yield [what, { ...value, [key]: Array.isArray(each) ? [other] : other }];
  }
}

function jsonLines(text: string): readonly string[] {
  const step = parseStep(text);
  const lines = [...spoiled(step)].map(([what, value]) => {
    const read = stepFromJson(value, "steps[0]");
    return `  ${what}: ${read.kind === "unreadable" ? `${read.path}: ${read.expected}` : "accepted"}`;
  });
  return [text, ...lines];
}

/** The first step of each kind, and of each kind of edit. */
function oneOfEach(texts: readonly string[]): readonly string[] {
  const byKind = new Map<string, string>();
  for (const text of texts) {
    const step = parseStep(text);
    const kind = step.kind === "edit" ? `edit ${step.edit.kind}` : step.kind;
    const richer = byKind.get(kind);
    if (richer === undefined || (json(step).length > json(parseStep(richer)).length && !text.includes("bare"))) byKind.set(kind, text);
  }
  return [...byKind.values()];
}

const golden = (name: string) => `./every-kind.golden/${name}.txt`;

test("each kind of step keeps its text, JSON, kubectl line, requests, inverse and problems", async () => {
  await expect(`${STEPS.flatMap(stepLines).join("\n")}\n`).toMatchFileSnapshot(golden("steps"));
});

test("each change without a step keeps its kubectl line, requests and inverse", async () => {
  await expect(`${CHANGES.flatMap(changeLines).join("\n")}\n`).toMatchFileSnapshot(golden("changes"));
});

test("each unreadable text keeps its sentence", async () => {
  const lines = UNREAD.map((text) => {
    const step = parseStep(text);
    return `${text}\n  ${step.kind === "unreadable" ? unreadableStepText(step) : json(step)}`;
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(golden("unreadable"));
});

test("each unreadable JSON step keeps its path and its expected value", async () => {
  await expect(`${oneOfEach(STEPS).flatMap(jsonLines).join("\n")}\n`).toMatchFileSnapshot(golden("json"));
});
