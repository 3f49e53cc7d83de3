import type { StoredObject } from "../objects/contract.ts";
import { invalid } from "../objects/failures.ts";
import type { Resource } from "../objects/resource.ts";
import {
  addressAllocationError,
  addressesOf,
  serviceAddressErrors,
  serviceAllocationErrors,
} from "../validation/services/validate-service-addresses.ts";
import { nodePortError, portsOf } from "../validation/services/validate-service-ports.ts";
import { alignChangedAddresses, alignNewAddresses, dropUnneeded } from "./service-address-fields.ts";

/** Addresses and node ports that Services other than this one hold. */
function heldByOthers(service: StoredObject, services: readonly StoredObject[]) {
  const { name, namespace } = service.metadata;
  const others = services.filter(({ metadata }) => metadata.name !== name || metadata.namespace !== namespace);
  return {
    addresses: new Set(others.flatMap(addressesOf)),
    nodePorts: new Set(others.flatMap((other) => portsOf(other).map(({ nodePort }) => Number(nodePort ?? 0)))),
  };
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
