const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** A label value: empty, or at most 63 of letters, digits and `-_.`, alphanumeric at both ends. */
export function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && NAME.test(value));
}

/** A label key: a name of at most 63, with an optional DNS subdomain and `/` before it. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf("/");
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (name.length === 0 || name.length > 63 || !NAME.test(name)) return false;
  if (slash < 0) return true;
  return isDnsSubdomain(key.slice(0, slash));
}

/** DNS-1123 subdomain, at most 253: what most objects may be called. */
export function isDnsSubdomain(name: string): boolean {
  return name.length > 0 && name.length <= 253 && SUBDOMAIN.test(name);
}

/** DNS-1123 label, at most 63: what a namespace may be called. */
export function isDnsLabel(name: string): boolean {
  return name.length <= 63 && isDnsSubdomain(name) && !name.includes(".");
}
