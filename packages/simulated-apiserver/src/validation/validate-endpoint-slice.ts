import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { equalJson, isJsonObject, listIn } from "../objects/json.ts";
import { changed, duplicateValue, eachProblem, invalidValue, labelErrors, notSupported, required, tooMany } from "./fields/field-errors.ts";
import { endpointProblems, familyOf, NO_IP } from "./fields/ip-address.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems, subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaErrors } from "./fields/validate-metadata.ts";

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;

function addressTypeErrors({ addressType = "" }: StoredObject): readonly FieldError[] {
  if (addressType === "") return [required("addressType")];
  return ADDRESS_TYPES.includes(String(addressType)) ? [] : [notSupported("addressType", addressType, ADDRESS_TYPES)];
}

function portErrors(slice: StoredObject): readonly FieldError[] {
  const names = new Set<string>();
  return listIn(slice, "ports").flatMap((port, at) => {
    const { name = "", protocol, appProtocol } = isJsonObject(port) ? port : {};
    const field = `ports[${at}]`;
    const errors: FieldError[] = name === "" ? [] : [...eachProblem(`${field}.name`, name, dnsLabelProblems(String(name)))];
    if (names.has(String(name))) errors.push(duplicateValue(`${field}.name`, name));
    names.add(String(name));
    if (protocol === undefined) errors.push(required(`${field}.protocol`));
    else if (!PROTOCOLS.includes(String(protocol))) errors.push(notSupported(`${field}.protocol`, protocol, PROTOCOLS));
    if (typeof appProtocol === "string") errors.push(...eachProblem(`${field}.appProtocol`, appProtocol, labelKeyProblems(appProtocol)));
    return errors;
  });
}

function addressErrors(address: string, addressType: unknown, field: string, at: number): readonly FieldError[] {
  const path = `${field}[${at}]`;
  if (addressType === "FQDN") {
    const problems = subdomainProblems(address.replace(/\.$/, ""));
    if (problems.length > 0) return [invalidValue(path, address, problems.join(","))];
    return address.includes(".") ? [] : [invalidValue(path, address, "should be a domain with at least two segments separated by dots")];
  }
  if (addressType !== "IPv4" && addressType !== "IPv6") return [];
  const family = familyOf(address);
  if (family === undefined) return [invalidValue(path, address, NO_IP)];
  return [
    ...(family === addressType ? [] : [invalidValue(field, address, `must be an ${addressType} address`)]),
    ...eachProblem(path, address, endpointProblems(address)),
  ];
}

function endpointErrors(slice: StoredObject): readonly FieldError[] {
  const endpoints = listIn(slice, "endpoints");
  if (endpoints.length > MAX_ENDPOINTS) return [tooMany("endpoints", endpoints.length, MAX_ENDPOINTS)];
  return endpoints.flatMap((endpoint, at) => {
    const { nodeName, hostname, deprecatedTopology } = isJsonObject(endpoint) ? endpoint : {};
    const addresses = listIn(endpoint, "addresses");
    const field = `endpoints[${at}].addresses`;
    return [
      ...(addresses.length === 0 ? [required(field, "must contain at least 1 address")] : []),
      ...(addresses.length > MAX_ADDRESSES ? [tooMany(field, addresses.length, MAX_ADDRESSES)] : []),
      ...addresses.flatMap((address, index) => addressErrors(String(address), slice.addressType, field, index)),
      ...(typeof nodeName === "string" ? eachProblem(`endpoints[${at}].nodeName`, nodeName, subdomainProblems(nodeName)) : []),
      ...labelErrors(deprecatedTopology, `endpoints[${at}].deprecatedTopology`),
      ...(typeof hostname === "string" ? eachProblem(`endpoints[${at}].hostname`, hostname, dnsLabelProblems(hostname)) : []),
    ];
  });
}

function sliceErrors(slice: StoredObject, before?: StoredObject): readonly FieldError[] {
  const isUnchanged = before !== undefined && equalJson(listIn(slice, "endpoints"), listIn(before, "endpoints"));
  return [
    ...objectMetaErrors(slice, subdomainProblems),
    ...addressTypeErrors(slice),
    ...portErrors(slice),
    ...(isUnchanged ? [] : endpointErrors(slice)),
  ];
}

/** Source: pkg/apis/discovery/validation. */
export const ENDPOINT_SLICE_VALIDATION: KindValidation = {
  createErrors: (slice) => sliceErrors(slice),
  updateErrors: (slice, before) => [...sliceErrors(slice, before), ...changed("addressType", slice.addressType, before.addressType)],
};
