import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { defaultAccount, defaultPodSpec, setMissing } from "./default-pod-spec.ts";

/** Sets the API server's defaults of a pod template; edits it. */
export function defaultTemplate(template: JsonObject): void {
  setMissing(template, { metadata: {}, spec: {} });
  if (!isJsonObject(template.spec)) return;
  defaultPodSpec(template.spec);
  defaultAccount(template.spec);
}
