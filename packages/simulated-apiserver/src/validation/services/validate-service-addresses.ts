import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { listIn, objectIn } from "../../objects/json.ts";
import { duplicateValue, invalidValue, notSupported, required } from "../fields/field-errors.ts";
import { familyOf, NO_IP } from "../fields/ip-address.ts";

const FAMILIES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

export const addressesOf = (service: StoredObject): readonly string[] => listIn(objectIn(service, "spec"), "clusterIPs").map(String);
export const familiesOf = (service: StoredObject): readonly string[] => listIn(objectIn(service, "spec"), "ipFamilies").map(String);

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
 * Checks that a Service's addresses, families and policy agree. Source: pkg/apis/core/validation,
 * ValidateServiceClusterIPsRelatedFields.
 */
export function serviceAddressErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  if (spec.type === "ExternalName") return [];
  const [addresses, families] = [addressesOf(service), familiesOf(service)];
  const errors: FieldError[] = [...agreementErrors(service)];
  for (const [at, family] of families.entries()) {
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${at}]`, family, FAMILIES));
    if (families.indexOf(family) < at) errors.push(duplicateValue(`spec.ipFamilies[${at}]`, family));
  }
  const policy = spec.ipFamilyPolicy ?? undefined;
  if (policy !== undefined && !POLICIES.includes(String(policy))) errors.push(notSupported("spec.ipFamilyPolicy", policy, POLICIES));
  const addressTextErrors = textErrors(addresses);
  errors.push(...addressTextErrors);
  if (addresses.length > 2) errors.push(invalidValue("spec.clusterIPs", addresses, "may only hold up to 2 values"));
  if (addressTextErrors.length > 0) return errors;
  const addressFamilies = addresses.map(familyOf);
  if (addresses.length > 1 && new Set(addressFamilies).size < addresses.length)
    errors.push(invalidValue("spec.clusterIPs", addresses, "may specify no more than one IP for each IP family"));
  if (!isHeadless(service))
    for (const [at, family] of addressFamilies.entries())
      if (families[at] !== undefined && families[at] !== family)
        errors.push(
          invalidValue(`spec.clusterIPs[${at}]`, addresses[at], `expected an ${families[at]} value as indicated by \`ipFamilies[${at}]\``),
        );
  return errors;
}

const CHANGED = "may not change once set";

/**
 * Rejects changes of addresses and families, except for Services that have none. Source: the same,
 * validateUpgradeDowngradeClusterIPs and …IPFamilies.
 */
export function addressChangeErrors(service: StoredObject, before: StoredObject): readonly FieldError[] {
  if (objectIn(service, "spec").type === "ExternalName" || objectIn(before, "spec").type === "ExternalName") return [];
  if (isHeadless(service) && isHeadless(before)) return [];
  const [addresses, addressesBefore] = [addressesOf(service), addressesOf(before)];
  const errors: FieldError[] = [];
  if (addresses.length === addressesBefore.length)
    for (const [at, address] of addressesBefore.entries())
      if (address !== addresses[at]) errors.push(invalidValue(`spec.clusterIPs[${at}]`, addresses, CHANGED));
  if (addresses.length !== addressesBefore.length && addressesBefore.length > 0) {
    if (addresses.length === 0) errors.push(invalidValue("spec.clusterIPs[0]", null, "primary clusterIP can not be unset"));
    else if (addresses[0] !== addressesBefore[0]) errors.push(invalidValue("spec.clusterIPs[0]", addresses, CHANGED));
  }
  const [families, familiesBefore] = [familiesOf(service), familiesOf(before)];
  if (isHeadless(service) === isHeadless(before) && families.length === familiesBefore.length)
    for (const [at, family] of familiesBefore.entries())
      if (family !== families[at]) errors.push(invalidValue("spec.ipFamilies[0]", families, CHANGED));
  return errors;
}

/**
 * Rejects addresses that this cluster cannot allocate. It has only IPv4, and addresses come from 10.96.0.0/16. Source:
 * pkg/registry/core/service/storage/alloc.go.
 */
export function serviceAllocationErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  if (spec.type === "ExternalName") return [];
  const [addresses, families] = [addressesOf(service), familiesOf(service)];
  const isHeadlessWithoutSelector = addresses[0] === "None" && Object.keys(objectIn(spec, "selector")).length === 0;
  const policy = spec.ipFamilyPolicy ?? (isHeadlessWithoutSelector ? "RequireDualStack" : "SingleStack");
  const policyErrors: FieldError[] = [];
  const dual = (what: string) =>
    invalidValue("spec.ipFamilyPolicy", policy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
  if (policy === "SingleStack" && addresses.length === 2) policyErrors.push(dual("cluster IPs"));
  if (policy === "SingleStack" && families.length === 2) policyErrors.push(dual("IP families"));
  for (const [at, address] of addresses.entries())
    if (at >= families.length && familyOf(address) === "IPv6")
      policyErrors.push(invalidValue(`spec.clusterIPs[${at}]`, addresses, "IPv6 is not configured on this cluster"));
  if (policyErrors.length > 0 || isHeadlessWithoutSelector) return policyErrors;
  const errors: FieldError[] = [];
  if (policy === "RequireDualStack")
    errors.push(invalidValue("spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services"));
  for (const [at, family] of families.entries())
    if (family !== "IPv4") errors.push(invalidValue(`spec.ipFamilies[${at}]`, family, "not configured on this cluster"));
  return errors;
}

/** Returns the error of a requested address that is not available; `taken`: the addresses of other Services. */
export function addressAllocationError(service: StoredObject, taken: ReadonlySet<string>): FieldError | undefined {
  for (const address of addressesOf(service)) {
    if (address === "None") continue;
    const failed = (why: string) => invalidValue("spec.clusterIPs", addressesOf(service), `failed to allocate IP ${address}: ${why}`);
    if (!address.startsWith("10.96.")) return failed("the provided network does not match the current range");
    if (taken.has(address)) return failed("provided IP is already allocated");
  }
  return undefined;
}
