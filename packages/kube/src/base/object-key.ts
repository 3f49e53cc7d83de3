/** Splits `namespace/name`. A key without a slash is a name. */
export function splitKey(key: string): readonly [namespace: string, name: string] {
  const slash = key.indexOf("/");
  return [key.slice(0, Math.max(0, slash)), key.slice(slash + 1)];
}

export const namespaceOfKey = (key: string): string => splitKey(key)[0];

export const nameOfKey = (key: string): string => splitKey(key)[1];
