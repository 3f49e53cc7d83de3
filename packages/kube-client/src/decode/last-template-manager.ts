import type { FieldManager } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { intern, isJson, type Json, objectField, objectsField, textField } from "./fields.ts";

const ownsTemplate = (entry: Json): boolean =>
  (textField(entry, "subresource") ?? "") === "" && isJson(objectField(objectField(entry, "fieldsV1"), "f:spec")["f:template"]);

/** Returns the last manager of the pod template, from the managed fields; undefined if two managers have the same
 *  time, or if there is none. The time is that of the manager's last change of any field, in whole seconds.
 *  Source: k8s.io/apimachinery/pkg/apis/meta/v1/types.go, ManagedFieldsEntry. */
export function lastTemplateManager(metadata: Json): FieldManager | undefined {
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
