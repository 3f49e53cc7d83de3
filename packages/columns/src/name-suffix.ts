const MAX_LENGTH = 6;
const BASE = 37;

/** 1 to 36 for digits and lower-case letters, which include those of generated names; 0 for any other character. */
const VALUES = new Uint8Array(128);
const CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
for (const [at, character] of [...CHARACTERS].entries()) VALUES[character.charCodeAt(0)] = at + 1;

/** The end of a name as a number below 2^32: up to six lower-case letters and digits, which distinguish the pods of
 *  a DaemonSet. 0 for a name with another end. */
export function nameSuffixOf(name: string): number {
  let suffix = 0;
  for (let at = name.length - nameSuffixLength(name); at < name.length; at++) suffix = suffix * BASE + (VALUES[name.charCodeAt(at)] ?? 0);
  return suffix;
}

/** Returns the number of a suffix in bytes, or -1 if the bytes are no suffix. */
export function nameSuffixIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > MAX_LENGTH) return -1;
  let suffix = 0;
  for (let at = from; at < to; at++) {
    const code = bytes[at] ?? 0;
    const value = code < 128 ? (VALUES[code] ?? 0) : 0;
    if (value === 0) return -1;
    suffix = suffix * BASE + value;
  }
  return suffix;
}

export function nameSuffixLength(name: string): number {
  let length = 0;
  while (length < MAX_LENGTH && length < name.length) {
    const code = name.charCodeAt(name.length - length - 1);
    if (code >= 128 || VALUES[code] === 0) break;
    length++;
  }
  return length;
}

export function nameSuffixText(suffix: number): string {
  let text = "";
  for (let rest = suffix; rest > 0; rest = Math.floor(rest / BASE)) text = (CHARACTERS[(rest % BASE) - 1] ?? "") + text;
  return text;
}
