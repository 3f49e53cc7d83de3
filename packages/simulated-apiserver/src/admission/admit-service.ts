import type { StoredObject } from "../objects/contract.ts";
import { invalid } from "../objects/failures.ts";
import { equalJson, isJsonObject, type JsonObject, listIn, objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import {
  addressAllocationError,
  addressesOf,
  serviceAddressErrors,
  serviceAllocationErrors,
} from "../validation/services/validate-service-addresses.ts";
import { nodePortError, portsOf } from "../validation/services/validate-service-ports.ts";

/** Addresses and node ports that Services other than this one hold. */
function heldByOthers(service: StoredObject, services: readonly StoredObject[]) {
  const { name, namespace } = service.metadata;
  const others = services.filter(({ metadata }) => metadata.name !== name || metadata.namespace !== namespace);
  return {
    addresses: new Set(others.flatMap(addressesOf)),
    nodePorts: new Set(others.flatMap((other) => portsOf(other).map(({ nodePort }) => Number(nodePort ?? 0)))),
  };
}

const given = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const needsAddress = ({ type }: JsonObject): boolean => type !== "ExternalName";
const needsNodePorts = ({ type }: JsonObject): boolean => type === "NodePort" || type === "LoadBalancer";
const isReachedFromOutside = (spec: JsonObject): boolean => needsNodePorts(spec) || given(spec.externalIPs);

/**
 * Sets the address list of a new Service if only the single address is given; edits the spec. Source:
 * pkg/registry/core/service/storage, normalizeClusterIPs.
 */
function alignNewAddresses(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  if ((spec.clusterIP ?? "") !== "" && !given(spec.clusterIPs)) spec.clusterIPs = [spec.clusterIP];
}

const portsIn = (spec: JsonObject): readonly JsonObject[] => listIn(spec, "ports").filter(isJsonObject);

/** Ports that say no node port keep the one that the port of their name had. */
function keepNodePorts(spec: JsonObject, had: JsonObject): void {
  const named = new Set(portsIn(spec).map(({ nodePort }) => nodePort));
  const byName = new Map(portsIn(had).map(({ name = "", nodePort }) => [name, nodePort]));
  for (const port of portsIn(spec)) {
    const kept = byName.get(port.name ?? "");
    if ((port.nodePort ?? 0) === 0 && kept !== undefined && !named.has(kept)) port.nodePort = kept;
  }
}

/**
 * The same for a change: the list follows the single address, and both remain if the client names neither; edits the
 * spec. Source: the same, with patchAllocatedValues.
 */
function alignChangedAddresses(service: StoredObject, before: StoredObject): void {
  const [spec, had] = [objectIn(service, "spec"), objectIn(before, "spec")];
  if (needsAddress(spec) && needsAddress(had)) {
    if ((spec.clusterIP ?? "") === "" && (had.clusterIP ?? "") !== "") spec.clusterIP = had.clusterIP;
    if (!given(spec.clusterIPs) && given(had.clusterIPs)) spec.clusterIPs = had.clusterIPs;
  }
  if (needsNodePorts(spec) && needsNodePorts(had)) keepNodePorts(spec, had);
  const [one, oneBefore] = [spec.clusterIP ?? "", had.clusterIP ?? ""];
  if (given(had.clusterIPs) && !given(spec.clusterIPs) && one === oneBefore) spec.clusterIPs = had.clusterIPs;
  if (one !== oneBefore && equalJson(spec.clusterIPs ?? [], had.clusterIPs ?? [])) {
    if (one === "") delete spec.clusterIPs;
    else spec.clusterIPs = [one];
  }
}

/** Takes away what the Service's new type has no use for and the client left as it was; edits the spec.
 *  Source: pkg/registry/core/service/strategy.go, dropTypeDependentFields. */
function dropUnneeded(service: StoredObject, before: StoredObject): void {
  const [spec, had] = [objectIn(service, "spec"), objectIn(before, "spec")];
  const drop = (...fields: readonly string[]) => {
    for (const field of fields) if (equalJson(spec[field] ?? null, had[field] ?? null)) delete spec[field];
  };
  if (needsAddress(had) && !needsAddress(spec)) {
    if (equalJson(spec.clusterIPs ?? [], had.clusterIPs ?? [])) drop("clusterIP", "clusterIPs");
    drop("ipFamilies", "ipFamilyPolicy");
  }
  const nodePorts = (of: JsonObject) => portsIn(of).map(({ nodePort }) => nodePort ?? 0);
  if (needsNodePorts(had) && !needsNodePorts(spec) && equalJson(nodePorts(spec), nodePorts(had)))
    for (const port of portsIn(spec)) delete port.nodePort;
  if (had.type === "LoadBalancer" && spec.type !== "LoadBalancer")
    drop("allocateLoadBalancerNodePorts", "loadBalancerClass", "healthCheckNodePort");
  if (isReachedFromOutside(had) && !isReachedFromOutside(spec)) drop("externalTrafficPolicy");
}

/**
 * Prepares a Service before the other checks: aligns its addresses and rejects values that cannot be allocated; edits
 * the object. Throws the API's 422. Source: pkg/registry/core/service/storage, beginCreate and beginUpdate.
 */
export function admitService(
  resource: Resource,
  service: StoredObject,
  before: StoredObject | undefined,
  services: readonly StoredObject[],
): void {
  if (before === undefined) alignNewAddresses(service);
  else alignChangedAddresses(service, before);
  const refuse = (errors: ReturnType<typeof serviceAddressErrors>) => {
    if (errors.length > 0) throw invalid(resource, service.metadata.name, errors);
  };
  refuse(serviceAddressErrors(service));
  refuse(serviceAllocationErrors(service));
  const { type } = service.spec as { readonly type?: unknown };
  const held = heldByOthers(service, services);
  const addressError = before === undefined && type !== "ExternalName" ? addressAllocationError(service, held.addresses) : undefined;
  const portError = type === "NodePort" || type === "LoadBalancer" ? nodePortError(service, held.nodePorts) : undefined;
  refuse((addressError ?? portError) ? [addressError ?? portError].filter((error) => error !== undefined) : []);
  if (before !== undefined) dropUnneeded(service, before);
}
