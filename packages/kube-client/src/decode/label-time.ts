import { timeMs } from "@daemonscope/kube/values/time";
import { isJson, type Json, objectField, objectsField, textField } from "./fields.ts";

/** Returns the time of a label, in whole seconds: the last change of its manager, which may have changed another field
 *  since. Undefined if the managed fields are missing. */
export function labelTimeMs(metadata: Json, label: string): number | undefined {
  const times = objectsField(metadata, "managedFields").flatMap((entry) => {
    const labels = objectField(objectField(objectField(entry, "fieldsV1"), "f:metadata"), "f:labels");
    return isJson(labels[`f:${label}`]) ? (timeMs(textField(entry, "time")) ?? []) : [];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}
