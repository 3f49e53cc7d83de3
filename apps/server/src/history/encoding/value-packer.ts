import { drain } from "@daemonscope/kube/base/drain";

/** The tables that decode a list of packed values. */
export interface ValueTables {
  readonly strings: readonly string[];
  /** Names of fields, in their order. */
  readonly shapes: readonly (readonly string[])[];
}

/**
 * Values as numbers, whose last two bits are the type: a text (its index in `strings`), a whole number (zigzag), an
 * object (its shape, followed by its fields) or one of SPECIAL. Undefined fields are omitted. Many objects of few
 * shapes take a quarter of their JSON, and are read in a third of the time.
 */
export interface PackedValues extends ValueTables {
  readonly numbers: readonly number[];
}

const KIND = { text: 0, whole: 1, object: 2, special: 3 } as const;
/** `list` is followed by the number of items, `float` by the number itself. */
const SPECIAL = { false: 0, true: 1, null: 2, list: 3, float: 4 } as const;

const special = (name: keyof typeof SPECIAL): number => SPECIAL[name] * 4 + KIND.special;
/** Below this limit a whole number's code, about eight times the number, is exact: it stays below 2^53. */
const WHOLE_LIMIT = 2 ** 49;

export class ValuePacker {
  readonly #strings = new Map<string, number>();
  readonly #shapes = new Map<string, number>();
  readonly #shapeKeys: (readonly string[])[] = [];
  #numbers: number[] = [];

  add(value: unknown): void {
    const out = this.#numbers;
    if (typeof value === "string") out.push(this.#textOf(value) * 4);
    else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "boolean") out.push(special(value ? "true" : "false"));
    else if (value === null || value === undefined) out.push(special("null"));
    else if (Array.isArray(value)) {
      out.push(special("list"), value.length);
      for (const item of value) this.add(item);
    } else this.#addObject(value as Readonly<Record<string, unknown>>);
  }

  /** Returns the numbers since the last take. The tables cover all values that were ever added. */
  take(): PackedValues {
    const numbers = this.#numbers;
    this.#numbers = [];
    return { strings: [...this.#strings.keys()], shapes: [...this.#shapeKeys], numbers };
  }

  #addNumber(value: number): void {
    if (!Number.isInteger(value) || Object.is(value, -0) || Math.abs(value) >= WHOLE_LIMIT) this.#numbers.push(special("float"), value);
    else this.#numbers.push((value < 0 ? -2 * value - 1 : 2 * value) * 4 + KIND.whole);
  }

  #addObject(value: Readonly<Record<string, unknown>>): void {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    // The number of keys distinguishes an object without fields from one whose only name is empty.
    const name = `${keys.length} ${keys.join("\u0000")}`;
    let shape = this.#shapes.get(name);
    if (shape === undefined) {
      shape = this.#shapeKeys.push(keys) - 1;
      this.#shapes.set(name, shape);
    }
    this.#numbers.push(shape * 4 + KIND.object);
    for (const key of keys) this.add(value[key]);
  }

  /**
   * Returns the numbers without the tables, for a caller that takes them in steps. The last `take` returns the tables.
   */
  takeNumbers(): readonly number[] {
    const numbers = this.#numbers;
    this.#numbers = [];
    return numbers;
  }

  #textOf(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    this.#strings.set(text, this.#strings.size);
    return this.#strings.size - 1;
  }
}

/** A label with the name `__proto__` is an ordinary label. */
function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** The number of values that are built in one time slice: some milliseconds. */
const VALUES_PER_SLICE = 500;

/** Returns the added values, in their order. Throws if the numbers end within a value. */
export function unpackValues({ numbers, ...tables }: PackedValues): unknown[] {
  return drain(unpackValuesInSlices(tables, [numbers]));
}

/** Does the same in steps of some milliseconds, for numbers in several lists. */
export function* unpackValuesInSlices(
  { strings, shapes }: ValueTables,
  lists: readonly (readonly number[])[],
): Generator<undefined, unknown[]> {
  let list = 0;
  let at = 0;
  const isOver = () => {
    while (list < lists.length && at === lists[list]?.length) {
      list++;
      at = 0;
    }
    return list === lists.length;
  };
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  let taken = 0;
  const remaining = () => total - taken;
  const number = () => {
    if (isOver()) return undefined;
    taken++;
    return lists[list]?.[at++];
  };
  const next = (): unknown => {
    const code = number();
    if (code === undefined) throw new Error("packed values end too early");
    const value = Math.floor(code / 4);
    switch (code % 4) {
      case KIND.text:
        return strings[value];
      case KIND.whole:
        return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      case KIND.object: {
        const object: Record<string, unknown> = {};
        for (const key of shapes[value] ?? []) setField(object, key, next());
        return object;
      }
      default:
        return nextSpecial(value);
    }
  };
  const nextSpecial = (code: number): unknown => {
    if (code === SPECIAL.list) {
      const length = number() ?? 0;
      // Each item takes at least one number. A greater length would allocate memory that the values do not fill.
      if (!(length <= remaining())) throw new Error("packed values end too early");
      return Array.from({ length }, next);
    }
    if (code === SPECIAL.float) return number();
    return code === SPECIAL.null ? null : code === SPECIAL.true;
  };
  const values: unknown[] = [];
  while (!isOver()) if (values.push(next()) % VALUES_PER_SLICE === 0) yield;
  return values;
}
