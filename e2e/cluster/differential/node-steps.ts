import { KUBELET_LABEL } from "./motion.ts";
import { withCondition, withReady } from "./node-commands.ts";
import { LABELS, TAINTS } from "./random-daemon-set.ts";
import { kubectlCommand, type Make, wellNodes } from "./step.ts";

const TAINTED = /^a NoSchedule taint came/;
/** The taint is a possible cause too, because its order relative to NotReady is unknown. */
const UNREADY = /^a node with a pod went NotReady|^a NoSchedule taint came/;
const LEFT = /^a node left or no longer matches/;
const DELETED = /^a node was deleted/;

const labelNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const key = random.pick(Object.keys(LABELS));
  const text = random.chance(0.35) ? `${key}-` : `${key}=${random.pick(LABELS[key] ?? [""])}`;
  return { words: `label ${node} ${text}`, commands: [kubectlCommand("label", "node", node, text, "--overwrite")], lag: LEFT };
};

const taintNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const taint = random.pick(TAINTS);
  const value = "value" in taint ? `=${taint.value}` : "";
  const isOff = random.chance(0.5);
  const text = isOff ? `${taint.key}:${taint.effect}-` : `${taint.key}${value}:${taint.effect}`;
  // Removing a missing taint fails.
  return {
    words: `taint ${node} ${text}`,
    commands: [kubectlCommand("taint", "node", node, text, "--overwrite")],
    mayFail: isOff,
    lag: isOff ? undefined : TAINTED,
  };
};

const cordonNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const verb = random.pick(["cordon", "uncordon"]);
  return { words: `${verb} ${node}`, commands: [kubectlCommand(verb, node)] };
};

const makeNotReady: Make = (random, world) => {
  const [unreadyNode] = world.unready;
  if (unreadyNode !== undefined && random.chance(0.6)) {
    world.unready.delete(unreadyNode);
    return { words: `${unreadyNode} is Ready again`, commands: [withReady(unreadyNode, true)] };
  }
  const node = random.pick(wellNodes(world));
  world.unready.add(node);
  return { words: `${node} turns NotReady`, commands: [withReady(node, false)], lag: UNREADY };
};

/** Stops a kubelet. The node's pods stay unchanged, and the node becomes Unknown after the grace period. */
const silenceNode: Make = (random, world) => {
  const [silent] = world.silent;
  if (silent !== undefined && random.chance(0.6)) {
    world.silent.delete(silent);
    return {
      words: `${silent} is heard again`,
      commands: [kubectlCommand("label", "node", silent, `${KUBELET_LABEL}=fake`, "--overwrite")],
    };
  }
  const node = random.pick(wellNodes(world));
  world.silent.add(node);
  return { words: `${node} falls silent`, commands: [kubectlCommand("label", "node", node, `${KUBELET_LABEL}-`)], lag: UNREADY };
};

/** The lifecycle controller taints a node NoSchedule for each of these. */
const pressNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  const type = random.pick(["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "NetworkUnavailable"]);
  const status = random.pick(["True", "True", "False"]);
  return { words: `${node} ${type} ${status}`, commands: [withCondition(node, type, status)], lag: TAINTED };
};

const addNode: Make = (random, world) => {
  const name = `late-${world.added++}`;
  world.nodes = [...world.nodes, name];
  const labels = { [KUBELET_LABEL]: "fake", "kubernetes.io/hostname": name, pool: random.pick(LABELS.pool ?? ["a"]) };
  const node = { apiVersion: "v1", kind: "Node", metadata: { name, labels } };
  return { words: `add ${name}`, commands: [{ args: ["apply", "-f", "-"], input: JSON.stringify(node) }] };
};

const removeNode: Make = (random, world) => {
  const node = random.pick(world.nodes);
  world.nodes = world.nodes.filter((name) => name !== node);
  world.unready.delete(node);
  world.silent.delete(node);
  return { words: `delete ${node}`, commands: [kubectlCommand("delete", "node", node, "--wait=false")], lag: DELETED };
};

/** Random steps on nodes, with their weights. */
export const NODE_STEPS: readonly (readonly [weight: number, make: Make])[] = [
  [5, labelNode],
  [6, taintNode],
  [2, cordonNode],
  [3, makeNotReady],
  [1, silenceNode],
  [2, pressNode],
  [1, addNode],
  [1, removeNode],
];
