const ZERO = 48;
/** Numbers with this many digits are exact. */
const MAX_DIGITS = 15;

/** Returns a version as a number if it prints unchanged; otherwise NaN. */
export function exactResourceVersion(version: string): number {
  const { length } = version;
  if (length === 0 || length > MAX_DIGITS || (length > 1 && version.charCodeAt(0) === ZERO)) return Number.NaN;
  let number = 0;
  for (let at = 0; at < length; at++) {
    const digit = version.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** True if both are decimal numbers, as API servers send them, and the first is smaller. Other versions are
 *  opaque: then the result is false. Source: api-concepts, resource versions are comparable as integers since
 *  1.35. */
export function isOlderResourceVersion(version: string, than: string): boolean {
  const exact = exactResourceVersion(version);
  const exactThan = exactResourceVersion(than);
  if (!Number.isNaN(exact) && !Number.isNaN(exactThan)) return exact < exactThan;
  return isOlderInDigits(version, than);
}

/** Compares numbers of any length. */
function isOlderInDigits(version: string, than: string): boolean {
  if (!/^\d+$/.test(version) || !/^\d+$/.test(than)) return false;
  const a = version.replace(/^0+/, "");
  const b = than.replace(/^0+/, "");
  return a.length === b.length ? a < b : a.length < b.length;
}
