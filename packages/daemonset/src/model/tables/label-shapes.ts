import type { StringMap } from "@daemonscope/kube/objects";

type Labels = Record<string, string>;

/** Nodes of one pool have the same keys in the same order; this exceeds the number of pools in any cluster. */
const MAX_SHAPES = 1024;
const BARE = Object.create(null) as object;
const NO_LABELS: StringMap = Object.freeze({});
const shapes = new Map<string, LabelShape | undefined>();

/** Keys of labels that can be fields of an object. */
export interface LabelShape {
  readonly keys: readonly string[];
  /** An object with these fields. */
  readonly fields: StringMap;
}

/** Returns undefined if the keys cannot be plain fields of an object, or an API server rejects them. */
function shapeOf(keys: readonly string[]): LabelShape | undefined {
  if (keys.some((key) => key === "__proto__" || key.includes("\n"))) return undefined;
  return { keys, fields: JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(",")}}`) as Labels };
}

/** Returns the shape of labels with these keys in this order; undefined if the labels must stay unchanged. */
export function labelShapeOf(keys: readonly string[]): LabelShape | undefined {
  const list = keys.join("\n");
  if (!shapes.has(list)) {
    if (shapes.size >= MAX_SHAPES) shapes.clear();
    shapes.set(list, shapeOf(keys));
  }
  const shape = shapes.get(list);
  // A key with a line break can give the same text as a longer list of keys.
  return shape?.keys.length === keys.length ? shape : undefined;
}

/** Builds labels of a shape. They have no prototype fields, so that a label called `constructor` is an ordinary
 *  label. */
export function labelsOf({ keys, fields }: LabelShape, valueAt: (index: number, key: string) => string): StringMap {
  if (keys.length === 0) return NO_LABELS;
  const labels: Labels = { ...fields };
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    labels[key] = valueAt(index, key);
  }
  return Object.setPrototypeOf(labels, BARE) as Labels;
}

/** Converts labels to fields of an object. An object without a prototype that grows label by label becomes a hash
 *  table, which takes five times the memory. Nodes with the same keys share one shape, which is copied. */
export function asFields(labels: StringMap): StringMap {
  const shape = labelShapeOf(Object.keys(labels));
  return shape === undefined || shape.keys.length === 0 ? labels : labelsOf(shape, (_index, key) => labels[key] ?? "");
}
