import { isJsonObject, type JsonObject, listIn, objectsIn } from "../../objects/json.ts";

/** Parts that a DaemonSet's controller creates for each pod. */
const OWN = new Set(["affinity", "tolerations"]);

const sharedParts = (spec: JsonObject): readonly string[] => Object.keys(spec).filter((part) => !OWN.has(part));

/**
 * Valid pod specs, by their lists of containers; only affinity and tolerations must be checked again. The thousands of
 * pods of one template share all other parts. Only frozen specs are kept, because they stay valid.
 */
const soundSpecs = new WeakMap<object, JsonObject>();

/** Reports whether a pod spec, as given, shares its parts with a valid one. */
export function isValidated(given: JsonObject): boolean {
  const { containers } = given;
  const known = Array.isArray(containers) ? soundSpecs.get(containers) : undefined;
  if (known === undefined) return false;
  const parts = sharedParts(given);
  return parts.length === sharedParts(known).length && parts.every((part) => given[part] === known[part]);
}

/**
 * Remembers a valid pod spec if its parts cannot change. A spec whose volumes are named after the pod is valid only for
 * that pod.
 */
export function rememberValidated(given: JsonObject): void {
  const parts = sharedParts(given);
  const isLasting = parts.every((part) => typeof given[part] !== "object" || given[part] === null || Object.isFrozen(given[part]));
  const isOfOnePod = objectsIn(given, "volumes").some((volume) => isJsonObject(volume.ephemeral));
  if (isLasting && !isOfOnePod && Array.isArray(given.containers) && listIn(given, "containers").length > 0)
    soundSpecs.set(given.containers, Object.fromEntries(parts.map((part) => [part, given[part]])));
}
