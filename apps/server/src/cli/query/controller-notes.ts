import { isTemplateEdit } from "@daemonscope/daemonset/actions/changes/kinds/edit-kinds";
import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { nodeQuestions } from "@daemonscope/daemonset/actions/rollout-plans";
import { chosenNodes } from "@daemonscope/daemonset/actions/steps/chosen-nodes";
import { controllerOfLabel, pauseByLabel, upgradingController } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { changedDaemonSetKey } from "../../actions/preview/what-if-answer.ts";

/** Names the controllers that replace pods under OnDelete, for steps that end OnDelete, for steps on which they act,
 *  and for steps that undo what they did to a node. */
export function controllerNotes(steps: readonly Step[], reading: ClusterReading): readonly string[] {
  const notes = steps.flatMap((step): readonly string[] => {
    const labels = step.kind === "label" ? Object.keys(step.labels) : step.kind === "unlabel" ? step.keys : [];
    const byLabel = labels.flatMap((key) => controllerOfLabel(key) ?? []);
    if (byLabel.length > 0)
      return byLabel.map((controller) => `${controller} acts on this label: it may drain the node and replace its pod`);
    if (step.kind === "uncordon") return upgradeNotes(step, reading);
    if (labels.length > 0) return pauseNotes(step, labels, reading);
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

function* nodesOf(step: Step, reading: ClusterReading): Generator<NodeFacts> {
  if (step.kind !== "label" && step.kind !== "unlabel" && step.kind !== "uncordon") return;
  const questions = nodeQuestions(reading.nodes());
  const chosen = chosenNodes(questions, step.nodes);
  if ("problem" in chosen) return;
  for (const name of chosen.names) {
    const node = questions.node(name);
    if (node !== undefined) yield node;
  }
}

/** Names the controllers that paused an agent by one of the labels, for the time of their work on the node. */
function pauseNotes(step: Step, labels: readonly string[], reading: ClusterReading): readonly string[] {
  const notes: string[] = [];
  for (const { name, labels: present } of nodesOf(step, reading))
    for (const key of labels) {
      const pause = pauseByLabel(key, present);
      if (pause !== undefined)
        notes.push(
          pause.isWorkOver
            ? `${pause.controller} left this pause on ${name}`
            : `${pause.controller} set this pause for its work on ${name}, and ends it afterwards`,
        );
    }
  return notes;
}

/** Names the controllers that cordoned one of the nodes for an upgrade that goes on. */
function upgradeNotes(step: Step, reading: ClusterReading): readonly string[] {
  return [...nodesOf(step, reading)].flatMap(({ name, labels, unschedulable }) => {
    const controller = unschedulable === true ? upgradingController(labels) : undefined;
    return controller === undefined ? [] : [`${controller} upgrades ${name}: it cordoned the node, and may cordon it again`];
  });
}
