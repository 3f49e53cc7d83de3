import { randomDaemonSet, randomPlacement, randomStrategy } from "./random-daemon-set.ts";
import { kubectlCommand, type Make } from "./step.ts";

const patch = (name: string, content: unknown) => kubectlCommand("patch", "ds", name, "--type=merge", "-p", JSON.stringify(content));

const newImage: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  // Sometimes an image whose pods never become Ready; a later image replaces it.
  const image = random.chance(0.15) ? `agent:missing-${world.images++}` : `agent:${world.images++}`;
  return { words: `${name} gets ${image}`, commands: [kubectlCommand("set", "image", `ds/${name}`, `agent=${image}`)], rollsOut: name };
};

const newStrategy: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const updateStrategy = randomStrategy(random);
  return {
    words: `${name} gets ${JSON.stringify(updateStrategy)}`,
    commands: [patch(name, { spec: { updateStrategy } })],
    rollsOut: name,
  };
};

const newPlacement: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const { nodeSelector, affinity, tolerations } = randomPlacement(random, world.nodes);
  const content = [
    { op: "add", path: "/spec/template/spec/tolerations", value: tolerations ?? [] },
    { op: "add", path: "/spec/template/spec/affinity", value: affinity ?? {} },
    { op: "add", path: "/spec/template/spec/nodeSelector", value: nodeSelector ?? {} },
  ];
  const commands = [kubectlCommand("patch", "ds", name, "--type=json", "-p", JSON.stringify(content))];
  return { words: `${name} is placed anew`, commands, rollsOut: name };
};

const newMinReady: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const minReadySeconds = random.pick([0, 1, 2]);
  return { words: `${name} minReadySeconds ${minReadySeconds}`, commands: [patch(name, { spec: { minReadySeconds } })] };
};

const undo: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  return { words: `undo ${name}`, commands: [kubectlCommand("rollout", "undo", `ds/${name}`)], mayFail: true, rollsOut: name };
};

const deletePods: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const node = random.pick(world.nodes);
  return {
    words: `delete the pods of ${name} on ${node}`,
    commands: [kubectlCommand("delete", "pods", "-l", `app=${name}`, "--field-selector", `spec.nodeName=${node}`, "--wait=false")],
    deletesPodsOf: name,
  };
};

const replace: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const manifest = JSON.stringify(randomDaemonSet(random, name, world.nodes));
  return {
    words: `delete ${name} and make it anew`,
    commands: [kubectlCommand("delete", "ds", name, "--timeout=60s"), { args: ["apply", "-f", "-"], input: manifest }],
  };
};

/** The pods stay, and the next DaemonSet of that name finds and adopts them. */
const orphan: Make = (random, world) => {
  const name = random.pick(world.daemonSets);
  const manifest = JSON.stringify(randomDaemonSet(random, name, world.nodes));
  return {
    words: `delete ${name} without its pods and make it anew`,
    commands: [kubectlCommand("delete", "ds", name, "--cascade=orphan", "--timeout=60s"), { args: ["apply", "-f", "-"], input: manifest }],
  };
};

/** Random steps on DaemonSets, with their weights. */
export const DAEMON_SET_STEPS: readonly (readonly [weight: number, make: Make])[] = [
  [7, newImage],
  [3, newStrategy],
  [4, newPlacement],
  [1, newMinReady],
  [2, undo],
  [2, deletePods],
  [1, replace],
  [1, orphan],
];
