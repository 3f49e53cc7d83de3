import type { DaemonSetEdit } from "@daemonscope/daemonset/actions/change";
import type { NodeChoice, Step } from "@daemonscope/daemonset/actions/step";
import { KUBELET_LABEL } from "../differential/motion.ts";
import { LABELS, randomDaemonSet, randomPlacement, TAINTS } from "../differential/random-daemon-set.ts";
import type { Seeded } from "../differential/seeded.ts";

/** What there is to propose something about, as it is now. */
export interface Known {
  readonly nodes: readonly string[];
  /** Of namespace default, with what was applied last, which a manifest may name again. */
  readonly daemonSets: ReadonlyMap<string, unknown>;
  readonly rolling: readonly string[];
  /** Names of pods of DaemonSets. */
  readonly pods: readonly string[];
  readonly number: number;
}

type Propose = (random: Seeded, known: Known) => Step | undefined;

const namespace = "default";

/** A DaemonSet whose pods come up by themselves: the fake kubelets never start what is in the host's network. */
export function startableDaemonSet(random: Seeded, name: string, nodes: readonly string[]): Record<string, unknown> {
  const made = randomDaemonSet(random, name, nodes) as {
    readonly spec: { readonly template: { readonly spec: Record<string, unknown> } } & Record<string, unknown>;
  } & Record<string, unknown>;
  const { hostNetwork: _, ...podSpec } = made.spec.template.spec;
  return { ...made, spec: { ...made.spec, minReadySeconds: random.pick([0, 0, 1]), template: { ...made.spec.template, spec: podSpec } } };
}

function chosen(random: Seeded, { nodes }: Known): NodeChoice {
  const kind = random.next();
  if (kind < 0.15) return { kind: "all" };
  if (kind < 0.5) {
    const key = random.pick(Object.keys(LABELS));
    return {
      kind: "selector",
      selector: random.chance(0.5) ? `${key}=${random.pick(LABELS[key] ?? [""])}` : random.pick([key, `!${key}`]),
    };
  }
  return { kind: "names", names: random.some(nodes, 1 + random.below(3)) };
}

const taint: Propose = (random, known) => {
  const { key, effect, ...rest } = random.pick(TAINTS);
  const nodes = chosen(random, known);
  return { kind: "taint", nodes, taints: [{ key, effect, ...("value" in rest ? { value: rest.value } : {}) }] };
};

const untaint: Propose = (random, known) => {
  const { key, effect } = random.pick(TAINTS);
  return {
    kind: "untaint",
    nodes: { kind: "all" },
    taints: [{ key, ...(random.chance(0.5) && known.nodes.length > 0 ? { effect } : {}) }],
  };
};

const label: Propose = (random, known) => {
  const key = random.pick(Object.keys(LABELS));
  return { kind: "label", nodes: chosen(random, known), labels: { [key]: random.pick(LABELS[key] ?? [""]) } };
};

const unlabel: Propose = (random, known) => ({ kind: "unlabel", nodes: chosen(random, known), keys: [random.pick(Object.keys(LABELS))] });

const cordon: Propose = (random, { nodes }) => ({
  kind: random.pick(["cordon", "uncordon"] as const),
  nodes: { kind: "names", names: random.some(nodes, 1 + random.below(3)) },
});

const join: Propose = (random, { nodes }) => ({
  kind: "join",
  nodes: {
    count: 1 + random.below(2),
    ...(random.chance(0.6) ? { like: random.pick(nodes) } : {}),
    labels: { [KUBELET_LABEL]: "fake", ...(random.chance(0.5) ? { pool: random.pick(LABELS.pool ?? ["a"]) } : {}) },
    taints: random.chance(0.3) ? [{ key: "dedicated", value: "db", effect: "NoSchedule" }] : [],
    allocatable: {},
  },
});

const leave: Propose = (random, { nodes }) =>
  nodes.length < 8 ? undefined : { kind: "leave", nodes: { kind: "names", names: [random.pick(nodes)] } };

function placement(random: Seeded, nodes: readonly string[]): DaemonSetEdit {
  const { affinity, tolerations = [] } = randomPlacement(random, nodes);
  const terms = (affinity as { readonly nodeAffinity?: { readonly requiredDuringSchedulingIgnoredDuringExecution?: object } } | undefined)
    ?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (terms !== undefined) return { kind: "affinity", to: terms };
  return { kind: "tolerations", to: tolerations as Extract<DaemonSetEdit, { kind: "tolerations" }>["to"] };
}

const limits = (random: Seeded): { readonly maxUnavailable: number | string; readonly maxSurge: number | string } => {
  const amount = random.pick<number | string>([1, 2, 5, "30%", "100%"]);
  return random.chance(0.35) ? { maxUnavailable: 0, maxSurge: amount } : { maxUnavailable: amount, maxSurge: 0 };
};

function randomEdit(random: Seeded, { nodes, number }: Known): DaemonSetEdit {
  const key = random.pick(Object.keys(LABELS));
  return random.pick<() => DaemonSetEdit>([
    () => ({ kind: "image", container: "agent", image: `agent:${number}` }),
    () => ({ kind: "image", container: "agent", image: "agent:1" }),
    () => ({ kind: "restart" }),
    () => placement(random, nodes),
    () => placement(random, nodes),
    () => ({ kind: "nodeSelector", set: { [key]: random.pick(LABELS[key] ?? [""]) }, remove: [] }),
    () => ({ kind: "affinity" }),
    () => ({ kind: "strategy", ...limits(random) }),
    () => ({ kind: "updateStrategyType", to: random.pick(["OnDelete", "RollingUpdate"] as const) }),
    () => ({ kind: "priorityClass", to: random.pick(["system-node-critical", "system-cluster-critical"]) }),
    () => ({ kind: "annotation", key: "what-if.test/note", value: String(number) }),
  ])();
}

const edit: Propose = (random, known) => {
  const names = [...known.daemonSets.keys()];
  return names.length === 0 ? undefined : { kind: "edit", namespace, name: random.pick(names), edit: randomEdit(random, known) };
};

const comes: Propose = (random, { nodes, number }) => ({
  kind: "apply",
  manifest: startableDaemonSet(random, `late-${number}`, nodes) as never,
});

/** What was applied before, with another image, or just as it was. */
const again: Propose = (random, { daemonSets, number }) => {
  const names = [...daemonSets].filter(([, manifest]) => manifest !== undefined);
  if (names.length === 0) return undefined;
  const [, manifest] = random.pick(names);
  const text = JSON.stringify(manifest);
  return { kind: "apply", manifest: JSON.parse(random.chance(0.5) ? text.replace(/agent:\d+/, `agent:${number}`) : text) };
};

const goes: Propose = (random, { daemonSets }) =>
  daemonSets.size < 6 ? undefined : { kind: "delete", namespace, name: random.pick([...daemonSets.keys()]), orphan: random.chance(0.4) };

const deletePods: Propose = (random, { pods }) =>
  pods.length === 0 ? undefined : { kind: "deletePods", namespace, pods: random.some(pods, 1 + random.below(3)) };

const NODE_STEPS: readonly (readonly [weight: number, propose: Propose])[] = [
  [6, taint],
  [3, untaint],
  [4, label],
  [3, unlabel],
  [2, cordon],
  [2, join],
  [1, leave],
];
const SET_STEPS: readonly (readonly [weight: number, propose: Propose])[] = [
  [10, edit],
  [2, comes],
  [2, again],
  [2, goes],
  [2, deletePods],
];

function weighted(random: Seeded, steps: typeof NODE_STEPS, known: Known): Step | undefined {
  let at = random.next() * steps.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, propose] of steps) {
    at -= weight;
    if (at < 0) return propose(random, known);
  }
  return undefined;
}

/** A DaemonSet that is let go of its pods and made anew: the new one finds them. */
function anew(random: Seeded, { daemonSets, nodes }: Known): readonly Step[] {
  const known = [...daemonSets].filter(([, manifest]) => manifest !== undefined);
  if (known.length === 0) return [];
  const [name, manifest] = random.pick(known);
  const isSame = random.chance(0.5);
  return [
    { kind: "delete", namespace, name, orphan: random.chance(0.7) },
    { kind: "apply", manifest: (isSame ? manifest : startableDaemonSet(random, name, nodes)) as never },
  ];
}

/** What a rollout that has begun may be ahead of: new pods stay where a taint of this effect finds them, and the old ones would have gone. */
const isOvertaken = (step: Step): boolean =>
  step.kind === "leave" || (step.kind === "taint" && step.taints.some(({ effect }) => effect === "NoSchedule"));

/** What somebody proposes next: a step, now and then two. Of two the second is of nodes and the first an edit of one that rolls by itself, for what both undo of each other
 *  a real cluster may have begun between them. */
export function randomProposal(random: Seeded, known: Known): readonly Step[] {
  const kind = random.next();
  if (kind < 0.06) return anew(random, known);
  const first = weighted(random, kind < 0.5 ? NODE_STEPS : SET_STEPS, known);
  if (first === undefined) return [];
  const rolls = first.kind === "edit" && known.rolling.includes(first.name) && first.edit.kind !== "updateStrategyType";
  const second = rolls && random.chance(0.4) ? weighted(random, NODE_STEPS, known) : undefined;
  return second === undefined || isOvertaken(second) ? [first] : [first, second];
}
