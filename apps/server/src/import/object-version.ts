/** Versions are whole numbers of any length that rise (KEP-5504); what is none is taken as told. */
export function isOlder(version: string, than: string): boolean {
  if (!/^[1-9]\d*$/.test(version) || !/^[1-9]\d*$/.test(than)) return false;
  return version.length === than.length ? version < than : version.length < than.length;
}
