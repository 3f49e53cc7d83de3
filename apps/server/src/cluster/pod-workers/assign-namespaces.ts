/** A namespace whose pods are to be watched, and about how many they are. */
export interface NamespaceLoad {
  readonly namespace: string;
  readonly pods: number;
}

/** Gives each namespace to one of the workers, of which each has `loads` pods already: the largest first, each to whom has least. */
export function assignNamespaces(namespaces: readonly NamespaceLoad[], loads: readonly number[]): ReadonlyMap<string, number> {
  const totals = [...loads];
  const workers = new Map<string, number>();
  // By name where they are equal, so that one cluster is parted the same way each time.
  const order = namespaces.toSorted((a, b) => b.pods - a.pods || (a.namespace < b.namespace ? -1 : 1));
  for (const { namespace, pods } of order) {
    const least = totals.reduce((best, load, at) => (load < (totals[best] ?? 0) ? at : best), 0);
    totals[least] = (totals[least] ?? 0) + pods + 1;
    workers.set(namespace, least);
  }
  return workers;
}
