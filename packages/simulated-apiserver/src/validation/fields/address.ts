import type { FieldError } from "../../objects/failures.ts";
import { invalidValue } from "./field-errors.ts";

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
