const INT64 = /^[+-]?\d+$/;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** Parses a base-10 int64 like Go's ParseInt: leading zeros are valid, values beyond 64 bits are not. */
export function parseInt64(text: string): bigint | undefined {
  if (text.length > 64 || !INT64.test(text)) return undefined;
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return value > INT64_MAX || value < INT64_MIN ? undefined : value;
}
