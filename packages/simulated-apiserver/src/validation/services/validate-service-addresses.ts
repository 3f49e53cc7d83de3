import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { listIn, objectIn } from "../../objects/json.ts";
import { invalidValue, required } from "../fields/field-errors.ts";
import { familyOf, NO_IP } from "../fields/ip-address.ts";

export const addressesOf = (service: StoredObject): readonly string[] => listIn(objectIn(service, "spec"), "clusterIPs").map(String);

/** Reports whether the only address of a Service is `None`. */
export const isHeadless = (service: StoredObject): boolean => addressesOf(service).length === 1 && addressesOf(service)[0] === "None";

function agreementErrors(service: StoredObject): readonly FieldError[] {
  const addresses = addressesOf(service);
  const { clusterIP = "" } = objectIn(service, "spec");
  if (clusterIP === "")
    return addresses.length === 0 ? [] : [invalidValue("spec.clusterIPs", addresses, "must be empty when `clusterIP` is not specified")];
  if (addresses.length === 0) return [required("spec.clusterIPs")];
  return addresses[0] === clusterIP ? [] : [invalidValue("spec.clusterIPs", addresses, "first value must match `clusterIP`")];
}

function textErrors(addresses: readonly string[]): readonly FieldError[] {
  return addresses.flatMap((address, at) => {
    if (at === 0 && address === "None")
      return addresses.length > 1 ? [invalidValue("spec.clusterIPs", addresses, "'None' must be the first and only value")] : [];
    return familyOf(address) === undefined ? [invalidValue(`spec.clusterIPs[${at}]`, address, NO_IP)] : [];
  });
}

/**
 * Checks a Service's addresses, but not its address families, because every Service here is IPv4. Source:
 * pkg/apis/core/validation, ValidateServiceClusterIPsRelatedFields.
 */
export function serviceAddressErrors(service: StoredObject): readonly FieldError[] {
  if (objectIn(service, "spec").type === "ExternalName") return [];
  return [...agreementErrors(service), ...textErrors(addressesOf(service))];
}

const CHANGED = "may not change once set";

/**
 * Rejects changes of addresses, except for Services that have none. Source: the same,
 * validateUpgradeDowngradeClusterIPs.
 */
export function addressChangeErrors(service: StoredObject, before: StoredObject): readonly FieldError[] {
  if (objectIn(service, "spec").type === "ExternalName" || objectIn(before, "spec").type === "ExternalName") return [];
  if (isHeadless(service) && isHeadless(before)) return [];
  const [addresses, [addressBefore]] = [addressesOf(service), addressesOf(before)];
  if (addressBefore === undefined || addressBefore === addresses[0]) return [];
  return addresses.length === 0
    ? [invalidValue("spec.clusterIPs[0]", null, "primary clusterIP can not be unset")]
    : [invalidValue("spec.clusterIPs[0]", addresses, CHANGED)];
}

/**
 * Returns the error of a requested address that is not available: addresses come from 10.96.0.0/16. `taken`: the
 * addresses of other Services. Source: pkg/registry/core/service/storage/alloc.go.
 */
export function addressAllocationError(service: StoredObject, taken: ReadonlySet<string>): FieldError | undefined {
  for (const address of addressesOf(service)) {
    if (address === "None") continue;
    const failed = (why: string) => invalidValue("spec.clusterIPs", addressesOf(service), `failed to allocate IP ${address}: ${why}`);
    if (!address.startsWith("10.96.")) return failed("the provided network does not match the current range");
    if (taken.has(address)) return failed("provided IP is already allocated");
  }
  return undefined;
}
