import { exactQuantity } from "@daemonscope/kube/values/quantity";

/** Billionths, the finest unit that the API keeps. Sums are exact at any size. */
export type Amount = bigint;
export type Amounts = ReadonlyMap<string, Amount>;

const ONE = 1_000_000_000n;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"] as const;
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;

/** Returns a quantity as an amount, rounded up as the API does. Returns 0 for invalid text. */
export function amountOf(text: string): Amount {
  const fraction = exactQuantity(text);
  if (fraction === undefined) return 0n;
  const scaled = fraction.numerator * ONE;
  return scaled / fraction.denominator + (scaled > 0n && scaled % fraction.denominator !== 0n ? 1n : 0n);
}

function scaledText(value: bigint, base: bigint, suffixes: readonly string[]): string {
  let rest = value;
  let step = 0;
  while (rest !== 0n && rest % base === 0n && step < suffixes.length - 1) {
    rest /= base;
    step++;
  }
  return `${rest}${suffixes[step]}`;
}

/** Reports whether a resource is counted in bytes, for which kubectl uses binary suffixes. */
const isBytes = (resource: string): boolean =>
  resource === "memory" || resource === "ephemeral-storage" || resource.startsWith("hugepages-");

/** Formats an amount like kubectl: the largest suffix that leaves a whole number (`1500m`, `2`, `3900Mi`).
 *  Source: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes. */
export function amountText(resource: string, amount: Amount): string {
  if (amount === 0n) return "0";
  if (isBytes(resource) && amount % ONE === 0n) return scaledText(amount / ONE, 1024n, BINARY);
  return scaledText(amount, 1000n, DECIMAL);
}

/** Returns a quantity in the API server's format: the largest suffix of its kind that leaves a whole number.
 *  Examples: `0.1` is `100m`, `1024Mi` is `1Gi`. An invalid quantity, or one with an exponent, is unchanged.
 *  Source: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes. */
export function canonicalText(text: string): string {
  if (exactQuantity(text) === undefined || /[eE][+-]?\d/.test(text)) return text;
  const amount = amountOf(text);
  if (amount === 0n) return "0";
  const isBinary = text.endsWith("i") && amount >= 1024n * ONE && amount % ONE === 0n;
  return isBinary ? scaledText(amount / ONE, 1024n, BINARY) : scaledText(amount, 1000n, DECIMAL);
}
