import { type NodePause, pauseByLabel } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { selectedKeys, unmetLabel } from "@daemonscope/daemonset/placement/selected-labels";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { isQualifiedName } from "@daemonscope/kube/matching/label-syntax";
import type { StringMap } from "@daemonscope/kube/objects";
import { shortKey } from "./found-keys.ts";

/** Maximum number of labels under the name of a node. */
export const MAX_LABELS = 2;

/** The keys from the URL, and the first reason why not all are shown. */
export interface RequestedLabels {
  readonly keys: readonly string[];
  readonly problem?: { readonly kind: "notAKey" | "tooMany"; readonly what: string } | undefined;
}

/** Parses the keys of a URL: `zone,pool`. If `text` is undefined, the first of `selected` are shown; an empty text is
 *  none. Never throws. */
export function parseLabels(text: string | undefined, selected: readonly string[]): RequestedLabels {
  if (text === undefined) return { keys: selected.slice(0, MAX_LABELS) };
  const all = [...new Set(text.split(",").map((key) => key.trim()))].filter((key) => key !== "");
  const bad = all.find((key) => !isQualifiedName(key));
  const good = all.filter(isQualifiedName);
  const keys = good.slice(0, MAX_LABELS);
  if (bad !== undefined) return { keys, problem: { kind: "notAKey", what: bad } };
  return good.length > MAX_LABELS ? { keys, problem: { kind: "tooMany", what: good[MAX_LABELS] ?? "" } } : { keys };
}

/** One label of a node, or the fact that the node has no such label. */
export interface LabelLine {
  readonly key: string;
  /** The short key, or the full key if two shown keys have the same short key. */
  readonly name: string;
  readonly value: string | undefined;
  /** Labels that the DaemonSet requires instead. Not empty only if this label keeps its pods off the node. */
  readonly wanted: readonly string[];
  /** The planned pause that the label is set to; undefined also if the label is not wanted. */
  readonly pause: NodePause | undefined;
}

/** The labels that are shown under the names of nodes. */
export interface ShownLabels {
  readonly keys: readonly string[];
  /** Keys by which the DaemonSet selects nodes. */
  readonly selected: readonly string[];
  readonly linesOf: (labels: StringMap) => readonly LabelLine[];
  /** The shown labels and all that the DaemonSet wants. */
  readonly firstOf: (labels: StringMap) => readonly LabelLine[];
}

/** Creates the labels of these keys. `template`: that of the DaemonSet whose nodes are shown. */
export function shownLabels(keys: readonly string[], template: PlacementTemplate | undefined): ShownLabels {
  const selected = template === undefined ? [] : selectedKeys(template);
  const names = keys.map(shortKey);
  const cachedLines = (lineKeys: readonly string[]) => {
    const cache = new WeakMap<StringMap, readonly LabelLine[]>();
    return (labels: StringMap) => {
      const cached = cache.get(labels);
      if (cached !== undefined) return cached;
      const lines = lineKeys.map((key): LabelLine => {
        const name = shortKey(key);
        const isAlone = names.filter((other) => other === name).length < 2;
        const wanted = template === undefined ? [] : unmetLabel(template, key, labels);
        const pause = wanted.length === 0 ? undefined : pauseByLabel(key, labels);
        return { key, name: isAlone ? name : key, value: ownValue(labels, key), wanted, pause };
      });
      cache.set(labels, lines);
      return lines;
    };
  };
  return { keys, selected, linesOf: cachedLines(keys), firstOf: cachedLines([...new Set([...selected, ...keys])]) };
}

/** Returns the shown keys with one value, which the DaemonSet accepts: a line under each name would only repeat the
 *  cell, which shows whether the node has it. Empty for fewer than two nodes. O(nodes). */
export function sharedKeys({ keys, linesOf }: ShownLabels, labels: readonly (StringMap | undefined)[]): readonly string[] {
  const present = labels.filter((each) => each !== undefined);
  if (present.length < 2) return [];
  return keys.filter((key) => {
    const having = present.filter((each) => ownValue(each, key) !== undefined);
    const [first] = having;
    if (first === undefined) return false;
    const value = ownValue(first, key);
    const isAccepted = linesOf(first).some((line) => line.key === key && line.wanted.length === 0);
    return isAccepted && having.every((each) => ownValue(each, key) === value);
  });
}
