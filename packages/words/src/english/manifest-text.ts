import type { DuplicateKey } from "@daemonscope/kube/yaml/duplicate-keys";
import type { SkippedDocuments } from "@daemonscope/kube/yaml/evaluated-documents";

const MAX_KEY_LENGTH = 64;
/** More kinds and Deployments than a user reads. */
const MAX_NAMED = 12;

const occurrences = (count: number): string => (count === 2 ? "twice" : `${count} times`);

/** Returns a warning without a full stop; undefined if no key occurs twice. `label` names the file. */
export function duplicateKeysText(label: string, duplicates: readonly DuplicateKey[]): string | undefined {
  const [first, ...more] = duplicates;
  if (first === undefined) return undefined;
  const key = JSON.stringify(first.key.slice(0, MAX_KEY_LENGTH));
  const sentence = `${label}, line ${first.line}: key ${key} occurs ${occurrences(first.count)}; the last value counts`;
  if (more.length === 0) return sentence;
  const lines = `${more.length === 1 ? "line" : "lines"} ${more.map(({ line }) => line).join(", ")}`;
  return `${sentence}, as for ${more.length} more ${more.length === 1 ? "key" : "keys"} (${lines})`;
}

/** Returns a warning without a full stop. `label` names the file. `namespace` applies to Deployments without one. */
export function skippedDocumentsText(label: string, { count, kinds, deployments }: SkippedDocuments, namespace: string): string {
  const names = [
    ...kinds.map((each) => (each.count === 1 ? each.kind : `${each.kind} (${each.count})`)),
    ...deployments.map(
      (each) => `Deployment ${each.namespace ?? namespace}/${each.name} (${each.replicas} ${each.replicas === 1 ? "replica" : "replicas"})`,
    ),
  ];
  const shown = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`] : names;
  const last = shown.at(-1) ?? "";
  const list = shown.length === 1 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
  return `skipped ${count} ${count === 1 ? "document" : "documents"} of ${label} that ${count === 1 ? "is no DaemonSet" : "are no DaemonSets"}: ${list}`;
}
