import type { StringMap } from "@daemonscope/kube/objects";

type Labels = Record<string, string>;

/** Nodes of one pool have the same keys in the same order; more lists of keys than any cluster has pools. */
const MOST_SHAPES = 1024;
const BARE = Object.create(null) as object;
const shapes = new Map<string, Shape | undefined>();

interface Shape {
  readonly fields: Labels;
  /** How many; lists of keys with line breaks in them are joined to the text of a longer one. */
  readonly count: number;
}

/** An object with these fields; undefined where they are no fields of an object like any other, or no keys that an API server takes. */
function shapeOf(keys: readonly string[]): Shape | undefined {
  if (keys.length === 0 || keys.some((key) => key === "__proto__" || key.includes("\n"))) return undefined;
  return { fields: JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(",")}}`) as Labels, count: keys.length };
}

/** The same labels as fields of an object: one without a prototype to which labels are added one by one is a hash table, of five times the memory. Those of all nodes with the same keys have one
 *  shape, which is copied. Without a prototype's fields: a label called `constructor` is a label like any other. */
export function asFields(labels: StringMap): StringMap {
  const keys = Object.keys(labels);
  const list = keys.join("\n");
  if (!shapes.has(list)) {
    if (shapes.size >= MOST_SHAPES) shapes.clear();
    shapes.set(list, shapeOf(keys));
  }
  const shape = shapes.get(list);
  if (shape === undefined || shape.count !== keys.length) return labels;
  const fields: Labels = { ...shape.fields };
  for (const key of keys) fields[key] = labels[key] ?? "";
  return Object.setPrototypeOf(fields, BARE) as Labels;
}
