import { isJsonObject, type JsonObject, listIn, objectsIn } from "../../objects/json.ts";

/** Parts that a DaemonSet's controller gives each pod anew. */
const OWN = new Set(["affinity", "tolerations"]);

const sharedParts = (spec: JsonObject): readonly string[] => Object.keys(spec).filter((part) => !OWN.has(part));

/** Pod specs in which nothing but affinity and tolerations need be looked at again, by their lists of containers: the thousands of pods of one template
 *  share all other parts. Only what is frozen is kept here, for it stays right. */
const soundSpecs = new WeakMap<object, JsonObject>();

/** Whether a pod spec, as it was given, shares its parts with one that was right. */
export function isKnownSound(given: JsonObject): boolean {
  const { containers } = given;
  const known = Array.isArray(containers) ? soundSpecs.get(containers) : undefined;
  if (known === undefined) return false;
  const parts = sharedParts(given);
  return parts.length === sharedParts(known).length && parts.every((part) => given[part] === known[part]);
}

/** Keeps a pod spec that is right in mind, if its parts cannot change. One whose volumes are called after the pod is right for that pod only. */
export function rememberSound(given: JsonObject): void {
  const parts = sharedParts(given);
  const isLasting = parts.every((part) => typeof given[part] !== "object" || given[part] === null || Object.isFrozen(given[part]));
  const isOfOnePod = objectsIn(given, "volumes").some((volume) => isJsonObject(volume.ephemeral));
  if (isLasting && !isOfOnePod && Array.isArray(given.containers) && listIn(given, "containers").length > 0)
    soundSpecs.set(given.containers, Object.fromEntries(parts.map((part) => [part, given[part]])));
}
