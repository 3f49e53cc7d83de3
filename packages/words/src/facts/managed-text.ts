import type { ManagedRollout, PlannedPause } from "@daemonscope/daemonset/records/managed-rollout";
import type { Translate } from "../translate.ts";

/** Names the controller that replaces the pods, and its progress: `gpu-operator: 3 upgraded, 5 required`. */
export function managedText(t: Translate, { controller, phases }: ManagedRollout): string {
  const counted = phases.map(({ phase, count }) => t(`model.managed.${phase}`, { number: count }));
  return t("model.managed.by", { controller, phases: counted.join(t("model.comma")) });
}

/** Returns on how many nodes another controller pauses a DaemonSet: `paused on 1 node by gpu-operator`. */
export const pausedText = (t: Translate, { controller, count }: PlannedPause): string => t("model.managed.paused", { controller, count });
