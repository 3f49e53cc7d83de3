const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Checks a label value: empty, or at most 63 letters, digits and `-_.`, alphanumeric at both ends. */
export function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && NAME.test(value));
}

/** Checks a label key: a name of at most 63 characters, optionally after a DNS subdomain and `/`. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf("/");
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (name.length === 0 || name.length > 63 || !NAME.test(name)) return false;
  if (slash < 0) return true;
  return isDnsSubdomain(key.slice(0, slash));
}

/** Checks a DNS-1123 subdomain of at most 253 characters: the name format of most objects. */
export function isDnsSubdomain(name: string): boolean {
  return name.length > 0 && name.length <= 253 && SUBDOMAIN.test(name);
}

/** Checks a DNS-1123 label of at most 63 characters: the name format of namespaces. */
export function isDnsLabel(name: string): boolean {
  return name.length <= 63 && isDnsSubdomain(name) && !name.includes(".");
}
