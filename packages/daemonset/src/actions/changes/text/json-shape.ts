import { isJsonObject } from "@daemonscope/kube/values/json-value";

/** The reason that a value is not a step: the path in it, and the expected value. */
export interface UnreadableValue {
  readonly kind: "unreadable";
  /** `steps[2].nodes.kind`. */
  readonly path: string;
  readonly expected: string;
}

/** Checks a value; returns undefined if it is valid. */
type Shape = (value: unknown, path: string) => UnreadableValue | undefined;

const unreadable = (path: string, expected: string): UnreadableValue => ({ kind: "unreadable", path, expected });

const MAX_TEXT_LENGTH = 4096;
const MAX_LIST_LENGTH = 10_000;

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT_LENGTH;
export const freeText: Shape = (value, path) =>
  isText(value) ? undefined : unreadable(path, `a text of at most ${MAX_TEXT_LENGTH} characters`);
/** No Kubernetes name contains these characters, and most names end up in a URL or a header. Half of a surrogate
 *  pair cannot be sent at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const UNSENDABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/u;
export const text: Shape = (value, path) =>
  isText(value) && !UNSENDABLE.test(value)
    ? undefined
    : unreadable(path, `a text of at most ${MAX_TEXT_LENGTH} characters, on one line and without control characters`);
export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value, path) =>
    values.includes(value) ? undefined : unreadable(path, `one of ${values.map((each) => JSON.stringify(each)).join(", ")}`);
export const wholeNumber: Shape = (value, path) => (Number.isSafeInteger(value) ? undefined : unreadable(path, "a whole number"));
export const limit: Shape = (value, path) =>
  typeof value === "number" || typeof value === "string" ? undefined : unreadable(path, "a number or a percentage");
export const boolean: Shape = (value, path) => (typeof value === "boolean" ? undefined : unreadable(path, "true or false"));
const anyObject: Shape = (value, path) => (isJsonObject(value) ? undefined : unreadable(path, "an object"));

export const listOf =
  (shape: Shape, least = 0): Shape =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least || value.length > MAX_LIST_LENGTH)
      return unreadable(path, `a list of ${least === 0 ? "" : "at least one, "}at most ${MAX_LIST_LENGTH}`);
    for (const [at, each] of value.entries()) {
      const found = shape(each, `${path}[${at}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  };

const mapOf =
  (shape: Shape): Shape =>
  (value, path) => {
    if (!isJsonObject(value)) return unreadable(path, "an object");
    for (const [key, each] of Object.entries(value)) {
      const keyPath = `${path}[${JSON.stringify(key)}]`;
      const found = text(key, keyPath) ?? shape(each, keyPath);
      if (found !== undefined) return found;
    }
    return undefined;
  };

/** Exactly these fields; those whose name ends in `?` may be absent. */
export const fields = (shapes: Shapes): Shape => {
  const known = new Map(Object.entries(shapes).map(([name, shape]) => [name.replace("?", ""), { shape, isOptional: name.endsWith("?") }]));
  return (value, path) => {
    if (!isJsonObject(value)) return unreadable(path, "an object");
    const unknown = Object.keys(value).find((name) => !known.has(name));
    if (unknown !== undefined) return unreadable(`${path}.${unknown}`, `nothing: the fields here are ${[...known.keys()].join(", ")}`);
    for (const [name, { shape, isOptional }] of known) {
      if (value[name] === undefined && isOptional) continue;
      const found = shape(value[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
};

/** Shapes by the name of a field; `?` marks an optional one. */
type Shapes = Readonly<Record<string, Shape>>;

/** A shape for each field of a type except its `kind`. */
export type ShapesOf<Value> = {
  readonly [Field in Exclude<keyof Value, "kind"> & string as undefined extends Value[Field] ? `${Field}?` : Field]: Shape;
};

/** One of several shapes, by its field `kind`. */
export const byKind = (shapes: Readonly<Record<string, Shapes>>): Shape => {
  const known = new Map(Object.entries(shapes).map(([kind, more]) => [kind, fields({ kind: oneOf(kind), ...more })]));
  const kinds = oneOf(...known.keys());
  return (value, path) => {
    if (!isJsonObject(value)) return unreadable(path, "an object");
    return kinds(value.kind, `${path}.kind`) ?? known.get(String(value.kind))?.(value, path);
  };
};

export const textMap = mapOf(text);
export const taint = fields({ key: text, "value?": text, effect: text, "timeAdded?": text });

export const manifest: Shape = (value, path) => {
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) return unreadable(path, "a manifest with kind and metadata.name");
  const { kind, metadata, apiVersion } = value;
  return (
    text(kind, `${path}.kind`) ??
    text(apiVersion, `${path}.apiVersion`) ??
    text(metadata.name, `${path}.metadata.name`) ??
    (metadata.namespace === undefined ? undefined : text(metadata.namespace, `${path}.metadata.namespace`)) ??
    (value.spec === undefined ? undefined : anyObject(value.spec, `${path}.spec`))
  );
};
