import { hasFailedUpgrade, pauseOf } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { StringMap } from "@daemonscope/kube/objects";
import { causeSentence } from "@daemonscope/words/facts/cause-text";
import type { Translate } from "../../../words/i18n/translator.ts";
import { CauseRemedies } from "./CauseRemedies.tsx";

/** What another controller did on a node. `paused`: it works there still. */
interface FoundController {
  readonly kind: "upgradeFailed" | "pauseLeft" | "paused";
  readonly controller: UpgradeController;
}

/** Returns the failed upgrade or the planned pause of a DaemonSet on a node; undefined if there is none. */
export function otherControllerAt(
  { managedBy, placement }: Pick<DaemonSetRecord, "managedBy" | "placement">,
  labels: StringMap,
): FoundController | undefined {
  if (managedBy !== undefined && hasFailedUpgrade(managedBy.controller, labels))
    return { kind: "upgradeFailed", controller: managedBy.controller };
  const pause = pauseOf(placement.nodeSelector, labels);
  return pause && { kind: pause.isWorkOver ? "pauseLeft" : "paused", controller: pause.controller };
}

/** States what another controller did on a node. */
export const otherControllerText = ({ kind, controller }: FoundController, t: Translate): string =>
  kind === "upgradeFailed" ? causeSentence(t, { kind, subject: controller }) : t(`explain.lead.${kind}`, { controller });

interface OtherControllerProps {
  readonly found: FoundController;
  readonly record: DaemonSetRecord | undefined;
}

/** What helps against it. Nothing while the controller works on the node. */
export const OtherControllerHelp = ({ found: { kind, controller }, record }: OtherControllerProps) =>
  kind === "paused" ? null : <CauseRemedies cause={{ kind, subject: controller }} record={record} />;
