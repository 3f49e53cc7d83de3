import { stableJson } from "@daemonscope/kube/values/stable-json";

const ZONE = /"zone-[a-z]"/g;

/**
 * Returns the records as if all nodes were alike. Names of nodes and zones are removed; lists of equal keys are merged
 * and sorted. For stories in which chance decides between nodes.
 */
export function withoutNodes(records: Readonly<Record<string, unknown>>, nodes: readonly string[]): Readonly<Record<string, unknown>> {
  const longestFirst = [...nodes].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.]/g, "\\."));
  const name = new RegExp(`\\b(${longestFirst.join("|")})\\b`, "g");
  const alike = new Map<string, unknown>();
  for (const [key, value] of Object.entries(records)) {
    const path = key.replace(name, "some-node");
    const shown: unknown = JSON.parse(stableJson(value).replace(name, "some-node").replace(ZONE, '"some-zone"'));
    const present = alike.get(path) ?? [];
    alike.set(path, Array.isArray(shown) && Array.isArray(present) ? [...present, ...shown] : shown);
  }
  return Object.fromEntries(
    [...alike].map(([key, value]) => [key, Array.isArray(value) ? value.sort((a, b) => (stableJson(a) < stableJson(b) ? -1 : 1)) : value]),
  );
}
