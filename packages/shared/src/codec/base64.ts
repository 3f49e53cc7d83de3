const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const codes = new Uint8Array(128).fill(255);
for (let at = 0; at < ALPHABET.length; at++) codes[ALPHABET.charCodeAt(at)] = at;

/**
 * Encodes bytes as base64 with padding. Uses neither Buffer nor btoa, because this package runs in Node and in
 * browsers. O(bytes).
 */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  let chunk = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    chunk +=
      (ALPHABET[word >>> 18] ?? "") +
      (ALPHABET[(word >>> 12) & 63] ?? "") +
      (left > 1 ? (ALPHABET[(word >>> 6) & 63] ?? "") : "=") +
      (left > 2 ? (ALPHABET[word & 63] ?? "") : "=");
    if (chunk.length > 8192) {
      parts.push(chunk);
      chunk = "";
    }
  }
  parts.push(chunk);
  return parts.join("");
}

/** Decodes base64 text; undefined if the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let out = 0;
  for (let at = 0; at < text.length; at += 4) {
    let word = 0;
    for (let digit = 0; digit < 4; digit++) {
      const unit = text.charCodeAt(at + digit);
      const padded = unit === 61 && at + digit >= text.length - padding;
      const code = padded ? 0 : unit < 128 ? (codes[unit] ?? 255) : 255;
      if (code === 255) return undefined;
      word = (word << 6) | code;
    }
    if (out < bytes.length) bytes[out++] = word >>> 16;
    if (out < bytes.length) bytes[out++] = (word >>> 8) & 255;
    if (out < bytes.length) bytes[out++] = word & 255;
  }
  return bytes;
}
