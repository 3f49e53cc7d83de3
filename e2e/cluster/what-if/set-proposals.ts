import type { Seeded } from "../differential/seeded.ts";
import { type Known, NAMESPACE, type Proposals, type Propose } from "./proposal.ts";
import { startableDaemonSet } from "./startable-daemon-set.ts";

const applyNew: Propose = (random, { nodes, number }) => ({
  kind: "apply",
  manifest: startableDaemonSet(random, `late-${number}`, nodes) as never,
});

const fromDeployment: Propose = (random, { nodes, number }) => {
  const made = startableDaemonSet(random, `moved-${number}`, nodes) as {
    readonly spec: { readonly selector: unknown; readonly template: unknown };
  };
  const { selector, template } = made.spec;
  const spec = { replicas: 3, strategy: { type: "Recreate" }, selector, template };
  return { kind: "apply", manifest: { ...made, kind: "Deployment", spec } as never };
};

const applied = (random: Seeded, { daemonSets }: Known): readonly [name: string, manifest: unknown] | undefined => {
  const names = [...daemonSets].filter(([, manifest]) => manifest !== undefined);
  return names.length === 0 ? undefined : random.pick(names);
};

/** Applies an earlier manifest, changed by `changed`. */
const again =
  (changed: (text: string, random: Seeded, known: Known) => string): Propose =>
  (random, known) => {
    const [, manifest] = applied(random, known) ?? [];
    return manifest === undefined ? undefined : { kind: "apply", manifest: JSON.parse(changed(JSON.stringify(manifest), random, known)) };
  };

/** Applies a new manifest. The apply removes the fields that the manifest omits. */
const rewritten: Propose = (random, known) => {
  const [name] = applied(random, known) ?? [];
  return name === undefined ? undefined : { kind: "apply", manifest: startableDaemonSet(random, name, known.nodes) as never };
};

/** With fewer DaemonSets none is deleted, so that later steps have some to change. */
const MIN_DAEMON_SETS = 6;

const deleteSet =
  (orphan: boolean): Propose =>
  (random, { daemonSets }) =>
    daemonSets.size < MIN_DAEMON_SETS
      ? undefined
      : { kind: "delete", namespace: NAMESPACE, name: random.pick([...daemonSets.keys()]), orphan };

const deletePods: Propose = (random, { pods }) =>
  pods.length === 0 ? undefined : { kind: "deletePods", namespace: NAMESPACE, pods: random.some(pods, 1 + random.below(3)) };

export const SET_PROPOSALS: Proposals = {
  apply: [2, applyNew],
  applyDeployment: [1, fromDeployment],
  applyAgain: [1, again((text) => text)],
  applyImage: [1, again((text, _, { number }) => text.replace(/agent:\d+/, `agent:${number}`))],
  // Changes a value that the server hides: an argument or a variable of `startableDaemonSet`.
  applyHidden: [1, again((text, random) => text.replace(/"(secret|other)"|"(first|second)"/, random.chance(0.5) ? '"other"' : '"secret"'))],
  applyRewritten: [2, rewritten],
  delete: [1, deleteSet(false)],
  deleteOrphan: [1, deleteSet(true)],
  deletePods: [2, deletePods],
};
