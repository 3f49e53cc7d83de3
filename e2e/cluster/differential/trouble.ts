import { KUBELET_LABEL } from "./motion.ts";
import type { Seeded } from "./seeded.ts";
import { by, type Step, type World, wellNodes } from "./step.ts";

/** What every seed goes on from, as chance would bring it to few: a node falls silent, so that pods that are deleted there go on terminating; taints come to
 *  nodes with pods, one that ends them and one that keeps them; and some images are missing, so that old pods stand beside new ones where there is a surge,
 *  and the budget is used up where there is none. */
export function trouble(random: Seeded, world: World): Step {
  const [silent = "", ending = "", keeping = ""] = random.some(wellNodes(world), 3);
  world.silent.add(silent);
  const names = random.some(world.daemonSets, 4);
  const images = names.map((name) => by("set", "image", `ds/${name}`, `agent=agent:missing-${world.images++}`));
  return {
    words: `${silent} falls silent, taints come to ${ending} and ${keeping}, images of ${names.join(", ")} are missing`,
    commands: [
      by("label", "node", silent, `${KUBELET_LABEL}-`),
      by("taint", "node", ending, "broken=disk:NoExecute", "--overwrite"),
      by("taint", "node", keeping, "spare:NoSchedule", "--overwrite"),
      ...images,
    ],
  };
}
