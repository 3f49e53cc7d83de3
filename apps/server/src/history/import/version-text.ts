/**
 * Compares two versions: whole numbers of any length that rise (KEP-5504). Returns false if either is no such number.
 */
export function isOlderVersionText(version: string, than: string): boolean {
  if (!/^[1-9]\d*$/.test(version) || !/^[1-9]\d*$/.test(than)) return false;
  return version.length === than.length ? version < than : version.length < than.length;
}
