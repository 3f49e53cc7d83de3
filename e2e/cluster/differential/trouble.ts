import { KUBELET_LABEL } from "./motion.ts";
import type { Seeded } from "./seeded.ts";
import { kubectlCommand, type Step, type World, wellNodes } from "./step.ts";

/**
 * The step after `furnish` in every seed, because chance would rarely produce these states. A silent node, on which
 * deleted pods continue to terminate. Taints on nodes with pods, one that ends them and one that keeps them. Missing
 * images, so that old pods remain next to new ones during a surge, and the budget is used up without one.
 */
export function trouble(random: Seeded, world: World): Step {
  const [silent = "", ending = "", keeping = ""] = random.some(wellNodes(world), 3);
  world.silent.add(silent);
  const names = random.some(world.daemonSets, 4);
  const images = names.map((name) => kubectlCommand("set", "image", `ds/${name}`, `agent=agent:missing-${world.images++}`));
  return {
    words: `${silent} falls silent, taints come to ${ending} and ${keeping}, images of ${names.join(", ")} are missing`,
    commands: [
      kubectlCommand("label", "node", silent, `${KUBELET_LABEL}-`),
      kubectlCommand("taint", "node", ending, "broken=disk:NoExecute", "--overwrite"),
      kubectlCommand("taint", "node", keeping, "spare:NoSchedule", "--overwrite"),
      ...images,
    ],
  };
}
