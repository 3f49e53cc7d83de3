/** A namespace whose pods are watched, and its approximate number of pods. */
export interface NamespacePodCount {
  readonly namespace: string;
  readonly pods: number;
}

/** Assigns each namespace to a worker. `loads` has the present pods of each worker. The largest namespace comes
 *  first, and goes to the worker with the lowest load. */
export function assignNamespaces(namespaces: readonly NamespacePodCount[], loads: readonly number[]): ReadonlyMap<string, number> {
  const totals = [...loads];
  const workers = new Map<string, number>();
  // Ties are in order of the name, so that the result for a cluster is stable.
  const order = namespaces.toSorted((a, b) => b.pods - a.pods || (a.namespace < b.namespace ? -1 : 1));
  for (const { namespace, pods } of order) {
    const least = totals.reduce((best, load, at) => (load < (totals[best] ?? 0) ? at : best), 0);
    totals[least] = (totals[least] ?? 0) + pods + 1;
    workers.set(namespace, least);
  }
  return workers;
}
