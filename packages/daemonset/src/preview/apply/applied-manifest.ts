import type {
  ContainerPort,
  DaemonSetUpdateStrategy,
  KubeControllerRevision,
  KubeDaemonSet,
  PodTemplateSummary,
} from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import type { Manifest } from "../../actions/changes/change.ts";
import type { StepProblem } from "../../actions/changes/problems/step-problem.ts";
import type { PreviewDecoders, StepAssumption } from "../preview-decoders.ts";
import { fillHiddenValues } from "./fill-hidden-values.ts";
import { isSameListElement, MERGE_KEYS, mergedTemplate } from "./merge-template.ts";
import { normalizedTemplate } from "./normalized-template.ts";
import { isStated } from "./same-content.ts";
import { isSameTemplate, jsonOf, withTemplate } from "./with-template.ts";
import { withoutEmptyFields } from "./without-empty-fields.ts";

/** The result of applying a manifest. */
export interface AppliedManifest {
  readonly object: KubeDaemonSet;
  readonly doubts: readonly StepAssumption[];
}

const objectIn = (value: unknown): JsonObject => (isJsonObject(value as JsonObject) ? (value as JsonObject) : {});
const DEFAULT_STRATEGY = { type: "RollingUpdate" };

/** Adds the API server's default protocol to a port. */
const filledPort = (port: ContainerPort): ContainerPort => ({ ...port, protocol: port.protocol ?? "TCP" });

/** Merges a manifest into the stored summary. Without the full template only the manifest's fields are known, and
 *  omitted fields stay. */
function mergedSummary(existing: PodTemplateSummary, writtenSummary: PodTemplateSummary, written: JsonObject): PodTemplateSummary {
  const spec = objectIn(written.spec);
  const statedField = <Field extends keyof PodTemplateSummary>(name: string, field: Field) =>
    Object.hasOwn(spec, name) ? { [field]: writtenSummary[field] } : {};
  const containers = existing.containers.map((container) => {
    const other = writtenSummary.containers.find(({ name }) => name === container.name);
    if (other === undefined) return container;
    const { ports, image, ...rest } = other;
    return { ...container, ...rest, ...(image === "" ? {} : { image }), ...(ports.length === 0 ? {} : { ports: ports.map(filledPort) }) };
  });
  const added = writtenSummary.containers.filter(({ name }) => !existing.containers.some((container) => container.name === name));
  return {
    ...existing,
    ...statedField("tolerations", "tolerations"),
    ...statedField("nodeName", "nodeName"),
    ...statedField("affinity", "requiredNodeAffinity"),
    ...statedField("hostNetwork", "hostNetwork"),
    ...statedField("priorityClassName", "priorityClassName"),
    nodeSelector: { ...existing.nodeSelector, ...writtenSummary.nodeSelector },
    labels: { ...existing.labels, ...writtenSummary.labels },
    containers: [...containers, ...added],
  };
}

const isPresent = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== null;

function listWithout(stored: readonly JsonValue[], last: readonly JsonValue[], newFields: readonly JsonValue[], keys: readonly string[]) {
  const findIn = (list: readonly JsonValue[], element: JsonValue) => list.find((each) => isSameListElement(each, element, keys));
  return stored.flatMap((element) => {
    const [lastApplied, applied] = [findIn(last, element), findIn(newFields, element)];
    if (lastApplied === undefined) return [element];
    if (applied === undefined) return [];
    return [
      isJsonObject(element) && isJsonObject(lastApplied) && isJsonObject(applied)
        ? withoutRemovedFields(element, lastApplied, applied)
        : element,
    ];
  });
}

/** Returns the stored object without last applied fields that are no longer applied: fields of maps, and elements of
 *  keyed lists. The merge replaces other lists as a whole. Source: apimachinery pkg/util/strategicpatch,
 *  CreateThreeWayMergePatch, as kubectl apply takes it. */
export function withoutRemovedFields(stored: JsonObject, last: JsonObject, newFields: JsonObject): JsonObject {
  const kept = Object.entries(stored).flatMap(([field, value]): readonly (readonly [string, JsonValue])[] => {
    const [lastApplied, applied] = [last[field], newFields[field]];
    if (!isPresent(lastApplied)) return [[field, value]];
    if (!isPresent(applied)) return [];
    if (isJsonObject(value) && isJsonObject(lastApplied) && isJsonObject(applied))
      return [[field, withoutRemovedFields(value, lastApplied, applied)]];
    const keys = MERGE_KEYS[field];
    if (keys === undefined || !isJsonList(value) || !isJsonList(lastApplied) || !isJsonList(applied)) return [[field, value]];
    return [[field, listWithout(value, lastApplied, applied, keys)]];
  });
  return Object.fromEntries(kept);
}

/** Returns the template after the change, and whether it differs. `written` is normalized like the API server's. */
function templateAfter(object: KubeDaemonSet, written: JsonObject, last: JsonObject | undefined, tools: PreviewDecoders) {
  const before = jsonOf(object.fullTemplate);
  if (before === undefined) {
    const summary = mergedSummary(object.spec.template, tools.templateOf(written), written);
    const isNew = !isEqualJson(summary, object.spec.template);
    const doubts: readonly StepAssumption[] = isNew ? [] : ["templateInPart"];
    return { summary, full: undefined, isNew, doubts };
  }
  const { keptTemplate } = tools;
  const filled =
    keptTemplate === undefined
      ? fillHiddenValues(written, before)
      : { template: keptTemplate(written, object.metadata.uid), isAssumed: false };
  const base = last === undefined ? before : withoutRemovedFields(before, objectIn(last.template), written);
  const full = mergedTemplate(base, filled.template);
  const doubts: StepAssumption[] = filled.isAssumed ? ["hiddenValues"] : [];
  if (last === undefined && !isStated(withoutEmptyFields(before), withoutEmptyFields(filled.template), "")) doubts.push("leftOut");
  return { summary: tools.templateOf(full), full, isNew: !isSameTemplate(before, full), doubts };
}

function strategyAfter(existing: DaemonSetUpdateStrategy, written: JsonObject | undefined, last: JsonObject): DaemonSetUpdateStrategy {
  const newFields = written ?? {};
  const kept = withoutRemovedFields(existing as unknown as JsonObject, last, newFields);
  return mergedTemplate({ ...DEFAULT_STRATEGY, ...kept }, newFields) as unknown as DaemonSetUpdateStrategy;
}

/** Returns the DaemonSet after `kubectl apply`: the manifest merged into the object, without the last applied fields
 *  that the manifest omits. */
export function appliedManifest(
  object: KubeDaemonSet,
  manifest: Manifest,
  revisions: readonly KubeControllerRevision[],
  tools: PreviewDecoders,
): AppliedManifest | StepProblem {
  const decoded = tools.daemonSetOf(manifest);
  if ("problem" in decoded) return { code: "badManifest", name: manifest.metadata.name, reason: decoded.problem };
  const { namespace, name } = object.metadata;
  const spec = objectIn(manifest.spec);
  const last = tools.lastApplied?.(`${namespace}/${name}`);
  const template = templateAfter(object, normalizedTemplate(objectIn(spec.template)), last, tools);
  const isMinReadyRemoved = spec.minReadySeconds === undefined && last?.minReadySeconds !== undefined;
  const withSpec: KubeDaemonSet = {
    ...object,
    spec: {
      ...object.spec,
      updateStrategy: strategyAfter(
        object.spec.updateStrategy,
        isJsonObject(spec.updateStrategy) ? spec.updateStrategy : undefined,
        objectIn(last?.updateStrategy),
      ),
      ...(isMinReadyRemoved || spec.minReadySeconds !== undefined ? { minReadySeconds: decoded.object.spec.minReadySeconds } : {}),
    },
  };
  const { summary, full, isNew, doubts } = template;
  return { object: isNew ? withTemplate(withSpec, { summary, full }, revisions, true) : withSpec, doubts };
}
