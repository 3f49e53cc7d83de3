import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { type JsonObject, numberIn, objectIn, objectsIn, optionalIn, textIn } from "../objects/json.ts";
import { containersWithPaths, type PlacedContainer } from "../objects/objects.ts";
import { placementWarnings, podAffinityWarnings } from "./placement-warnings.ts";
import { volumeWarnings } from "./volume-warnings.ts";

const GONE_ANNOTATIONS: readonly (readonly [key: string, hint: string])[] = [
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];
const SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";

/** Returns the warnings about repeated values of a field in a list. */
function repeatedWarnings(spec: JsonObject, list: string, field: string, path: string): readonly string[] {
  const seen = new Set<string>();
  return objectsIn(spec, list).flatMap((item, at) => {
    const value = textIn(item, field);
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [`${path}.${list}[${at}].${field}: duplicate ${field} "${value}"`] : [];
  });
}

/** Returns the warning about an amount with a fraction of a byte. */
function fractionalByteWarning(amounts: JsonObject, resource: string, path: string): readonly string[] {
  const amount = amounts[resource];
  const milli = typeof amount === "string" || typeof amount === "number" ? milliQuantity(String(amount)) : undefined;
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
    const extendsEarlier = optionalIn(variable, "valueFrom") === undefined && value !== earlier && value.includes(earlier);
    return extendsEarlier ? [] : [`${path}.env[${at}]: hides previous definition of "${name}", which may be dropped when using apply`];
  });
}

/** Returns the warnings about one container; its annotations are on the pod. */
function containerWarnings([container, path]: PlacedContainer, annotations: JsonObject, metadata: string): readonly string[] {
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

interface PlacedPort {
  readonly path: string;
  readonly name: string;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly hostIp: string;
  readonly protocol: string;
}

const portsOf = (containers: readonly PlacedContainer[]): readonly PlacedPort[] =>
  containers.flatMap(([container, path]) =>
    objectsIn(container, "ports").map((port, at) => ({
      path: `${path}.ports[${at}]`,
      name: textIn(port, "name"),
      containerPort: numberIn(port, "containerPort") ?? 0,
      hostPort: numberIn(port, "hostPort") ?? 0,
      hostIp: textIn(port, "hostIP"),
      protocol: textIn(port, "protocol"),
    })),
  );

function clash(port: PlacedPort, other: PlacedPort): string | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return "duplicate port definition with";
  if (port.hostPort === 0 || other.hostPort === 0) return "overlapping port definition with";
  const oneIsEverywhere = (port.hostIp === "") !== (other.hostIp === "");
  return port.hostPort === other.hostPort && oneIsEverywhere ? "dangerously ambiguous port definition with" : undefined;
}

/** Returns the warnings about conflicting ports, within a container or between containers. */
function portWarnings(containers: readonly PlacedContainer[]): readonly string[] {
  const warnings: string[] = [];
  const ports = portsOf(containers);
  for (const [at, port] of ports.entries()) {
    const { containerPort, hostPort, hostIp, protocol, name, path } = port;
    if (hostIp !== "" && hostPort === 0)
      warnings.push(
        `${path}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIp}}`,
      );
    for (const other of ports.slice(0, at)) {
      if (other.containerPort !== containerPort || other.protocol !== protocol) continue;
      const how = clash(port, other);
      if (how !== undefined) warnings.push(`${path}: ${how} ${other.path}`);
    }
  }
  const pathByName = new Map<string, string>();
  for (const { name, path } of ports) {
    const first = pathByName.get(name);
    if (first !== undefined)
      warnings.push(
        `${path}: duplicate port name "${name}" with ${first}, services and probes that select ports by name will use ${first}`,
      );
    else if (name !== "") pathByName.set(name, path);
  }
  return warnings;
}

/**
 * Returns the API server's warnings about an accepted pod or pod template: fields that are deprecated, have no effect,
 * or hide others. `path` is the location, such as `spec.template`, and empty for a pod. Words and order are those of
 * the server. Source: pkg/api/pod/warnings.go, warningsForPodSpecAndMeta.
 */
export function podWarnings(pod: JsonObject, path: string): readonly string[] {
  const prefix = path === "" ? "" : `${path}.`;
  const specPath = `${prefix}spec`;
  const metadata = `${prefix}metadata`;
  const spec = objectIn(pod, "spec");
  const annotations = objectIn(objectIn(pod, "metadata"), "annotations");
  const containers = containersWithPaths(spec, specPath);
  const grace = numberIn(spec, "terminationGracePeriodSeconds") ?? 0;
  const seccompField = optionalIn(objectIn(spec, "securityContext"), "seccompProfile");
  return [
    ...placementWarnings(spec, specPath),
    ...GONE_ANNOTATIONS.filter(([key]) => annotations[key] !== undefined).map(([key, hint]) => `${metadata}.annotations[${key}]: ${hint}`),
    ...volumeWarnings(spec, specPath),
    ...repeatedWarnings(spec, "hostAliases", "ip", specPath),
    ...repeatedWarnings(spec, "imagePullSecrets", "name", specPath),
    ...objectsIn(spec, "imagePullSecrets").flatMap((secret, index) =>
      textIn(secret, "name") === "" ? [`${specPath}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
    ...["memory", "ephemeral-storage"].flatMap((resource) =>
      fractionalByteWarning(objectIn(spec, "overhead"), resource, `${specPath}.overhead`),
    ),
    ...(annotations[SECCOMP] !== undefined && seccompField === undefined
      ? [`${metadata}.annotations[${SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...containers.flatMap((container) => containerWarnings(container, annotations, metadata)),
    ...portWarnings(containers),
    ...(grace < 0 ? [`${specPath}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`] : []),
    ...podAffinityWarnings(spec, specPath),
  ];
}
