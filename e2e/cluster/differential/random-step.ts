import { LABELS, randomDaemonSet, randomPlacement, randomStrategy, TAINTS } from "./random-daemon-set.ts";
import type { Seeded } from "./seeded.ts";

/** Something that a person does to a cluster, by kubectl. */
export interface Step {
  readonly words: string;
  readonly commands: readonly { readonly args: readonly string[]; readonly input?: string }[];
  /** Some steps may be refused, as an undo without a history is. */
  readonly mayFail?: boolean;
}

/** What the steps so far have made of it. */
export interface World {
  nodes: string[];
  readonly daemonSets: readonly string[];
  /** Nodes that were made NotReady. */
  readonly sick: Set<string>;
  images: number;
  added: number;
}

const by = (...args: string[]): Step["commands"][number] => ({ args });
const patch = (name: string, content: unknown) => by("patch", "ds", name, "--type=merge", "-p", JSON.stringify(content));

type Make = (random: Seeded, world: World) => Step;

const labelNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const key = random.pick(Object.keys(LABELS));
  const text = random.chance(0.35) ? `${key}-` : `${key}=${random.pick(LABELS[key] ?? [""])}`;
  return { words: `label ${node} ${text}`, commands: [by("label", "node", node, text, "--overwrite")] };
};
const taintNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const taint = random.pick(TAINTS);
  const value = "value" in taint ? `=${taint.value}` : "";
  const isOff = random.chance(0.5);
  const text = isOff ? `${taint.key}:${taint.effect}-` : `${taint.key}${value}:${taint.effect}`;
  // One that is not there cannot be taken off.
  return { words: `taint ${node} ${text}`, commands: [by("taint", "node", node, text, "--overwrite")], mayFail: isOff };
};
const cordonNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const verb = random.pick(["cordon", "uncordon"]);
  return { words: `${verb} ${node}`, commands: [by(verb, node)] };
};
const sickenNode: Make = (random, world) => {
  const [sick] = world.sick;
  if (sick !== undefined && random.chance(0.6)) {
    world.sick.delete(sick);
    return { words: `${sick} is Ready again`, commands: [by("annotate", "node", sick, "control-plane.test/ready-")] };
  }
  const node = random.pick(world.nodes);
  world.sick.add(node);
  return { words: `${node} turns NotReady`, commands: [by("annotate", "node", node, "control-plane.test/ready=false", "--overwrite")] };
};
const addNode: Make = (random, world) => {
  const name = `late-${world.added++}`;
  world.nodes = [...world.nodes, name];
  const labels = { "kwok.x-k8s.io/node": "fake", "kubernetes.io/hostname": name, pool: random.pick(LABELS.pool ?? ["a"]) };
  const node = { apiVersion: "v1", kind: "Node", metadata: { name, labels } };
  return { words: `add ${name}`, commands: [{ args: ["apply", "-f", "-"], input: JSON.stringify(node) }] };
};
const removeNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  world.nodes = world.nodes.filter((name) => name !== node);
  world.sick.delete(node);
  return { words: `delete ${node}`, commands: [by("delete", "node", node, "--wait=false")] };
};
const newImage: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  // An image that never becomes ready, now and then; a later one ends it.
  const image = random.chance(0.15) ? `agent:missing-${world.images++}` : `agent:${world.images++}`;
  return { words: `${name} gets ${image}`, commands: [by("set", "image", `ds/${name}`, `agent=${image}`)] };
};
const newStrategy: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const updateStrategy = randomStrategy(random);
  return { words: `${name} gets ${JSON.stringify(updateStrategy)}`, commands: [patch(name, { spec: { updateStrategy } })] };
};
const newPlacement: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const { nodeSelector, affinity, tolerations } = randomPlacement(random, world.nodes);
  const content = [
    { op: "add", path: "/spec/template/spec/tolerations", value: tolerations ?? [] },
    { op: "add", path: "/spec/template/spec/affinity", value: affinity ?? {} },
    { op: "add", path: "/spec/template/spec/nodeSelector", value: nodeSelector ?? {} },
  ];
  return { words: `${name} is placed anew`, commands: [by("patch", "ds", name, "--type=json", "-p", JSON.stringify(content))] };
};
const newMinReady: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const minReadySeconds = random.pick([0, 1, 2]);
  return { words: `${name} minReadySeconds ${minReadySeconds}`, commands: [patch(name, { spec: { minReadySeconds } })] };
};
const undo: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  return { words: `undo ${name}`, commands: [by("rollout", "undo", `ds/${name}`)], mayFail: true };
};
const deletePods: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const node = random.pick(world.nodes);
  return {
    words: `delete the pods of ${name} on ${node}`,
    commands: [by("delete", "pods", "-l", `app=${name}`, "--field-selector", `spec.nodeName=${node}`, "--wait=false")],
  };
};
const replace: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const manifest = JSON.stringify(randomDaemonSet(random, name, world.nodes));
  return {
    words: `delete ${name} and make it anew`,
    commands: [by("delete", "ds", name, "--timeout=60s"), { args: ["apply", "-f", "-"], input: manifest }],
  };
};

const STEPS: readonly (readonly [weight: number, make: Make])[] = [
  [5, labelNode],
  [6, taintNode],
  [2, cordonNode],
  [3, sickenNode],
  [1, addNode],
  [1, removeNode],
  [7, newImage],
  [3, newStrategy],
  [4, newPlacement],
  [1, newMinReady],
  [2, undo],
  [2, deletePods],
  [1, replace],
];
const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** The next thing that happens. */
export function randomStep(random: Seeded, world: World): Step {
  let at = random.next() * TOTAL;
  for (const [weight, make] of STEPS) {
    at -= weight;
    if (at < 0) return make(random, world);
  }
  return labelNode(random, world);
}
