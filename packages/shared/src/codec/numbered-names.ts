/** A name cut into texts and the runs of digits between them: `ip-10-0-3` is `ip-`, `10`, `-`, `0`, `-`, `3`, and an empty text. */
export function partsOfName(name: string): readonly string[] {
  return name.split(/(\d+)/);
}

/** Numbers of more digits are texts: they are not reckoned with. */
const MOST_DIGITS = 12;

/** A number as digits, as long as the digits that were there if those began with a 0. */
function digitsLike(before: string, value: number): string {
  const digits = String(value);
  return before.startsWith("0") ? digits.padStart(before.length, "0") : digits;
}

/** The first number in which a name differs from the one before it, by how much, and all numbers after that. */
export interface NumberedStep {
  readonly part: number;
  readonly grown: number;
  readonly rest: readonly number[];
}

/** The name that a step leads to; undefined when it leads to none. */
export function nameAfter(before: readonly string[], { part, grown, rest }: NumberedStep): string | undefined {
  const at = 2 * part + 1;
  const digits = before[at];
  if (digits === undefined || digits.length > MOST_DIGITS) return undefined;
  const value = Number(digits) + grown;
  if (value < 0 || !Number.isSafeInteger(value)) return undefined;
  return before
    .map((text, each) =>
      each % 2 === 0 || each < at ? text : digitsLike(text, each === at ? value : (rest[numberOf(each) - part - 1] ?? 0)),
    )
    .join("");
}

/** Which of the numbers stands at an odd place. */
const numberOf = (at: number): number => (at - 1) / 2;

/** How many numbers follow the one that a step changes. */
export function restAfter(before: readonly string[], part: number): number {
  return (before.length - 1) / 2 - part - 1;
}

/** The step from one name to the next; undefined where there is none that leads exactly there. */
export function stepBetween(before: readonly string[], name: string): NumberedStep | undefined {
  const after = partsOfName(name);
  if (after.length !== before.length) return undefined;
  const at = after.findIndex((text, each) => text !== before[each]);
  if (at % 2 !== 1) return undefined;
  const digits = after.filter((_, each) => each % 2 === 1 && each >= at);
  if (digits.some(({ length }) => length > MOST_DIGITS)) return undefined;
  const [first = 0, ...rest] = digits.map(Number);
  const step = { part: numberOf(at), grown: first - Number(before[at]), rest };
  return nameAfter(before, step) === name ? step : undefined;
}
