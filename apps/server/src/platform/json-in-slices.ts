/** A value with fewer inner values is written by one call of `JSON.stringify`: some tens of microseconds of work. */
const VALUES_PER_SLICE = 500;
/** Minimum length of a chunk except the last, in UTF-16 code units of its text. */
const BYTES_PER_SLICE = 16_384;

/** Counts `value` and the values in it, up to `limit`. O(limit), or O(keys) for an object with more keys. */
function countUpTo(value: unknown, limit: number): number {
  let count = 1;
  const pending: unknown[] = [value];
  for (let each = pending.pop(); count < limit; each = pending.pop()) {
    if (typeof each === "object" && each !== null) {
      const inner = Array.isArray(each) ? each : Object.values(each);
      count += inner.length;
      if (count >= limit) return limit;
      pending.push(...inner);
    }
    if (pending.length === 0) break;
  }
  return count;
}

const isWritten = (value: unknown): boolean => value !== undefined && typeof value !== "function" && typeof value !== "symbol";
const writesItself = (value: object): boolean => "toJSON" in value;

function* listParts(list: readonly unknown[]): Generator<string, void> {
  let run: unknown[] = [];
  let count = 0;
  let between = "[";
  function* flush(): Generator<string, void> {
    if (run.length === 0) return;
    yield between + JSON.stringify(run).slice(1, -1);
    between = ",";
    run = [];
    count = 0;
  }
  for (const each of list) {
    const size = countUpTo(each, VALUES_PER_SLICE);
    if (size < VALUES_PER_SLICE) {
      run.push(each);
      count += size;
      if (count >= VALUES_PER_SLICE) yield* flush();
      continue;
    }
    yield* flush();
    yield between;
    between = ",";
    yield* jsonParts(each);
  }
  yield* flush();
  yield between === "[" ? "[]" : "]";
}

function* jsonParts(value: unknown): Generator<string, void> {
  if (typeof value !== "object" || value === null || writesItself(value) || countUpTo(value, VALUES_PER_SLICE) < VALUES_PER_SLICE) {
    yield JSON.stringify(value) ?? "null";
    return;
  }
  if (Array.isArray(value)) {
    yield* listParts(value);
    return;
  }
  let between = "{";
  for (const [name, each] of Object.entries(value)) {
    if (!isWritten(each)) continue;
    yield `${between}${JSON.stringify(name)}:`;
    between = ",";
    yield* jsonParts(each);
  }
  yield between === "{" ? "{}" : "}";
}

/** Returns the bytes of `JSON.stringify(value)` in chunks. The generator yields after each chunk except the last. */
export function* jsonInParts(value: unknown): Generator<undefined, readonly Buffer[]> {
  const parts: Buffer[] = [];
  let text = "";
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length < BYTES_PER_SLICE) continue;
    parts.push(Buffer.from(text, "utf8"));
    text = "";
    yield;
  }
  parts.push(Buffer.from(text, "utf8"));
  return parts;
}
