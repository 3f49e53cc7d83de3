import { defaultPodSpec } from "../../defaults/default-pod-spec.ts";
import { cloneJson, type JsonObject } from "../../objects/json.ts";
import { podSpecErrors } from "./pod-spec.ts";

/** Returns the errors of a template's pod spec after defaulting, one per line. */
export function refusals(podSpec: JsonObject): readonly string[] {
  const spec = cloneJson(podSpec);
  defaultPodSpec(spec);
  return podSpecErrors(spec, "spec", false).map(({ field, message }) => `${field}: ${message}`);
}

const RUNS = { containers: [{ name: "agent", image: "agent:1" }] };

/** A valid pod spec with some invalid parts. */
export const withParts = (parts: JsonObject): JsonObject => ({ ...RUNS, ...parts });

/** The same, with a container that has some invalid parts. */
export const withContainer = (parts: JsonObject): JsonObject => ({ containers: [{ ...RUNS.containers[0], ...parts }] });
