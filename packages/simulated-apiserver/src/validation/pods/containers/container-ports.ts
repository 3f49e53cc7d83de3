import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, numberIn, objectsIn, textIn } from "../../../objects/json.ts";
import { duplicateValue, eachProblem, invalidValue, notSupported, rangeErrors, required } from "../../fields/field-errors.ts";
import { portNameProblems } from "../../fields/label-problems.ts";

const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** Returns the errors of a port number. */
export const portNumberErrors = (port: number, field: string): readonly FieldError[] => rangeErrors(port, 1, 65535, field);

/** Returns the errors of one container's ports. Source: pkg/apis/core/validation, validateContainerPorts. */
export function containerPortErrors(container: JsonObject, base: string): readonly FieldError[] {
  const names = new Set<string>();
  return objectsIn(container, "ports").flatMap((port, at) => {
    const field = `${base}.ports[${at}]`;
    const errors: FieldError[] = [];
    const name = textIn(port, "name");
    if (name !== "") {
      const problems = portNameProblems(name);
      if (problems.length > 0) errors.push(...eachProblem(`${field}.name`, name, problems));
      else if (names.has(name)) errors.push(duplicateValue(`${field}.name`, name));
      else names.add(name);
    }
    const containerPort = numberIn(port, "containerPort") ?? 0;
    if (containerPort === 0) errors.push(required(`${field}.containerPort`));
    else errors.push(...portNumberErrors(containerPort, `${field}.containerPort`));
    const hostPort = numberIn(port, "hostPort") ?? 0;
    if (hostPort !== 0) errors.push(...portNumberErrors(hostPort, `${field}.hostPort`));
    const protocol = textIn(port, "protocol");
    if (protocol === "") errors.push(required(`${field}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${field}.protocol`, protocol, PROTOCOLS));
    return errors;
  });
}

/** Rejects host ports that containers use twice. Source: same, checkHostPortConflicts. */
export function hostPortConflicts(containers: readonly JsonObject[], base: string): readonly FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap((container, at) =>
    objectsIn(container, "ports").flatMap((port, index) => {
      const hostPort = numberIn(port, "hostPort") ?? 0;
      if (hostPort === 0) return [];
      const hostPortKey = `${textIn(port, "protocol")}/${textIn(port, "hostIP")}/${hostPort}`;
      if (taken.has(hostPortKey)) return [duplicateValue(`${base}[${at}].ports[${index}].hostPort`, hostPortKey)];
      taken.add(hostPortKey);
      return [];
    }),
  );
}

/**
 * Rejects ports of a pod on the host's network whose host port differs. A template may omit host ports, a pod has
 * all of them. Source: same, validatePodHostNetworkDeps.
 */
export function hostNetworkPortErrors(podSpec: JsonObject, base: string, isPod: boolean): readonly FieldError[] {
  if (podSpec.hostNetwork !== true) return [];
  return objectsIn(podSpec, "containers").flatMap((container, at) =>
    objectsIn(container, "ports").flatMap((port, index) => {
      const hostPort = numberIn(port, "hostPort") ?? 0;
      if ((!isPod && hostPort === 0) || hostPort === (numberIn(port, "containerPort") ?? 0)) return [];
      const field = `${base}.containers[${at}].ports[${index}].hostPort`;
      return [invalidValue(field, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}
