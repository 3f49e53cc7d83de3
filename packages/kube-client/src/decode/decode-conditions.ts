import type { Condition } from "@daemonscope/kube/objects";
import { defined, internedField, type Json, objectsField, textField } from "./fields.ts";

/** Returns the conditions of a status, without those that have no type. */
export function decodeConditions(status: Json): readonly Condition[] {
  return objectsField(status, "conditions").flatMap((condition) => {
    const type = internedField(condition, "type");
    if (type === undefined || type === "") return [];
    return [
      {
        type,
        status: internedField(condition, "status") ?? "Unknown",
        ...defined({
          reason: internedField(condition, "reason"),
          message: textField(condition, "message"),
          lastTransitionTime: textField(condition, "lastTransitionTime"),
        }),
      },
    ];
  });
}
