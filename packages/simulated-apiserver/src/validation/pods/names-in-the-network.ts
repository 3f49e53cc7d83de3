import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, listIn, objectsIn, optionalIn, textIn, textsIn } from "../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, notSupported, required, tooLong } from "../fields/field-errors.ts";
import { dnsLabelProblems, subdomainProblems } from "../fields/label-problems.ts";
import { searchDomainProblems } from "../fields/name-problems.ts";

const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const NAMESERVERS_MOST = 3;
const SEARCHES_MOST = 32;
const SEARCHES_LETTERS_MOST = 2048;
const HOSTNAME_MOST = 64;

export function dnsPolicyErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const policy = textIn(podSpec, "dnsPolicy");
  if (policy === "") return [required(`${base}.dnsPolicy`)];
  return DNS_POLICIES.includes(policy) ? [] : [notSupported(`${base}.dnsPolicy`, policy, DNS_POLICIES)];
}

/** Returns the four numbers of an IPv4 address; leading zeros are allowed. */
function fourNumbers(text: string): readonly number[] | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
  const numbers = text.split(".").map(Number);
  return numbers.every((number) => number <= 255) ? numbers : undefined;
}

/**
 * Returns the groups of an IPv6 address, or of one half of a `::` address. The last group may be an IPv4 address, which
 * counts as two.
 */
function groupsOf(text: string): readonly number[] | undefined {
  if (text === "") return [];
  const words = text.split(":");
  const dotted = words.at(-1)?.includes(".") === true ? fourNumbers(words.pop() ?? "") : [];
  if (dotted === undefined || !words.every((word) => /^[\da-fA-F]{1,4}$/.test(word))) return undefined;
  const [a, b, c, d] = dotted;
  const last = a === undefined || b === undefined || c === undefined || d === undefined ? [] : [a * 256 + b, c * 256 + d];
  return [...words.map((word) => Number.parseInt(word, 16)), ...last];
}

/** Returns the eight groups of an IPv6 address. */
function eightGroups(text: string): readonly number[] | undefined {
  const halves = text.split("::");
  const [front, back] = [groupsOf(halves[0] ?? ""), groupsOf(halves[1] ?? "")];
  if (halves.length > 2 || front === undefined || back === undefined) return undefined;
  const missing = 8 - front.length - back.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...front, ...new Array<number>(missing).fill(0), ...back];
}

/**
 * Returns the errors of an address. Leading zeros get a specific error. Source: apimachinery pkg/util/validation/ip.go,
 * IsValidIPForLegacyField.
 */
export function addressErrors(address: string, field: string): readonly FieldError[] {
  const groups = address.includes(":") ? eightGroups(address) : fourNumbers(address);
  if (groups === undefined) return [invalidValue(field, address, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")];
  const isMapped = groups.length === 8 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return [
    ...(/(?<![\da-fA-F])0\d+(?=\.)|\.0\d/.test(address) ? [invalidValue(field, address, "must not have leading 0s")] : []),
    ...(isMapped ? [invalidValue(field, address, "must not be an IPv4-mapped IPv6 address")] : []),
  ];
}

/** Returns the errors of a resolver configuration. Source: pkg/apis/core/validation, validatePodDNSConfig. */
export function dnsConfigErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const field = `${base}.dnsConfig`;
  const config = optionalIn(podSpec, "dnsConfig");
  const isPolicyNone = podSpec.dnsPolicy === "None";
  if (config === undefined) return isPolicyNone ? [required(field, "must provide `dnsConfig` when `dnsPolicy` is None")] : [];
  const nameservers = textsIn(config, "nameservers");
  const searches = textsIn(config, "searches");
  if (isPolicyNone && nameservers.length === 0)
    return [required(`${field}.nameservers`, "must provide at least one DNS nameserver when `dnsPolicy` is None")];
  const errors: FieldError[] = [];
  if (nameservers.length > NAMESERVERS_MOST)
    errors.push(invalidValue(`${field}.nameservers`, nameservers, `must not have more than ${NAMESERVERS_MOST} nameservers`));
  for (const [at, address] of nameservers.entries()) errors.push(...addressErrors(address, `${field}.nameservers[${at}]`));
  if (searches.length > SEARCHES_MOST)
    errors.push(invalidValue(`${field}.searches`, searches, `must not have more than ${SEARCHES_MOST} search paths`));
  if (searches.join(" ").length > SEARCHES_LETTERS_MOST)
    errors.push(
      invalidValue(
        `${field}.searches`,
        searches,
        `must not have more than ${SEARCHES_LETTERS_MOST} characters (including spaces) in the search list`,
      ),
    );
  for (const [at, search] of searches.entries()) {
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    if (search !== ".") errors.push(...eachProblem(`${field}.searches[${at}]`, name, searchDomainProblems(name)));
  }
  for (const [at, option] of objectsIn(config, "options").entries())
    if (textIn(option, "name") === "") errors.push(required(`${field}.options[${at}]`, "must not be empty"));
  return errors;
}

/** Returns the errors of host aliases. Source: same, ValidateHostAliases. */
export const hostAliasErrors = (podSpec: JsonObject, base: string): readonly FieldError[] =>
  objectsIn(podSpec, "hostAliases").flatMap((alias, at) => [
    ...addressErrors(textIn(alias, "ip"), `${base}.hostAliases[${at}].ip`),
    ...listIn(alias, "hostnames").flatMap((name, index) =>
      eachProblem(`${base}.hostAliases[${at}].hostnames[${index}]`, name, subdomainProblems(String(name))),
    ),
  ]);

/** Returns the errors of a name that replaces the pod's hostname. Source: same, validatePodHostName. */
export function hostnameOverrideErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  if (podSpec.hostnameOverride === undefined) return [];
  const name = textIn(podSpec, "hostnameOverride");
  const field = `${base}.hostnameOverride`;
  return [
    ...(podSpec.setHostnameAsFQDN === true ? [forbiddenValue(field, "may not be specified when setHostnameAsFQDN is true")] : []),
    ...(podSpec.hostNetwork === true ? [forbiddenValue(field, "may not be specified when hostNetwork is true")] : []),
    ...(name.length > HOSTNAME_MOST ? [tooLong(field, HOSTNAME_MOST)] : []),
    ...eachProblem(field, name, subdomainProblems(name)),
  ];
}

/** Returns the errors of a pod's hostname and subdomain. */
export const hostnameErrors = (podSpec: JsonObject, base: string): readonly FieldError[] =>
  ["hostname", "subdomain"].flatMap((part) => {
    const name = textIn(podSpec, part);
    return name === "" ? [] : eachProblem(`${base}.${part}`, name, dnsLabelProblems(name));
  });
