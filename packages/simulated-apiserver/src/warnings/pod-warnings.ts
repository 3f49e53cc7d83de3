import { type JsonObject, numberIn, objectIn, objectsIn, optionalIn, textIn } from "../objects/json.ts";
import { containerWarnings, fractionalByteWarning } from "./container-warnings.ts";
import { containersWithPaths } from "./containers-with-paths.ts";
import { placementWarnings, podAffinityWarnings } from "./placement-warnings.ts";
import { portWarnings } from "./port-warnings.ts";
import { volumeWarnings } from "./volume-warnings.ts";

const GONE_ANNOTATIONS: readonly (readonly [key: string, since: string])[] = [
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];
const SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";

/** Returns the names that occur twice in a list. */
function repeated(spec: JsonObject, list: string, field: string, path: string): readonly string[] {
  const seen = new Set<string>();
  return objectsIn(spec, list).flatMap((item, at) => {
    const value = textIn(item, field);
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [`${path}.${list}[${at}].${field}: duplicate ${field} "${value}"`] : [];
  });
}

/**
 * Returns the API server's warnings about an accepted pod or pod template: fields that are deprecated, have no effect,
 * or hide others. `path` is the location, such as `spec.template`, and empty for a pod. Words and order are those of
 * the server. Source: pkg/api/pod/warnings.go, warningsForPodSpecAndMeta.
 */
export function podWarnings(pod: JsonObject, path: string): readonly string[] {
  const prefix = path === "" ? "" : `${path}.`;
  const at = `${prefix}spec`;
  const metadata = `${prefix}metadata`;
  const spec = objectIn(pod, "spec");
  const annotations = objectIn(objectIn(pod, "metadata"), "annotations");
  const containers = containersWithPaths(spec, at);
  const grace = numberIn(spec, "terminationGracePeriodSeconds") ?? 0;
  const seccompField = optionalIn(objectIn(spec, "securityContext"), "seccompProfile");
  return [
    ...placementWarnings(spec, at),
    ...GONE_ANNOTATIONS.filter(([key]) => annotations[key] !== undefined).map(
      ([key, since]) => `${metadata}.annotations[${key}]: ${since}`,
    ),
    ...volumeWarnings(spec, at),
    ...repeated(spec, "hostAliases", "ip", at),
    ...repeated(spec, "imagePullSecrets", "name", at),
    ...objectsIn(spec, "imagePullSecrets").flatMap((secret, index) =>
      textIn(secret, "name") === "" ? [`${at}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
    ...["memory", "ephemeral-storage"].flatMap((resource) => fractionalByteWarning(objectIn(spec, "overhead"), resource, `${at}.overhead`)),
    ...(annotations[SECCOMP] !== undefined && seccompField === undefined
      ? [`${metadata}.annotations[${SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...containers.flatMap((container) => containerWarnings(container, annotations, metadata)),
    ...portWarnings(containers),
    ...(grace < 0 ? [`${at}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`] : []),
    ...podAffinityWarnings(spec, at),
  ];
}
