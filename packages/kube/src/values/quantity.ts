const QUANTITY = /^([+-]?)(\d*)\.?(\d*)(m|u|n|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi|E|Ei|[eE][+-]?\d{1,3})?$/;

/** Exponents of the suffixes: of ten for decimal ones, of two for binary ones. */
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
/** Longer than any real quantity. Limits the cost of hostile text. */
const DIGITS_LIMIT = 64;

/** An exact number. The denominator is above 0; the fraction may not be in lowest terms. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Returns the exact value of a quantity, or undefined if it is invalid.
 *  Source: apimachinery pkg/api/resource/quantity.go, ParseQuantity. */
export function exactQuantity(text: string): Fraction | undefined {
  if (text.length > DIGITS_LIMIT) return undefined;
  const parts = QUANTITY.exec(text);
  const whole = parts?.[2] ?? "";
  const decimals = parts?.[3] ?? "";
  if (!parts || whole + decimals === "") return undefined;
  const suffix = parts[4] ?? "";
  const binary = BINARY[suffix];
  const exponent = (suffix === "" || binary !== undefined ? 0 : (DECIMAL[suffix] ?? Number(suffix.slice(1)))) - decimals.length;
  const digits = BigInt(whole + decimals) * (parts[1] === "-" ? -1n : 1n) * (binary === undefined ? 1n : 1n << BigInt(binary));
  return exponent >= 0
    ? { numerator: digits * 10n ** BigInt(exponent), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-exponent) };
}

/** Returns a Kubernetes quantity as a number (`250m` is 0.25, `1.5Gi` is 1610612736), or undefined if it is invalid.
 *  For display only, because sums of fractions drift: add and compare with milliQuantity. */
export function parseQuantity(text: string): number | undefined {
  const fraction = exactQuantity(text);
  return fraction === undefined ? undefined : Number(fraction.numerator) / Number(fraction.denominator);
}

/** Returns a Kubernetes quantity in whole thousandths (`0.1` is 100, `1n` is 1), or undefined if it is invalid.
 *  Rounds away from zero as the scheduler does.
 *  The integer is exact up to 53 bits (9 TB of memory), so sums and comparisons are exact too. */
export function milliQuantity(text: string): number | undefined {
  const fraction = exactQuantity(text);
  if (fraction === undefined) return undefined;
  const scaled = fraction.numerator * 1000n;
  const rest = scaled % fraction.denominator;
  return Number(scaled / fraction.denominator + (rest === 0n ? 0n : scaled > 0n ? 1n : -1n));
}
