import type { NodeChoice } from "@daemonscope/daemonset/actions/changes/step";
import { KUBELET_LABEL } from "../differential/motion.ts";
import { LABELS, TAINTS } from "../differential/random-daemon-set.ts";
import type { Seeded } from "../differential/seeded.ts";
import type { Known, Proposals, Propose } from "./proposal.ts";

function chooseNodes(random: Seeded, { nodes }: Known): NodeChoice {
  const kind = random.next();
  if (kind < 0.15) return { kind: "all" };
  if (kind < 0.5) {
    const key = random.pick(Object.keys(LABELS));
    return {
      kind: "selector",
      selector: random.chance(0.5) ? `${key}=${random.pick(LABELS[key] ?? [""])}` : random.pick([key, `!${key}`]),
    };
  }
  return named(random, nodes, 3);
}

const named = (random: Seeded, nodes: readonly string[], most: number): NodeChoice => ({
  kind: "names",
  names: random.some(nodes, 1 + random.below(most)),
});

const taint: Propose = (random, known) => {
  const { key, effect, ...rest } = random.pick(TAINTS);
  const nodes = chooseNodes(random, known);
  return { kind: "taint", nodes, taints: [{ key, effect, ...("value" in rest ? { value: rest.value } : {}) }] };
};

const untaint: Propose = (random) => {
  const { key, effect } = random.pick(TAINTS);
  return { kind: "untaint", nodes: { kind: "all" }, taints: [{ key, ...(random.chance(0.5) ? { effect } : {}) }] };
};

const label: Propose = (random, known) => {
  const key = random.pick(Object.keys(LABELS));
  return { kind: "label", nodes: chooseNodes(random, known), labels: { [key]: random.pick(LABELS[key] ?? [""]) } };
};

const unlabel: Propose = (random, known) => ({
  kind: "unlabel",
  nodes: chooseNodes(random, known),
  keys: [random.pick(Object.keys(LABELS))],
});

const cordon: Propose = (random, { nodes }) => ({ kind: "cordon", nodes: named(random, nodes, 3) });
const uncordon: Propose = (random, { nodes }) => ({
  kind: "uncordon",
  nodes: random.chance(0.5) ? { kind: "all" } : named(random, nodes, 3),
});

const join: Propose = (random, { nodes }) => ({
  kind: "join",
  nodes: {
    count: 1 + random.below(2),
    ...(random.chance(0.6) ? { like: random.pick(nodes) } : {}),
    labels: { [KUBELET_LABEL]: "fake", ...(random.chance(0.5) ? { pool: random.pick(LABELS.pool ?? ["a"]) } : {}) },
    taints: random.chance(0.3) ? [{ key: "dedicated", value: "db", effect: "NoSchedule" }] : [],
    allocatable: random.chance(0.4) ? { cpu: random.pick(["2", "25"]), memory: "64Gi", pods: random.pick(["3", "110"]) } : {},
  },
});

const leave: Propose = (random, { nodes }) => (nodes.length < 8 ? undefined : { kind: "leave", nodes: named(random, nodes, 2) });

export const NODE_PROPOSALS: Proposals = {
  taint: [6, taint],
  untaint: [3, untaint],
  label: [4, label],
  unlabel: [3, unlabel],
  cordon: [1, cordon],
  uncordon: [1, uncordon],
  join: [2, join],
  leave: [0.7, leave],
};
