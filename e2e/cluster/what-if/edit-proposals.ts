import type { DaemonSetEdit } from "@daemonscope/daemonset/actions/changes/change";
import { LABELS, randomPlacement } from "../differential/random-daemon-set.ts";
import type { Seeded } from "../differential/seeded.ts";
import { type Known, NAMESPACE, type Proposals, type Propose } from "./proposal.ts";

const limits = (random: Seeded): { readonly maxUnavailable: number | string; readonly maxSurge: number | string } => {
  const amount = random.pick<number | string>([1, 2, 5, "30%", "100%"]);
  return random.chance(0.35) ? { maxUnavailable: 0, maxSurge: amount } : { maxUnavailable: amount, maxSurge: 0 };
};

function tolerations(random: Seeded, nodes: readonly string[]): DaemonSetEdit {
  const { tolerations: to = [] } = randomPlacement(random, nodes);
  return { kind: "tolerations", to: to as Extract<DaemonSetEdit, { kind: "tolerations" }>["to"] };
}

function affinity(random: Seeded, nodes: readonly string[]): DaemonSetEdit {
  for (;;) {
    const placed = randomPlacement(random, nodes).affinity as
      | { readonly nodeAffinity?: { readonly requiredDuringSchedulingIgnoredDuringExecution?: object } }
      | undefined;
    const to = placed?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (to !== undefined) return { kind: "affinity", to };
  }
}

/** Returns an edit of an existing DaemonSet. */
const edit =
  (
    propose: (random: Seeded, known: Known, name: string) => DaemonSetEdit | undefined,
    names: (known: Known) => readonly string[] = ({ daemonSets }) => [...daemonSets.keys()],
  ): Propose =>
  (random, known) => {
    const all = names(known);
    if (all.length === 0) return undefined;
    const name = random.pick(all);
    const daemonSetEdit = propose(random, known, name);
    return daemonSetEdit === undefined ? undefined : { kind: "edit", namespace: NAMESPACE, name, edit: daemonSetEdit };
  };

const key = (random: Seeded): string => random.pick(Object.keys(LABELS));

export const EDIT_PROPOSALS: Proposals = {
  image: [4, edit((_, { number }) => ({ kind: "image", container: "agent", image: `agent:${number}` }))],
  imageBefore: [1, edit(() => ({ kind: "image", container: "agent", image: "agent:1" }))],
  restart: [1, edit(() => ({ kind: "restart" }))],
  undo: [
    2,
    edit((random, { revisions }, name) => {
      const known = revisions.get(name) ?? [];
      return known.length === 0 ? undefined : { kind: "revision", to: random.pick(known) };
    }),
  ],
  tolerations: [2, edit((random, { nodes }) => tolerations(random, nodes))],
  tolerationsOff: [0.5, edit(() => ({ kind: "tolerations", to: [] }))],
  affinity: [2, edit((random, { nodes }) => affinity(random, nodes))],
  affinityOff: [1, edit(() => ({ kind: "affinity" }))],
  nodeSelector: [
    1,
    edit((random) => {
      const set = key(random);
      return { kind: "nodeSelector", set: { [set]: random.pick(LABELS[set] ?? [""]) }, remove: [] };
    }),
  ],
  strategy: [1, edit((random) => ({ kind: "strategy", ...limits(random) }))],
  limits: [
    1,
    edit(
      (random) => ({ kind: "limits", ...limits(random) }),
      ({ rolling }) => rolling,
    ),
  ],
  onDelete: [1, edit(() => ({ kind: "updateStrategyType", to: "OnDelete" }))],
  rollingUpdate: [
    1,
    edit(
      () => ({ kind: "updateStrategyType", to: "RollingUpdate" }),
      ({ daemonSets, rolling }) => [...daemonSets.keys()].filter((name) => !rolling.includes(name)),
    ),
  ],
  resources: [
    2,
    edit((random) => ({ kind: "resources", container: "agent", set: { cpu: random.pick(["100m", "1", "12", "20", "40"]) }, remove: [] })),
  ],
  resourcesOff: [
    1,
    edit((random) => ({ kind: "resources", container: "agent", set: random.chance(0.5) ? {} : { memory: "1Gi" }, remove: ["cpu"] })),
  ],
  hostPorts: [
    2,
    edit((random) => ({
      kind: "hostPorts",
      container: "agent",
      ports: [{ containerPort: random.pick([8080, 9100]), hostPort: random.pick([8080, 9100, 9100, null]) }],
    })),
  ],
  priorityClass: [1, edit((random) => ({ kind: "priorityClass", to: random.pick(["system-node-critical", "system-cluster-critical"]) }))],
  priorityClassOff: [0.5, edit(() => ({ kind: "priorityClass" }))],
  annotation: [0.3, edit((_, { number }) => ({ kind: "annotation", key: "what-if.test/note", value: String(number) }))],
};
