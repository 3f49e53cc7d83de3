import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJsonObject } from "../../objects/json.ts";

const IN_MARKUP = /[<>&\u2028\u2029]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Reports whether a body is a ControllerRevision or a list of them. Its keys are sorted, because clients treat a
 * revision's data as bytes.
 */
const isControllerRevision = (body: unknown): boolean => isJsonObject(body) && String(body.kind).startsWith("ControllerRevision");

/**
 * Writes a body as the API server writes JSON, with the escapes of Go's encoder. A ControllerRevision is equal byte for
 * byte, because `kubectl rollout undo` and upstream's own tests compare its data with their patch of the live template.
 * `whole` is the object that contains the value, if the value does not name its kind. Source:
 * pkg/controller/daemon/update.go, getPatch and Match.
 */
export function apiText(value: unknown, whole: unknown = value): string {
  const text = isControllerRevision(whole) ? stableJson(value) : JSON.stringify(value);
  return text.replace(IN_MARKUP, escaped);
}
