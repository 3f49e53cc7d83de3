import { defaultPodSpec } from "../../defaults/default-pod-spec.ts";
import { cloneJson, type JsonObject } from "../../objects/json.ts";
import { podSpecErrors } from "./pod-spec.ts";

/** Returns the errors of a template's pod spec after defaulting, one per line. */
export function refusals(podSpec: JsonObject): readonly string[] {
  const spec = cloneJson(podSpec);
  defaultPodSpec(spec);
  return podSpecErrors(spec, "spec", false).map(({ field, message }) => `${field}: ${message}`);
}

const VALID = { containers: [{ name: "agent", image: "agent:1" }] };

/** Returns a valid pod spec with some parts replaced. */
export const withParts = (parts: JsonObject): JsonObject => ({ ...VALID, ...parts });

/** Returns a valid pod spec whose container has some parts replaced. */
export const withContainer = (parts: JsonObject): JsonObject => ({ containers: [{ ...VALID.containers[0], ...parts }] });
