import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import { duplicateValue, eachProblem, forbiddenValue, invalidValue, notSupported, required } from "../fields/field-errors.ts";
import { dnsLabelProblems, labelKeyProblems, portNameProblems } from "../fields/label-problems.ts";

const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const FIRST_NODE_PORT = 30_000;
const LAST_NODE_PORT = 32_767;

export const portsOf = (service: StoredObject): readonly JsonObject[] => listIn(objectIn(service, "spec"), "ports").filter(isJsonObject);

export const portNumberErrors = (value: unknown, field: string): readonly FieldError[] =>
  typeof value === "number" && value >= 1 && value <= 65_535
    ? []
    : [invalidValue(field, value ?? 0, "must be between 1 and 65535, inclusive")];

/** Checks each port, and rejects equal names. Source: pkg/apis/core/validation, validateServicePort. */
export function servicePortErrors(service: StoredObject): readonly FieldError[] {
  const ports = portsOf(service);
  const names = new Set<string>();
  return ports.flatMap((port, at) => {
    const { name = "", protocol = "", targetPort, appProtocol } = port;
    const field = `spec.ports[${at}]`;
    const errors: FieldError[] = [];
    if (name === "" && ports.length > 1) errors.push(required(`${field}.name`));
    if (name !== "") {
      errors.push(...eachProblem(`${field}.name`, name, dnsLabelProblems(String(name))));
      if (names.has(String(name))) errors.push(duplicateValue(`${field}.name`, name));
      names.add(String(name));
    }
    errors.push(...portNumberErrors(port.port, `${field}.port`));
    if (!PROTOCOLS.includes(String(protocol))) errors.push(notSupported(`${field}.protocol`, protocol, PROTOCOLS));
    if (typeof targetPort === "string") errors.push(...eachProblem(`${field}.targetPort`, targetPort, portNameProblems(targetPort)));
    else errors.push(...portNumberErrors(targetPort, `${field}.targetPort`));
    if (typeof appProtocol === "string") errors.push(...eachProblem(`${field}.appProtocol`, appProtocol, labelKeyProblems(appProtocol)));
    return errors;
  });
}

/** Rejects node ports where none are allowed, and equal ports. */
export function portPairErrors(service: StoredObject): readonly FieldError[] {
  const ports = portsOf(service);
  const internal = objectIn(service, "spec").type === "ClusterIP";
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
  const hasNodePort = ({ nodePort }: JsonObject): boolean => (nodePort ?? 0) !== 0;
  return [
    ...ports.flatMap((port, at) =>
      internal && hasNodePort(port) ? [forbiddenValue(`spec.ports[${at}].nodePort`, "may not be used when `type` is 'ClusterIP'")] : [],
    ),
    ...ports.flatMap((port, at) =>
      !hasNodePort(port) || isNew(`node ${String(port.protocol)} ${String(port.nodePort)}`)
        ? []
        : [duplicateValue(`spec.ports[${at}].nodePort`, port.nodePort)],
    ),
    ...ports.flatMap((port, at) => {
      if (isNew(`${String(port.protocol)} ${String(port.port ?? 0)}`)) return [];
      const internalPort = { Name: "", Protocol: port.protocol, AppProtocol: null, Port: port.port ?? 0, TargetPort: 0, NodePort: 0 };
      return [duplicateValue(`spec.ports[${at}]`, internalPort)];
    }),
  ];
}

/**
 * Returns the error of the first node port that cannot be allocated: one refusal ends the allocation. `taken`: the node
 * ports of other Services. Source: pkg/registry/core/service/portallocator.
 */
export function nodePortError(service: StoredObject, taken: ReadonlySet<number>): FieldError | undefined {
  const requested = new Set<number>();
  for (const [at, { nodePort }] of portsOf(service).entries()) {
    if (typeof nodePort !== "number" || nodePort === 0) continue;
    const field = `spec.ports[${at}].nodePort`;
    if (nodePort < FIRST_NODE_PORT || nodePort > LAST_NODE_PORT)
      return invalidValue(
        field,
        nodePort,
        `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`,
      );
    if (requested.has(nodePort) || taken.has(nodePort)) return invalidValue(field, nodePort, "provided port is already allocated");
    requested.add(nodePort);
  }
  return undefined;
}
