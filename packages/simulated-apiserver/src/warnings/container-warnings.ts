import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { type JsonObject, objectIn, objectsIn, optionalIn, textIn } from "../objects/json.ts";
import type { PlacedContainer } from "./containers-with-paths.ts";

/** A part of a byte cannot be had. */
export function fractionalByteWarning(amounts: JsonObject, resource: string, path: string): readonly string[] {
  const given = amounts[resource];
  const milli = typeof given === "string" || typeof given === "number" ? milliQuantity(String(given)) : undefined;
  if (milli === undefined || milli % 1000 === 0) return [];
  return [`${path}[${resource}]: fractional byte value "${milli}m" is invalid, must be an integer`];
}

function hiddenVariables(container: JsonObject, path: string): readonly string[] {
  const seen = new Set<string>();
  return objectsIn(container, "env").flatMap((variable, at) => {
    const name = textIn(variable, "name");
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const earlier = `$(${name})`;
    const value = textIn(variable, "value");
    const builds = optionalIn(variable, "valueFrom") === undefined && value !== earlier && value.includes(earlier);
    return builds ? [] : [`${path}.env[${at}]: hides previous definition of "${name}", which may be dropped when using apply`];
  });
}

/** Returns the warnings about one container; its annotations are on the pod. */
export function containerWarnings({ container, path }: PlacedContainer, annotations: JsonObject, metadata: string): readonly string[] {
  const { name } = container;
  const security = objectIn(container, "securityContext");
  const seccomp = `container.seccomp.security.alpha.kubernetes.io/${String(name)}`;
  const isAnnotated = annotations[seccomp] !== undefined && optionalIn(security, "seccompProfile") === undefined;
  const resources = objectIn(container, "resources");
  const amounts = ["memory", "ephemeral-storage"].flatMap((resource) =>
    ["limits", "requests"].flatMap((kind) => fractionalByteWarning(objectIn(resources, kind), resource, `${path}.resources.${kind}`)),
  );
  return [
    ...(isAnnotated ? [`${metadata}.annotations[${seccomp}]: non-functional in v1.27+; use the "seccompProfile" field instead`] : []),
    ...amounts,
    ...hiddenVariables(container, path),
  ];
}
