/** Reports whether two plain values are equal by their fields. An undefined field equals an absent one.
 *  Cheaper than comparing JSON texts: it stops at the first difference. O(size). */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at++) if (!isEqualJson(a[at], b[at])) return false;
    return true;
  }
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(left)) if (!isEqualJson(left[key], Object.hasOwn(right, key) ? right[key] : undefined)) return false;
  for (const key of Object.keys(right)) if (right[key] !== undefined && !Object.hasOwn(left, key)) return false;
  return true;
}
