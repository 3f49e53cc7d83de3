import type { StoredObject } from "../objects/contract.ts";
import { invalid } from "../objects/failures.ts";
import { equalJson, isJsonObject, type JsonObject, listIn, objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { addressAllocationError, addressesOf, serviceAddressErrors } from "../validation/services/validate-service-addresses.ts";
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

const isNonEmptyList = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const needsAddress = ({ type }: JsonObject): boolean => type !== "ExternalName";
const needsNodePorts = ({ type }: JsonObject): boolean => type === "NodePort" || type === "LoadBalancer";
const isReachedFromOutside = (spec: JsonObject): boolean => needsNodePorts(spec) || isNonEmptyList(spec.externalIPs);

/**
 * Sets the address list of a new Service if only the single address is given; edits the spec. Source:
 * pkg/registry/core/service/storage, normalizeClusterIPs.
 */
function alignNewAddresses(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  if ((spec.clusterIP ?? "") !== "" && !isNonEmptyList(spec.clusterIPs)) spec.clusterIPs = [spec.clusterIP];
}

const portsIn = (spec: JsonObject): readonly JsonObject[] => listIn(spec, "ports").filter(isJsonObject);

/** Gives a port without a node port the earlier node port of the port with its name; edits the spec. */
function keepNodePorts(spec: JsonObject, specBefore: JsonObject): void {
  const named = new Set(portsIn(spec).map(({ nodePort }) => nodePort));
  const byName = new Map(portsIn(specBefore).map(({ name = "", nodePort }) => [name, nodePort]));
  for (const port of portsIn(spec)) {
    const kept = byName.get(port.name ?? "");
    if ((port.nodePort ?? 0) === 0 && kept !== undefined && !named.has(kept)) port.nodePort = kept;
  }
}

/**
 * Aligns the addresses of a changed Service; edits its spec. The list follows the single address, and both remain if
 * the client sets neither. Source: pkg/registry/core/service/storage, normalizeClusterIPs and patchAllocatedValues.
 */
function alignChangedAddresses(service: StoredObject, before: StoredObject): void {
  const [spec, specBefore] = [objectIn(service, "spec"), objectIn(before, "spec")];
  if (needsAddress(spec) && needsAddress(specBefore)) {
    if ((spec.clusterIP ?? "") === "" && (specBefore.clusterIP ?? "") !== "") spec.clusterIP = specBefore.clusterIP;
    if (!isNonEmptyList(spec.clusterIPs) && isNonEmptyList(specBefore.clusterIPs)) spec.clusterIPs = specBefore.clusterIPs;
  }
  if (needsNodePorts(spec) && needsNodePorts(specBefore)) keepNodePorts(spec, specBefore);
  const [address, addressBefore] = [spec.clusterIP ?? "", specBefore.clusterIP ?? ""];
  if (isNonEmptyList(specBefore.clusterIPs) && !isNonEmptyList(spec.clusterIPs) && address === addressBefore)
    spec.clusterIPs = specBefore.clusterIPs;
  if (address !== addressBefore && equalJson(spec.clusterIPs ?? [], specBefore.clusterIPs ?? [])) {
    if (address === "") delete spec.clusterIPs;
    else spec.clusterIPs = [address];
  }
}

/** Removes unchanged fields that the new type of the Service does not use; edits the spec.
 *  Source: pkg/registry/core/service/strategy.go, dropTypeDependentFields. */
function dropUnneeded(service: StoredObject, before: StoredObject): void {
  const [spec, specBefore] = [objectIn(service, "spec"), objectIn(before, "spec")];
  const drop = (...fields: readonly string[]) => {
    for (const field of fields) if (equalJson(spec[field] ?? null, specBefore[field] ?? null)) delete spec[field];
  };
  if (needsAddress(specBefore) && !needsAddress(spec)) {
    if (equalJson(spec.clusterIPs ?? [], specBefore.clusterIPs ?? [])) drop("clusterIP", "clusterIPs");
    drop("ipFamilies", "ipFamilyPolicy");
  }
  const nodePorts = (portSpec: JsonObject) => portsIn(portSpec).map(({ nodePort }) => nodePort ?? 0);
  if (needsNodePorts(specBefore) && !needsNodePorts(spec) && equalJson(nodePorts(spec), nodePorts(specBefore)))
    for (const port of portsIn(spec)) delete port.nodePort;
  if (specBefore.type === "LoadBalancer" && spec.type !== "LoadBalancer")
    drop("allocateLoadBalancerNodePorts", "loadBalancerClass", "healthCheckNodePort");
  if (isReachedFromOutside(specBefore) && !isReachedFromOutside(spec)) drop("externalTrafficPolicy");
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
  const { type } = service.spec as { readonly type?: unknown };
  const held = heldByOthers(service, services);
  const addressError = before === undefined && type !== "ExternalName" ? addressAllocationError(service, held.addresses) : undefined;
  const portError = type === "NodePort" || type === "LoadBalancer" ? nodePortError(service, held.nodePorts) : undefined;
  refuse((addressError ?? portError) ? [addressError ?? portError].filter((error) => error !== undefined) : []);
  if (before !== undefined) dropUnneeded(service, before);
}
