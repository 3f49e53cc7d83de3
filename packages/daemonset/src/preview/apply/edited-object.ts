import type { ContainerSummary, KubeControllerRevision, KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import type { DaemonSetEdit } from "../../actions/changes/change.ts";
import { editedDaemonSet, kindOfEdit } from "../../actions/changes/kinds/edit-kinds.ts";
import type { DaemonSetFacts } from "../../actions/changes/plan-facts.ts";
import type { StepProblem } from "../../actions/changes/problems/step-problem.ts";
import type { PreviewDecoders } from "../preview-decoders.ts";
import { mergedTemplate } from "./merge-template.ts";
import { jsonOf, type Template, withTemplate } from "./with-template.ts";

const editFacts = ({ metadata, spec, status }: KubeDaemonSet): DaemonSetFacts => ({
  namespace: metadata.namespace,
  name: metadata.name,
  template: spec.template,
  containers: spec.template.containers,
  ...(spec.template.priorityClassName === undefined ? {} : { priorityClassName: spec.template.priorityClassName }),
  updateStrategy: spec.updateStrategy,
  desired: status.desiredNumberScheduled,
});

/** Returns the summary after an edit, without reading the full template. */
function editedSummary(object: KubeDaemonSet, edit: DaemonSetEdit): PodTemplateSummary {
  const before = object.spec.template;
  const after = editedDaemonSet(editFacts(object), edit);
  const { requiredNodeAffinity: _affinity, priorityClassName: _priority, ...rest } = before;
  const { requiredNodeAffinity, nodeSelector, tolerations } = after.template;
  return {
    ...rest,
    nodeSelector,
    tolerations,
    ...(requiredNodeAffinity === undefined ? {} : { requiredNodeAffinity }),
    ...(after.priorityClassName === undefined ? {} : { priorityClassName: after.priorityClassName }),
    containers: after.containers.map((container, at): ContainerSummary => ({ ports: [], ...before.containers[at], ...container })),
  };
}

const templateIn = (merge: unknown): JsonObject | undefined =>
  (merge as { readonly spec?: { readonly template?: JsonObject } } | undefined)?.spec?.template;

function editedTemplate(object: KubeDaemonSet, edit: DaemonSetEdit): Template {
  const before = jsonOf(object.fullTemplate);
  const patch = templateIn(kindOfEdit(edit).merge?.(edit));
  const full = before === undefined || patch === undefined ? before : mergedTemplate(before, patch);
  return { summary: editedSummary(object, edit), full };
}

function restoredObject(
  object: KubeDaemonSet,
  revisions: readonly KubeControllerRevision[],
  number: number,
  tools: PreviewDecoders,
): KubeDaemonSet | StepProblem {
  const revision = revisions.find((each) => each.revision === number);
  const full = jsonOf(revision?.fullTemplate);
  if (revision?.templateHash === undefined || full === undefined) {
    const { namespace, name } = object.metadata;
    return { code: "revisionNotHeld", revision: number, daemonSet: `${namespace}/${name}` };
  }
  return { ...withTemplate(object, { summary: tools.templateOf(full), full }, revisions, true), templateHash: revision.templateHash };
}

/** Returns a DaemonSet after an edit, or the reason that the result is unknown. `revisions` are its own: a template
 *  that one of them has creates no new revision. */
export function editedObject(
  object: KubeDaemonSet,
  edit: Exclude<DaemonSetEdit, { readonly kind: "manifest" }>,
  revisions: readonly KubeControllerRevision[],
  tools: PreviewDecoders,
): KubeDaemonSet | StepProblem {
  if (edit.kind === "revision") return restoredObject(object, revisions, edit.to, tools);
  switch (kindOfEdit(edit).part) {
    case "metadata":
      return object;
    case "strategy":
      return { ...object, spec: { ...object.spec, updateStrategy: editedDaemonSet(editFacts(object), edit).updateStrategy } };
    case "template": {
      const template = editedTemplate(object, edit);
      const isNew = edit.kind === "restart" || !isEqualJson(template.summary, object.spec.template);
      return isNew ? withTemplate(object, template, revisions, true) : object;
    }
  }
}
