import { withCondition, withReady } from "./node-commands.ts";
import { LABELS, randomDaemonSet, TAINTS } from "./random-daemon-set.ts";
import type { Seeded } from "./seeded.ts";
import { type Command, kubectlCommand, type Step, type World } from "./step.ts";

/** Node conditions, in addition to Ready, for which the lifecycle controller taints a node. */
const CONDITIONS = ["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"];

/**
 * Returns the step that creates the initial state of a seed's cluster. It has labels, taints of every effect, a cordon
 * and DaemonSets. Each unhealthy condition is on one node.
 */
export function furnish(random: Seeded, world: World): Step {
  const commands: Command[] = [];
  for (const [key, values] of Object.entries(LABELS))
    for (const value of values) {
      const chosen = random.some(world.nodes, 1 + random.below(7));
      commands.push(kubectlCommand("label", "node", ...chosen, `${key}=${value}`, "--overwrite"));
    }
  for (const taint of TAINTS) {
    const text = `${taint.key}${"value" in taint ? `=${taint.value}` : ""}:${taint.effect}`;
    commands.push(kubectlCommand("taint", "node", ...random.some(world.nodes, 1 + random.below(4)), text, "--overwrite"));
  }
  commands.push(kubectlCommand("cordon", random.pick(world.nodes)));
  for (const type of CONDITIONS) commands.push(withCondition(random.pick(world.nodes), type, "True"));
  const unreadyNode = random.pick(world.nodes);
  world.unready.add(unreadyNode);
  commands.push(withReady(unreadyNode, false));
  const items = world.daemonSets.map((name) => randomDaemonSet(random, name, world.nodes));
  commands.push({ args: ["apply", "-f", "-"], input: JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  return { words: "the start", commands };
}
