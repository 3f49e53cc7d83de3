import { fnv1a32 } from "@daemonscope/kube/values/fnv";

const hashes = new WeakMap<object, number>();

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) >>> 0;

/**
 * Returns 32 bits over all fields, without a cache. Fields are summed, so their order does not count. Undefined fields
 * are skipped, as in JSON.
 */
export function valueHash(value: unknown): number {
  if (typeof value === "string") return fnv1a32(value, 0x811c9dc5);
  if (typeof value === "number") return fnv1a32(String(value), 0x9e3779b9);
  if (Array.isArray(value)) return value.reduce<number>((hash, element) => mix(hash, valueHash(element)), 0x2545f491);
  if (typeof value !== "object" || value === null) return fnv1a32(String(value ?? null), 0x6a09e667);
  let sum = 0x3c6ef372;
  for (const [key, field] of Object.entries(value)) if (field !== undefined) sum = (sum + mix(fnv1a32(key), valueHash(field))) >>> 0;
  return sum;
}

/**
 * Returns 32 bits over all fields of a record; equal for records that are equal as JSON. Cached, because records are
 * immutable.
 */
export function recordHash(record: object): number {
  let hash = hashes.get(record);
  if (hash === undefined) {
    hash = valueHash(record);
    // Node stores a signed 32-bit integer without a heap object.
    hashes.set(record, hash | 0);
  }
  return hash >>> 0;
}
