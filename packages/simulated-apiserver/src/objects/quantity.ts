import { exactQuantity } from "@daemonscope/kube/values/quantity";

const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const DECIMAL_ZERO = 3;
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/**
 * Returns a quantity as the API server writes it: `0.5` as `500m`, `1024Mi` as `1Gi`; undefined if it cannot be read.
 * Source: apimachinery pkg/api/resource/quantity.go, CanonicalizeBytes.
 */
export function canonicalQuantity(text: string): string | undefined {
  const exact = exactQuantity(text);
  if (exact === undefined) return undefined;
  const nanos = exact.numerator * 1_000_000_000n;
  const rest = nanos % exact.denominator;
  // Amounts finer than a billionth are rounded away from zero.
  let amount = nanos / exact.denominator + (rest === 0n ? 0n : nanos > 0n ? 1n : -1n);
  if (amount === 0n) return "0";
  const wholes = amount / 1_000_000_000n;
  if (text.endsWith("i") && amount % 1_000_000_000n === 0n && (wholes >= 1024n || wholes <= -1024n)) {
    amount = wholes;
    let unit = 0;
    for (; unit < BINARY.length - 1 && amount % 1024n === 0n; unit++) amount /= 1024n;
    return `${amount}${BINARY[unit]}`;
  }
  let unit = 0;
  for (; unit < DECIMAL.length - 1 && amount % 1000n === 0n; unit++) amount /= 1000n;
  if (!/\d[eE][+-]?\d/.test(text)) return `${amount}${DECIMAL[unit]}`;
  const exponent = (unit - DECIMAL_ZERO) * 3;
  return exponent === 0 ? String(amount) : `${amount}e${exponent}`;
}

/**
 * Returns a negative number, 0 or a positive number if `a` is less than, equal to or more than `b`. Unreadable text
 * counts as 0.
 */
export function compareQuantities(a: string, b: string): number {
  const left = exactQuantity(a) ?? { numerator: 0n, denominator: 1n };
  const right = exactQuantity(b) ?? { numerator: 0n, denominator: 1n };
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}
