import type { ManagedRollout, PlannedPause, UpgradePhase } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Translate } from "../translate.ts";

/** Phases that the number of upgraded nodes implies. */
const IMPLIED_PHASES: ReadonlySet<UpgradePhase> = new Set(["upgraded", "required", "notProcessed"]);

/** Returns UP-TO-DATE under a controller that replaces the pods, and where it works: `1 of 3 updated by gpu-operator,
 *  1 draining (gpu-2)`, or `2 of 3 updated by gpu-operator; gpu-3 waits for gpu-2`. */
export function managedText(t: Translate, { controller, phases }: ManagedRollout, { reported }: Pick<DaemonSetRecord, "reported">): string {
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = reported;
  const progress = t("model.managed.by", { updated, desired, controller });
  const others = phases.filter(({ phase }) => !IMPLIED_PHASES.has(phase));
  const works = others.map(({ phase, count, nodes }) => {
    const text = t(`model.managed.${phase}`, { number: count });
    const [only = ""] = nodes;
    return others.length === 1 && nodes.length === 1 ? t("model.managed.phase", { phase: text, nodes: only }) : text;
  });
  const [work] = others;
  const waiting = phases.find(({ phase }) => phase === "required");
  // The node is one of the updated, so its phase as a further number would count it twice.
  if (others.length === 1 && work?.phase === "completing" && work.nodes.length === 1 && waiting !== undefined)
    return t("model.managed.waiting", {
      progress,
      count: waiting.count,
      node: waiting.nodes[0] ?? "",
      completing: work.nodes[0] ?? "",
    });
  return [progress, ...works].join(t("model.comma"));
}

/** Returns on how many nodes another controller pauses a DaemonSet: `paused on 1 node by gpu-operator`. */
export const pausedText = (t: Translate, { controller, count }: PlannedPause): string => t("model.managed.paused", { controller, count });

/** Returns the planned pauses of a DaemonSet. Empty without one, or if the concern states the same pauses. */
export function pausedTexts(t: Translate, { paused, concern }: Pick<DaemonSetRecord, "paused" | "concern">): readonly string[] {
  if (paused === undefined || (concern?.detail.kind === "pauseLeft" && concern.detail.count >= paused.count)) return [];
  return [pausedText(t, paused)];
}
