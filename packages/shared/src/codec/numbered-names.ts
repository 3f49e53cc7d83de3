const NUMBERS = /(\d+)/;

/**
 * Splits a name into texts and the runs of digits between them: `ip-10-0-3` gives `ip-`, `10`, `-`, `0`, `-`, `3`, and
 * an empty text.
 */
export function partsOfName(name: string): readonly string[] {
  return name.split(NUMBERS);
}

/** Longer runs of digits are treated as text. */
const MAX_DIGITS = 12;

/** Formats a number. If the earlier digits began with 0, the result is padded to their length. */
function digitsLike(before: string, value: number): string {
  const digits = String(value);
  return before.startsWith("0") ? digits.padStart(before.length, "0") : digits;
}

/** The index of the first number that differs from the previous name's, its growth, and all later numbers. */
interface NumberedStep {
  readonly part: number;
  readonly grown: number;
  readonly rest: readonly number[];
}

/** Returns the parts of the name after a step; undefined if the step does not apply. */
export function partsAfter(before: readonly string[], { part, grown, rest }: NumberedStep): readonly string[] | undefined {
  const at = partIndexOf(part);
  const digits = before[at];
  if (digits === undefined || digits.length > MAX_DIGITS) return undefined;
  const value = Number(digits) + grown;
  if (value < 0 || !Number.isSafeInteger(value)) return undefined;
  const after = before.slice();
  after[at] = digitsLike(digits, value);
  for (let each = at + 2; each < before.length; each += 2)
    after[each] = digitsLike(before[each] ?? "", rest[numberIndexOf(each) - part - 1] ?? 0);
  return after;
}

/** The numbers of a name are at the odd indexes of its parts. */
const numberIndexOf = (at: number): number => (at - 1) / 2;
const partIndexOf = (part: number): number => 2 * part + 1;

/** Returns how many numbers follow the one that a step changes. */
export function restAfter(before: readonly string[], part: number): number {
  return numberIndexOf(before.length) - part - 1;
}

/** Returns the step between two names, given as parts; undefined if no step gives exactly the second name. */
export function stepBetween(before: readonly string[], after: readonly string[]): NumberedStep | undefined {
  if (after.length !== before.length) return undefined;
  let at = 0;
  while (at < after.length && after[at] === before[at]) at++;
  if (at % 2 !== 1 || at === after.length) return undefined;
  const numbers: number[] = [];
  for (let each = at; each < after.length; each++) {
    const digits = after[each] ?? "";
    const old = before[each] ?? "";
    if (each % 2 === 0) {
      if (digits !== old) return undefined;
      continue;
    }
    if (digits.length > MAX_DIGITS || digitsLike(old, Number(digits)) !== digits) return undefined;
    numbers.push(Number(digits));
  }
  const [first = 0, ...rest] = numbers;
  const digits = before[at] ?? "";
  return digits.length > MAX_DIGITS ? undefined : { part: numberIndexOf(at), grown: first - Number(digits), rest };
}
