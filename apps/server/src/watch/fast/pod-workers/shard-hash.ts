/** FNV-1a of 64 bits: its offset, and its prime less 2^40. */
const OFFSET_HIGH = 0xcbf29ce4 | 0;
const OFFSET_LOW = 0x84222325 | 0;
const PRIME_LOW = 0x1b3;

/** Returns the upper 32 of the 64 bits by which an API server assigns shards. Calculates with words of 32 bits and
 *  their halves, because it runs for each pod. For ASCII text such as uids. Source: apimachinery pkg/sharding,
 *  HashField. */
export function shardHash(uid: string): number {
  let high = OFFSET_HIGH;
  let low = OFFSET_LOW;
  for (let at = 0; at < uid.length; at++) {
    low ^= uid.charCodeAt(at);
    const lower = (low & 0xffff) * PRIME_LOW;
    const upper = (low >>> 16) * PRIME_LOW + (lower >>> 16);
    // Multiplying the low word by 2^40 shifts it by 8 bits into the high word.
    high = (Math.imul(high, PRIME_LOW) + (upper >>> 16) + (low << 8)) | 0;
    low = (upper << 16) | (lower & 0xffff);
  }
  return high >>> 0;
}
