import { stableJson } from "@daemonscope/kube/stable-json";
import { isJsonObject } from "../../objects/json.ts";

const IN_MARKUP = /[<>&\u2028\u2029]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Whether a body is a ControllerRevision, a list of them or an event about one. Its keys are written in order: what a revision keeps is bytes to clients. */
const keepsBytes = (body: unknown): boolean => isJsonObject(body) && String(body.kind).startsWith("ControllerRevision");

/** A body as the API server writes JSON: with the escapes of Go's encoder, and a ControllerRevision byte for byte, for `kubectl rollout undo` and
 *  upstream's own tests hold its data against what they make of the live template.
 *  `whole` is what the value is a part of, where it does not say itself what it is. Source: pkg/controller/daemon/update.go, getPatch and Match. */
export function apiText(value: unknown, whole: unknown = value): string {
  const text = keepsBytes(whole) ? stableJson(value) : JSON.stringify(value);
  return text.replace(IN_MARKUP, escaped);
}
