import type {
  DaemonSetUpdateStrategy,
  DeliveredFields,
  EditableField,
  FieldManager,
  IntOrString,
  KubeDaemonSet,
} from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { ANNOTATIONS, CHANGED_BY, DELIVERY_MANAGERS, type DeliveryManager, MARK_ANNOTATIONS } from "@daemonscope/kube/well-known";
import { annotatorOf } from "./annotator.ts";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { decodePodTemplate } from "./decode-pod-template.ts";
import { decodeLabelSelector } from "./decode-selectors.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import {
  defined,
  filledField,
  integerField,
  intern,
  internedField,
  isJson,
  type Json,
  objectField,
  objectsField,
  textField,
} from "./fields.ts";
import { isWithinDepthLimit, templateHash } from "./template-hash.ts";
import type { TemplateRedactor } from "./template-redactor.ts";

const IS_DELIVERY: ReadonlySet<string> = new Set(DELIVERY_MANAGERS);

const KUBECTL: ReadonlySet<DeliveryManager> = new Set<DeliveryManager>(["kubectl-client-side-apply", "kubectl"]);

const isDelivery = (manager: string): manager is DeliveryManager => IS_DELIVERY.has(manager);

/** Fields of the pod spec, and of a container, by their names in managed fields. */
const POD_FIELDS = ["tolerations", "nodeSelector", "affinity", "priorityClassName"] as const;

const CONTAINER_FIELDS = ["image", "resources", "ports"] as const;

/** Returns the fields in an entry of managed fields. O(containers). */
function* editableFields(entry: Json): Generator<EditableField> {
  const spec = objectField(objectField(entry, "fieldsV1"), "f:spec");
  if (isJson(spec["f:updateStrategy"])) yield "updateStrategy";
  if (!isJson(spec["f:template"])) return;
  const template = objectField(spec, "f:template");
  yield "template";
  const annotations = objectField(objectField(template, "f:metadata"), "f:annotations");
  if (isJson(annotations[`f:${ANNOTATIONS.restartedAt}`])) yield "restartedAt";
  const pod = objectField(template, "f:spec");
  for (const field of POD_FIELDS) if (isJson(pod[`f:${field}`])) yield field;
  for (const container of Object.values(objectField(pod, "f:containers")))
    if (isJson(container)) for (const field of CONTAINER_FIELDS) if (isJson(container[`f:${field}`])) yield field;
}

/** Names the group of a manager. Old versions of kubectl use `kubectl` for each of their commands. */
const groupOf = (manager: string, entry: Json): DeliveryManager | "others" =>
  isDelivery(manager) && (manager !== "kubectl" || textField(entry, "operation") === "Apply") ? manager : "others";

interface Delivered {
  readonly deliveredFields?: DeliveredFields;
  readonly deliveredAtMs?: number;
}

/** Returns the fields that delivery tools set, and the last time at which one without a user set any. The result is
 *  small for any number of managers. Source: k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
function deliveredBy(metadata: Json): Delivered {
  let lastMs: number | undefined;
  const found: Partial<Record<DeliveryManager | "others", Partial<Record<EditableField, true>>>> = {};
  for (const entry of objectsField(metadata, "managedFields")) {
    const manager = textField(entry, "manager") ?? "";
    if (manager === "" || (textField(entry, "subresource") ?? "") !== "") continue;
    const group = groupOf(manager, entry);
    const atMs = isDelivery(group) && !KUBECTL.has(group) ? timeMs(textField(entry, "time")) : undefined;
    if (atMs !== undefined) lastMs = Math.max(lastMs ?? atMs, atMs);
    for (const field of editableFields(entry)) found[group] = { ...found[group], [field]: true };
  }
  const isEmpty = DELIVERY_MANAGERS.every((manager) => found[manager] === undefined);
  return isEmpty ? {} : { deliveredFields: found, ...(lastMs === undefined ? {} : { deliveredAtMs: lastMs }) };
}

const DEFAULT_HISTORY_LIMIT = 10;

function intOrString(parent: Json, field: string): IntOrString | undefined {
  const value = parent[field];
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return textField(parent, field);
}

function updateStrategy(value: Json): DaemonSetUpdateStrategy {
  const type = internedField(value, "type") ?? "RollingUpdate";
  const { rollingUpdate } = value;
  if (!isJson(rollingUpdate)) return { type };
  return {
    type,
    rollingUpdate: defined({
      maxUnavailable: intOrString(rollingUpdate, "maxUnavailable"),
      maxSurge: intOrString(rollingUpdate, "maxSurge"),
    }),
  };
}

type SpecField = "f:template" | "f:updateStrategy";

const ownsField = (entry: Json, field: SpecField): boolean =>
  (textField(entry, "subresource") ?? "") === "" && isJson(objectField(objectField(entry, "fieldsV1"), "f:spec")[field]);

/** Returns the user in the annotation `CHANGED_BY`, if this entry owns it. The annotation of another manager may be
 *  older. */
function userOf(metadata: Json, entry: Json): { readonly user?: string } {
  const annotations = objectField(objectField(objectField(entry, "fieldsV1"), "f:metadata"), "f:annotations");
  const user = isJson(annotations[`f:${CHANGED_BY}`]) ? filledField(objectField(metadata, "annotations"), CHANGED_BY) : undefined;
  return user === undefined ? {} : { user };
}

/** Returns the managers of a field of the spec, from the managed fields. The time is that of the manager's last change
 *  of any field, in whole seconds. Source: k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
const managersOf = (metadata: Json, field: SpecField): readonly FieldManager[] =>
  objectsField(metadata, "managedFields").flatMap((entry): FieldManager | readonly [] => {
    const atMs = timeMs(textField(entry, "time"));
    const manager = textField(entry, "manager") ?? "";
    if (atMs === undefined || manager === "" || !ownsField(entry, field)) return [];
    return { manager: intern(manager), ...userOf(metadata, entry), atMs };
  });

/** Returns the managers of the pod template. */
export const templateManagers = (metadata: Json): readonly FieldManager[] => managersOf(metadata, "f:template");

/** Returns the last manager of a field; undefined if two managers have the same time, or if there is none. */
function lastManager(metadata: Json, field: SpecField): FieldManager | undefined {
  const managers = managersOf(metadata, field);
  const lastMs = Math.max(...managers.map(({ atMs }) => atMs));
  const [last, ...others] = managers.filter(({ atMs }) => atMs === lastMs);
  return others.length > 0 ? undefined : last;
}

/** Returns the only manager of the owner references. A user of kubectl is no operator. */
function ownerManagerOf(metadata: Json): string | undefined {
  if (objectsField(metadata, "ownerReferences").length === 0) return undefined;
  const managers = new Set(
    objectsField(metadata, "managedFields").flatMap((entry) =>
      isJson(objectField(objectField(entry, "fieldsV1"), "f:metadata")["f:ownerReferences"]) ? (textField(entry, "manager") ?? "") : [],
    ),
  );
  const [manager = "", ...others] = managers;
  return manager === "" || manager.startsWith("kubectl") || others.length > 0 ? undefined : intern(manager);
}

/** Adds the annotations by which other controllers mark a DaemonSet. Other kinds do not keep them, because pods are
 *  many. */
function withMarks(metadata: KubeDaemonSet["metadata"], raw: Json): KubeDaemonSet["metadata"] {
  const all = objectField(raw, "annotations");
  const marks = Object.values(MARK_ANNOTATIONS).filter((key) => typeof all[key] === "string");
  if (marks.length === 0) return metadata;
  const added = Object.fromEntries(marks.map((key) => [key, filledField(all, key) ?? ""]));
  return { ...metadata, annotations: { ...metadata.annotations, ...added } };
}

/** Reads a DaemonSet. Keeps the redacted template only with `redact`. Never throws; numbers that the API omits are 0,
 *  except revisionHistoryLimit. */
export function decodeDaemonSet(value: unknown, redact?: TemplateRedactor): Decoded<KubeDaemonSet> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("DaemonSet", value);
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const count = (field: string) => Math.max(0, integerField(status, field));
  const rawTemplate = objectField(spec, "template");
  const template = isWithinDepthLimit(rawTemplate) ? rawTemplate : {};
  const rawMetadata = objectField(value, "metadata");
  const manager = lastManager(rawMetadata, "f:template");
  const strategyManager = lastManager(rawMetadata, "f:updateStrategy")?.manager;
  const ownerManager = ownerManagerOf(rawMetadata);
  const strategy = updateStrategy(objectField(spec, "updateStrategy"));
  const annotator = strategy.type === "OnDelete" ? annotatorOf(rawMetadata) : undefined;
  return {
    object: {
      metadata: withMarks(metadata, rawMetadata),
      spec: {
        selector: decodeLabelSelector(objectField(spec, "selector")),
        template: decodePodTemplate(template),
        updateStrategy: strategy,
        minReadySeconds: Math.max(0, integerField(spec, "minReadySeconds")),
        revisionHistoryLimit: integerField(spec, "revisionHistoryLimit", DEFAULT_HISTORY_LIMIT),
      },
      status: {
        desiredNumberScheduled: count("desiredNumberScheduled"),
        currentNumberScheduled: count("currentNumberScheduled"),
        numberReady: count("numberReady"),
        updatedNumberScheduled: count("updatedNumberScheduled"),
        numberAvailable: count("numberAvailable"),
        numberUnavailable: count("numberUnavailable"),
        numberMisscheduled: count("numberMisscheduled"),
        observedGeneration: count("observedGeneration"),
        ...(typeof status.collisionCount === "number" ? { collisionCount: count("collisionCount") } : {}),
      },
      templateHash: templateHash(template),
      ...(manager === undefined ? {} : { templateManager: manager }),
      ...(strategyManager === undefined ? {} : { strategyManager }),
      ...(ownerManager === undefined ? {} : { ownerManager }),
      ...deliveredBy(rawMetadata),
      ...(annotator === undefined ? {} : { annotator }),
      ...(redact === undefined ? {} : { fullTemplate: redact(template, metadata.uid) }),
    },
  };
}
