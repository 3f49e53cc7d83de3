/** Alphabet of generated names and hashes: no vowels, no characters that look alike. */
export const SAFE_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** FNV-1a over UTF-16 code units, 32 bits unsigned. */
export function fnv1a32(text: string, seed = 0x811c9dc5): number {
  let hash = seed >>> 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    if (unit > 0xff) hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}

/** Returns a 64-bit hash as 16 hex digits, from two runs with different seeds. For equality of large texts, not for
 *  secrets. */
export function fnv64Hex(text: string): string {
  const half = (seed: number) => fnv1a32(text, seed).toString(16).padStart(8, "0");
  return half(0x811c9dc5) + half(0x9e3779b9);
}

/** Writes the decimal digits of a number in the safe alphabet, like controller-revision-hash values.
 *  Source: apimachinery util/rand, SafeEncodeString. */
export function safeEncode(value: number): string {
  return [...String(value)].map((digit) => SAFE_ALPHABET[digit.charCodeAt(0) % SAFE_ALPHABET.length]).join("");
}
