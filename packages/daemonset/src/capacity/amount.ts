import { exactQuantity } from "@daemonscope/kube/quantity";

/** Billionths, the finest that the API keeps: sums are exact at any size. */
export type Amount = bigint;
export type Amounts = ReadonlyMap<string, Amount>;

const ONE = 1_000_000_000n;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"] as const;
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] as const;

/** A quantity as an amount, rounded up as the API does; 0 for what cannot be read. */
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

/** True for what is counted in bytes, which kubectl writes with binary suffixes. */
const isBytes = (resource: string): boolean =>
  resource === "memory" || resource === "ephemeral-storage" || resource.startsWith("hugepages-");

/** An amount as kubectl writes it: the largest suffix that leaves a whole number (`1500m`, `2`, `3900Mi`).
 *  Source: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes. */
export function amountText(resource: string, amount: Amount): string {
  if (amount === 0n) return "0";
  if (isBytes(resource) && amount % ONE === 0n) return scaledText(amount / ONE, 1024n, BINARY);
  return scaledText(amount, 1000n, DECIMAL);
}

/** A quantity as the API server writes it back, whoever wrote it: the largest suffix of its kind that leaves a whole number (`0.1` is `100m`, `1024Mi` is `1Gi`). One that cannot be
 *  read, or is written with an exponent, is left as it is.
 *  Source: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes. */
export function canonicalText(text: string): string {
  if (exactQuantity(text) === undefined || /[eE][+-]?\d/.test(text)) return text;
  const amount = amountOf(text);
  if (amount === 0n) return "0";
  const isBinary = text.endsWith("i") && amount >= 1024n * ONE && amount % ONE === 0n;
  return isBinary ? scaledText(amount / ONE, 1024n, BINARY) : scaledText(amount, 1000n, DECIMAL);
}
