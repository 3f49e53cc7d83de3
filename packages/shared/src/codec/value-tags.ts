/** How a value is written against the one that was there before; from SMALL on, a number that differs from it by so little. */
export const TAG = {
  same: 0,
  /** Only of a field: it is not there any more. */
  gone: 1,
  null: 2,
  true: 3,
  false: 4,
  /** A text of digits: by how much it grew as a number. */
  decimal: 5,
  /** A node's name, by its reference. */
  name: 6,
  /** A text: how much of the beginning and of the end stayed, and what is between. */
  within: 7,
  text: 8,
  /** A number: by how much it grew; how long before the frame; itself. */
  grown: 9,
  ago: 10,
  number: 11,
  /** What is none of these, as JSON: a number that is not whole. */
  json: 12,
  /** An object: its fields that changed, by their place among the names, sorted; in the second also fields that are new, with their names. */
  fields: 13,
  newFields: 14,
  /** A list of texts, each less than the next: without those of nodes near by; what leaves it, and what comes into it. */
  sorted: 15,
  /** A list, as runs: elements that stay, elements that go, elements that come. */
  list: 16,
} as const;

/** A number that stayed is `same`; those from −SMALL_HALF to SMALL_HALF have a tag each. */
export const SMALL = 17;
export const SMALL_HALF = 22;

/** What references in a text mean. */
export interface ValueContext {
  /** Of the frame, in milliseconds: times are mostly near it. */
  readonly atMs: number;
  readonly names: NodeNames;
}

/** Nodes by number: first those near by, of which much is said, then all by row. */
export interface NodeNames {
  refOf(name: string): number | undefined;
  nameOf(ref: number): string | undefined;
  isNear(name: string): boolean;
}

/** Beyond it, sums and differences may not be exact. */
const MOST = 2 ** 51;

/** A number that is reckoned with; any other is written as it is. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) < MOST && !Object.is(value, -0);
}

/** The fields of an object that are there, by name; `undefined` is none, as in JSON. */
export function fieldsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of texts in order, none twice. */
export function isSortedTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each, at) => typeof each === "string" && (at === 0 || value[at - 1] < each));
}

/** What tells elements of lists apart where all else of them changes: their texts, but for those in lists of their own. */
export function identityOf(value: unknown): string {
  if (typeof value === "string") return value;
  return fieldsOf(value)
    .map(([, field]) => identityOf(field))
    .join("\n");
}
