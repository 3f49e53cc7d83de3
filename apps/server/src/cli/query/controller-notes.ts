import { isTemplateEdit } from "@daemonscope/daemonset/actions/changes/kinds/edit-kinds";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { controllerOfLabel } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { changedDaemonSetKey } from "../../actions/preview/what-if-answer.ts";

/** Names the controllers that replace pods under OnDelete, for steps that end OnDelete, and for steps on which they
 *  act. */
export function controllerNotes(steps: readonly Step[], reading: ClusterReading): readonly string[] {
  const notes = steps.flatMap((step): readonly string[] => {
    const labels = step.kind === "label" ? Object.keys(step.labels) : step.kind === "unlabel" ? step.keys : [];
    const byLabel = labels.flatMap((key) => controllerOfLabel(key) ?? []);
    if (byLabel.length > 0)
      return byLabel.map((controller) => `${controller} acts on this label: it may drain the node and replace its pod`);
    const key = changedDaemonSetKey(step);
    const controller = key === undefined ? undefined : reading.daemonSetRecord(key)?.managedBy?.controller;
    if (controller === undefined) return [];
    const replaces = `${controller} replaces the pods of ${key} under OnDelete`;
    if (isOnDeleteEnded(step)) return [`${replaces}. With RollingUpdate the DaemonSet controller replaces them instead`];
    return step.kind === "apply" || (step.kind === "edit" && isTemplateEdit(step.edit)) ? [`${replaces}, and may drain their nodes`] : [];
  });
  return [...new Set(notes)].map((note) => `${note}.`);
}

const isOnDeleteEnded = (step: Step): boolean =>
  step.kind === "edit" && (step.edit.kind === "strategy" || (step.edit.kind === "updateStrategyType" && step.edit.to === "RollingUpdate"));
