import { ownValue } from "@daemonscope/kube/base/own-value";
import type { StringMap } from "@daemonscope/kube/objects";

/** A label with its value. */
export type NodeLabel = readonly [key: string, value: string];

/** Returns the labels of a row: the sum of `2 ** index` of each. A sum works for 53 labels. */
export type LabelMatcher = (row: number) => number;

export function objectLabelMatcher(labels: readonly NodeLabel[], labelsAt: (row: number) => StringMap | undefined): LabelMatcher {
  return (row) => {
    const own = labelsAt(row);
    if (own === undefined) return 0;
    let found = 0;
    let bit = 1;
    for (const [key, value] of labels) {
      if (ownValue(own, key) === value) found += bit;
      bit *= 2;
    }
    return found;
  };
}
