import { isEqualJson } from "@daemonscope/kube/equal-json";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/json-value";
import type { ContainerSummary, KubeControllerRevision, KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import type { DaemonSetEdit, Manifest } from "../actions/change.ts";
import { editedDaemonSet } from "../actions/daemonset-edit.ts";
import { strategicMerge } from "../actions/daemonset-merge.ts";
import type { DaemonSetFacts } from "../actions/plan-facts.ts";
import type { StepProblem } from "../actions/step-problem.ts";
import type { ImagineTools } from "./imagine-tools.ts";
import { mergedTemplate } from "./merge-template.ts";
import { servedJson } from "./served-json.ts";

/** A template as a summary, and whole where that is kept. */
interface Template {
  readonly summary: PodTemplateSummary;
  readonly full: JsonObject | undefined;
}

function jsonOf(text: string | undefined): JsonObject | undefined {
  const value: JsonValue | undefined = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}

const editFacts = ({ metadata, spec, status }: KubeDaemonSet): DaemonSetFacts => ({
  namespace: metadata.namespace,
  name: metadata.name,
  template: spec.template,
  containers: spec.template.containers,
  ...(spec.template.priorityClassName === undefined ? {} : { priorityClassName: spec.template.priorityClassName }),
  updateStrategy: spec.updateStrategy,
  desired: status.desiredNumberScheduled,
});

/** The summary that an edit leaves, without a look at the whole. */
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

/** What an edit merges into the whole template; undefined for one that changes no template. */
function templatePatch(edit: DaemonSetEdit): JsonObject | undefined {
  switch (edit.kind) {
    case "tolerations":
      return { spec: { tolerations: edit.to.length === 0 ? null : (edit.to as unknown as JsonValue) } };
    case "nodeSelector":
      return { spec: { nodeSelector: { ...Object.fromEntries(edit.remove.map((key) => [key, null])), ...edit.set } } };
    case "image":
      return { spec: { containers: [{ name: edit.container, image: edit.image }] } };
    case "restart":
      return templateIn(strategicMerge({ ...edit, at: edit.at ?? "when it is sent" }));
    default:
      return templateIn(strategicMerge(edit));
  }
}

function editedTemplate(object: KubeDaemonSet, edit: DaemonSetEdit): Template {
  const before = jsonOf(object.fullTemplate);
  const patch = templatePatch(edit);
  const full = before === undefined || patch === undefined ? before : mergedTemplate(before, patch);
  return { summary: editedSummary(object, edit), full };
}

const isSameWhole = (a: JsonObject, b: JsonObject): boolean => isEqualJson(servedJson(a), servedJson(b));

/** The DaemonSet with another template: of a revision that has it already where there is one, for then nothing new is made of it (rule R6). */
function withTemplate(
  object: KubeDaemonSet,
  { summary, full }: Template,
  revisions: readonly KubeControllerRevision[],
  isNew: boolean,
): KubeDaemonSet {
  const known =
    full === undefined
      ? undefined
      : [...revisions]
          .sort((a, b) => b.revision - a.revision)
          .find(({ fullTemplate }) => {
            const whole = jsonOf(fullTemplate);
            return whole !== undefined && isSameWhole(whole, full);
          });
  const templateHash = known?.templateHash ?? (isNew ? `imagined ${JSON.stringify(full ?? summary)}` : object.templateHash);
  const { fullTemplate: _, ...rest } = object;
  return {
    ...rest,
    spec: { ...object.spec, template: summary },
    templateHash,
    ...(full === undefined ? {} : { fullTemplate: JSON.stringify(full) }),
  };
}

function restored(
  object: KubeDaemonSet,
  revisions: readonly KubeControllerRevision[],
  number: number,
  tools: ImagineTools,
): KubeDaemonSet | StepProblem {
  const revision = revisions.find((each) => each.revision === number);
  const full = jsonOf(revision?.fullTemplate);
  if (revision?.templateHash === undefined || full === undefined) {
    const { namespace, name } = object.metadata;
    return { code: "badManifest", name: `${namespace}/${name}`, reason: `the template of revision ${number} is not kept` };
  }
  return { ...withTemplate(object, { summary: tools.templateOf(full), full }, revisions, true), templateHash: revision.templateHash };
}

/** What a manifest says, over what is there (server-side apply, without what it would take from the fields that the same manager named before). */
function applied(
  object: KubeDaemonSet,
  manifest: Manifest,
  revisions: readonly KubeControllerRevision[],
  tools: ImagineTools,
): KubeDaemonSet | StepProblem {
  const read = tools.daemonSetOf(manifest);
  if ("problem" in read) return { code: "badManifest", name: manifest.metadata.name, reason: read.problem };
  const spec = (manifest.spec ?? {}) as JsonObject;
  const written = isJsonObject(spec.template) ? spec.template : {};
  const before = jsonOf(object.fullTemplate);
  const { uid } = object.metadata;
  const patch = tools.keptTemplate === undefined ? written : tools.keptTemplate(written, uid);
  const full = before === undefined ? undefined : mergedTemplate(before, patch);
  // Without the whole only what the manifest says is known, and what it leaves out is taken from what is there.
  const summary = full === undefined ? mergedSummary(object.spec.template, read.object.spec.template, written) : tools.templateOf(full);
  const isNew = full === undefined || before === undefined ? !isEqualJson(summary, object.spec.template) : !isSameWhole(before, full);
  const strategy = isJsonObject(spec.updateStrategy) ? mergedTemplate(asJson(object.spec.updateStrategy), spec.updateStrategy) : undefined;
  const withSpec: KubeDaemonSet = {
    ...object,
    spec: {
      ...object.spec,
      ...(strategy === undefined ? {} : { updateStrategy: strategy as unknown as KubeDaemonSet["spec"]["updateStrategy"] }),
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: read.object.spec.minReadySeconds }),
    },
  };
  return isNew ? withTemplate(withSpec, { summary, full }, revisions, true) : withSpec;
}

const asJson = (value: unknown): JsonObject => value as JsonObject;

function mergedSummary(has: PodTemplateSummary, says: PodTemplateSummary, written: JsonObject): PodTemplateSummary {
  const spec = isJsonObject(written.spec) ? written.spec : {};
  const said = <Field extends keyof PodTemplateSummary>(name: string, field: Field) =>
    Object.hasOwn(spec, name) ? { [field]: says[field] } : {};
  const containers = has.containers.map((container) => {
    const other = says.containers.find(({ name }) => name === container.name);
    if (other === undefined) return container;
    const { ports, image, ...rest } = other;
    return { ...container, ...rest, ...(image === "" ? {} : { image }), ...(ports.length === 0 ? {} : { ports }) };
  });
  const added = says.containers.filter(({ name }) => !has.containers.some((container) => container.name === name));
  return {
    ...has,
    ...said("tolerations", "tolerations"),
    ...said("nodeName", "nodeName"),
    ...said("affinity", "requiredNodeAffinity"),
    ...said("hostNetwork", "hostNetwork"),
    ...said("priorityClassName", "priorityClassName"),
    nodeSelector: { ...has.nodeSelector, ...says.nodeSelector },
    labels: { ...has.labels, ...says.labels },
    containers: [...containers, ...added],
  };
}

/** A DaemonSet as it would be after an edit; or why nobody can say. `revisions` are its own: a template that one of them has makes no new one. */
export function editedObject(
  object: KubeDaemonSet,
  edit: DaemonSetEdit,
  revisions: readonly KubeControllerRevision[],
  tools: ImagineTools,
): KubeDaemonSet | StepProblem {
  switch (edit.kind) {
    case "revision":
      return restored(object, revisions, edit.to, tools);
    case "manifest":
      return applied(object, edit.manifest, revisions, tools);
    case "annotation":
      return object;
    case "updateStrategyType":
    case "budget":
    case "limits":
    case "strategy":
      return { ...object, spec: { ...object.spec, updateStrategy: editedDaemonSet(editFacts(object), edit).updateStrategy } };
    case "restart":
      return withTemplate(object, editedTemplate(object, edit), revisions, true);
    default: {
      const template = editedTemplate(object, edit);
      const isNew = !isEqualJson(template.summary, object.spec.template);
      return isNew ? withTemplate(object, template, revisions, true) : object;
    }
  }
}
