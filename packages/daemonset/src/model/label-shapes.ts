import type { StringMap } from "@daemonscope/kube/objects";

type Labels = Record<string, string>;

/** Nodes of one pool have the same keys in the same order; more lists of keys than any cluster has pools. */
const MOST_SHAPES = 1024;
const BARE = Object.create(null) as object;
const NO_LABELS: StringMap = Object.freeze({});
const shapes = new Map<string, LabelShape | undefined>();

/** Keys of labels that can be fields of an object. */
export interface LabelShape {
  readonly keys: readonly string[];
  /** An object with these fields. */
  readonly fields: StringMap;
}

/** Undefined where they are no fields of an object like any other, or no keys that an API server takes. */
function shapeOf(keys: readonly string[]): LabelShape | undefined {
  if (keys.some((key) => key === "__proto__" || key.includes("\n"))) return undefined;
  return { keys, fields: JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(",")}}`) as Labels };
}

/** The shape of labels with these keys, in their order; undefined where they must stay as they are. */
export function labelShapeOf(keys: readonly string[]): LabelShape | undefined {
  const list = keys.join("\n");
  if (!shapes.has(list)) {
    if (shapes.size >= MOST_SHAPES) shapes.clear();
    shapes.set(list, shapeOf(keys));
  }
  const shape = shapes.get(list);
  // Lists of keys with line breaks in them are joined to the text of a longer one.
  return shape?.keys.length === keys.length ? shape : undefined;
}

/** Labels of a shape. Without a prototype's fields: a label called `constructor` is a label like any other. */
export function labelsOf({ keys, fields }: LabelShape, valueAt: (place: number, key: string) => string): StringMap {
  if (keys.length === 0) return NO_LABELS;
  const labels: Labels = { ...fields };
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place] ?? "";
    labels[key] = valueAt(place, key);
  }
  return Object.setPrototypeOf(labels, BARE) as Labels;
}

/** The same labels as fields of an object: one without a prototype to which labels are added one by one is a hash table, of five times the memory. Those of all nodes with the same keys have one
 *  shape, which is copied. */
export function asFields(labels: StringMap): StringMap {
  const shape = labelShapeOf(Object.keys(labels));
  return shape === undefined || shape.keys.length === 0 ? labels : labelsOf(shape, (_place, key) => labels[key] ?? "");
}
