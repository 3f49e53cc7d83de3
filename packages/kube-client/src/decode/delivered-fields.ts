import type { DeliveredFields, EditableField } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { ANNOTATIONS, DELIVERY_MANAGERS, type DeliveryManager } from "@daemonscope/kube/well-known";
import { isJson, type Json, objectField, objectsField, textField } from "./fields.ts";

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
export function deliveredBy(metadata: Json): Delivered {
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
