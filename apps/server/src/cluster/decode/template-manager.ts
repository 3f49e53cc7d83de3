import type { FieldManager } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import { intern, isJson, type Json, objectField, objectsField, textField } from "./fields.ts";

const ownsTemplate = (entry: Json): boolean =>
  (textField(entry, "subresource") ?? "") === "" && isJson(objectField(objectField(entry, "fieldsV1"), "f:spec")["f:template"]);

/** Who changed the pod template last, by the field managers of the object; undefined where two of them did at once, or none is kept. The time is that of the manager's last change of any field,
 *  in whole seconds. Source: k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
export function templateManager(metadata: Json): FieldManager | undefined {
  let last: FieldManager | undefined;
  let isShared = false;
  for (const entry of objectsField(metadata, "managedFields")) {
    const atMs = timeMs(textField(entry, "time"));
    const manager = textField(entry, "manager") ?? "";
    if (atMs === undefined || manager === "" || !ownsTemplate(entry)) continue;
    isShared = atMs === last?.atMs || (isShared && atMs < (last?.atMs ?? 0));
    if (last === undefined || atMs > last.atMs) last = { manager: intern(manager), atMs };
  }
  return isShared ? undefined : last;
}
