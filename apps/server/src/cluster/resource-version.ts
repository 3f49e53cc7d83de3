/** True when both are the decimal numbers that API servers serve and the first is smaller. Versions are opaque otherwise: then nothing is said to be older.
 *  Source: api-concepts, resource versions are comparable as integers since 1.35. */
export function isOlderVersion(version: string, than: string): boolean {
  if (!/^\d+$/.test(version) || !/^\d+$/.test(than)) return false;
  const a = version.replace(/^0+/, "");
  const b = than.replace(/^0+/, "");
  return a.length === b.length ? a < b : a.length < b.length;
}
