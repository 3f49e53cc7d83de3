import { defaultPodSpec } from "../../defaults/default-pod-spec.ts";
import { cloneJson, type JsonObject } from "../../objects/json.ts";
import { podSpecErrors } from "./pod-spec.ts";

/** What is wrong with a pod spec of a template once its defaults are filled in, a line each. */
export function refusals(podSpec: JsonObject): readonly string[] {
  const spec = cloneJson(podSpec);
  defaultPodSpec(spec);
  return podSpecErrors(spec, "spec", false).map(({ field, message }) => `${field}: ${message}`);
}

const RUNS = { containers: [{ name: "agent", image: "agent:1" }] };

/** A pod spec that is right, with some parts as they must not be. */
export const withParts = (parts: JsonObject): JsonObject => ({ ...RUNS, ...parts });

/** The same, with a container that has some parts as they must not be. */
export const withContainer = (parts: JsonObject): JsonObject => ({ containers: [{ ...RUNS.containers[0], ...parts }] });
