import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { Seeded } from "../differential/seeded.ts";
import { EDIT_PROPOSALS } from "./edit-proposals.ts";
import { NODE_PROPOSALS } from "./node-proposals.ts";
import { type Known, NAMESPACE, type Proposals } from "./proposal.ts";
import { SET_PROPOSALS } from "./set-proposals.ts";
import { startableDaemonSet } from "./startable-daemon-set.ts";

/** A proposal: its steps in order, and its kind. */
export interface Proposal {
  readonly kind: string;
  readonly steps: readonly Step[];
  /** The steps are performed before any controller syncs, because its actions between them cannot be predicted. */
  readonly isAtOnce: boolean;
}

const ALL: Proposals = { ...NODE_PROPOSALS, ...EDIT_PROPOSALS, ...SET_PROPOSALS };

/** Returns a random kind; the probability is proportional to the weight. */
function weighted(random: Seeded, kinds: Readonly<Record<string, readonly [weight: number, propose: unknown]>>): string {
  const all = Object.entries(kinds);
  let at = random.next() * all.reduce((sum, [, [weight]]) => sum + weight, 0);
  for (const [kind, [weight]] of all) {
    at -= weight;
    if (at < 0) return kind;
  }
  throw new Error("nothing to choose from");
}

const single = (random: Seeded, known: Known, kind: string): Step | undefined => ALL[kind]?.[1](random, known);

/** Deletes a DaemonSet, with or without its pods, and creates it again. The new one adopts orphaned pods. */
const recreate =
  (orphan: boolean, isSame: boolean) =>
  (random: Seeded, known: Known): readonly Step[] => {
    const applied = [...known.daemonSets].filter(([, manifest]) => manifest !== undefined);
    if (applied.length === 0) return [];
    const [name, manifest] = random.pick(applied);
    return [
      { kind: "delete", namespace: NAMESPACE, name, orphan },
      { kind: "apply", manifest: (isSame ? manifest : startableDaemonSet(random, name, known.nodes)) as never },
    ];
  };

/**
 * Reports whether a running rollout may precede the effect of a step. A new pod that already runs stays under a taint
 * of this effect; an old one would have been removed.
 */
const isOvertaken = (step: Step): boolean =>
  step.kind === "leave" || (step.kind === "taint" && step.taints.some(({ effect }) => effect === "NoSchedule"));

/** Returns an edit of a DaemonSet with RollingUpdate, and a step on nodes during its rollout. */
function whileItRolls(random: Seeded, known: Known): readonly Step[] {
  const first = single(random, known, weighted(random, EDIT_PROPOSALS));
  const second = single(random, known, weighted(random, NODE_PROPOSALS));
  if (first?.kind !== "edit" || second === undefined || isOvertaken(second)) return [];
  return known.rolling.includes(first.name) && first.edit.kind !== "updateStrategyType" ? [first, second] : [];
}

const someKinds = (random: Seeded): readonly string[] => Array.from({ length: 2 + random.below(3) }, () => weighted(random, ALL));

/** Returns steps of these kinds. Orphaning deletions are left out, because the garbage collector is paused. */
function atOnce(random: Seeded, known: Known, kinds: readonly string[]): readonly Step[] {
  const steps = kinds.map((kind) => single(random, known, kind));
  return steps.filter((step) => step !== undefined).filter((step) => step.kind !== "delete" || !step.orphan);
}

const SEQUENCES: Readonly<Record<string, readonly [weight: number, propose: (random: Seeded, known: Known) => readonly Step[]]>> = {
  recreate: [0.5, recreate(false, false)],
  recreateSame: [0.5, recreate(true, true)],
  recreateOther: [1, recreate(true, false)],
  whileItRolls: [4, whileItRolls],
  several: [10, (random, known) => atOnce(random, known, someKinds(random))],
};

/** The kinds of single steps, and those of several that depend on each other. */
export const PROPOSAL_KINDS: readonly string[] = [...Object.keys(ALL), ...Object.keys(SEQUENCES)];

/**
 * Enough changes for each kind to occur, several at once if they are short. Nodes that leave are separate, because
 * their pods are collected a minute later. Two halves, which run in parallel.
 */
export const EVERY_KIND: readonly [readonly string[], readonly string[]] = [
  [
    "taint",
    "deleteOrphan",
    "label",
    "unlabel+imageBefore+affinity+hostPorts+annotation",
    "tolerations",
    "onDelete+tolerationsOff+priorityClass+applyHidden",
    "undo",
    "rollingUpdate+priorityClassOff+applyRewritten+delete",
    "whileItRolls",
    "recreateOther",
  ],
  [
    "untaint",
    "image",
    "cordon+restart+nodeSelector+applyAgain",
    "apply",
    "uncordon+strategy+applyDeployment+resourcesOff",
    "resources",
    "join+limits+affinityOff+applyImage",
    "deletePods",
    "recreate",
    "recreateSame",
  ],
];

/** Returns the next proposal: of this kind, of these kinds (`taint+image`), or of any. No steps: no object fits. */
export function randomProposal(random: Seeded, known: Known, requestedKind?: string): Proposal {
  const kind = requestedKind ?? weighted(random, { ...ALL, ...SEQUENCES });
  if (kind.includes("+")) return { kind, steps: atOnce(random, known, kind.split("+")), isAtOnce: true };
  const sequence = SEQUENCES[kind];
  if (sequence !== undefined) return { kind, steps: sequence[1](random, known), isAtOnce: kind === "several" };
  const step = single(random, known, kind);
  return { kind, steps: step === undefined ? [] : [step], isAtOnce: false };
}
