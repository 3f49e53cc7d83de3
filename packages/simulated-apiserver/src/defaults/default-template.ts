import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { defaultAccount, defaultPodSpec, setMissing } from "./default-pod-spec.ts";

/** A pod template as every kind with one has it; edits it. */
export function defaultTemplate(template: JsonObject): void {
  setMissing(template, { metadata: {}, spec: {} });
  if (!isJsonObject(template.spec)) return;
  defaultPodSpec(template.spec);
  defaultAccount(template.spec);
}
