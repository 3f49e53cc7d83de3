import type { TextNotes } from "./yaml-documents.ts";

/** An open object or list of the text, with its parsed value. */
interface Open {
  readonly holder: object;
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** Key or index of the next value; undefined if a key comes first. */
  at: string | number | undefined;
}

/**
 * Brackets, commas, the opening quote of strings, and numbers. The words true, false and null need no token: their text
 * is their form.
 */
const TOKEN = /["{}[\],]|-?\d[\d.eE+-]*/g;

/**
 * Returns the position of the closing quote of a string; -1 if it never ends. Uses no regular expression: that would
 * keep state for each escape, and a string may consist of escapes only.
 */
export function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === "\\") before--;
    if ((end - before) % 2 === 0) return end;
  }
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) line++;
  return line;
}

const childOf = ({ holder, at }: Open): object => {
  const child: unknown = at === undefined ? undefined : Reflect.get(holder, at);
  // For a duplicate key the parser kept the last value, and an earlier one may have another shape.
  return typeof child === "object" && child !== null ? child : {};
};

/**
 * Records the source form of JSON numbers, which the parsed `value` loses: `1.10`, `9007199254740993`. Walks the text,
 * because the syntax tree of all nodes of a cluster takes fifty times their size. Counts duplicate keys, because
 * JSON.parse silently keeps the last one. `linesBefore`: the lines of the file before the text.
 */
export function recordJsonScalars(text: string, value: unknown, linesBefore: number, { recorder, duplicates }: TextNotes): void {
  const outer: Open = { holder: [value], keys: undefined, at: 0 };
  const stack: Open[] = [outer];
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const open = stack.at(-1) ?? outer;
    const [word] = found;
    if (word === '"') {
      const end = closingQuote(text, token.lastIndex);
      token.lastIndex = end + 1;
      if (open.keys === undefined || open.at !== undefined) continue;
      const key = JSON.parse(text.slice(found.index, end + 1)) as string;
      if (open.keys.has(key)) {
        const { index } = found;
        duplicates.add(open.keys, key, () => linesBefore + lineOf(text, index));
        recorder.forget(open.holder, key);
        recorder.forgetWithin(Reflect.get(open.holder, key));
      }
      open.keys.add(key);
      open.at = key;
    } else if (word === "{") stack.push({ holder: childOf(open), keys: new Set(), at: undefined });
    else if (word === "[") stack.push({ holder: childOf(open), keys: undefined, at: 0 });
    else if (word === "}" || word === "]") stack.pop();
    else if (word === ",") open.at = typeof open.at === "number" ? open.at + 1 : undefined;
    else if (open.at !== undefined && word !== String(Number(word))) recorder.record(open.holder, open.at, word);
  }
}
