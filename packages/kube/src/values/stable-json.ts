/** Writes JSON with sorted object keys, so that equal values give equal text. Undefined fields are omitted. O(size). */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((element) => stableJson(element === undefined ? null : element)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${stableJson(field)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
