const NUMBERS = /(\d+)/;

/** A name cut into texts and the runs of digits between them: `ip-10-0-3` is `ip-`, `10`, `-`, `0`, `-`, `3`, and an empty text. */
export function partsOfName(name: string): readonly string[] {
  return name.split(NUMBERS);
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

/** The name that a step leads to, in its parts; undefined when it leads to none. */
export function partsAfter(before: readonly string[], { part, grown, rest }: NumberedStep): readonly string[] | undefined {
  const at = placeOf(part);
  const digits = before[at];
  if (digits === undefined || digits.length > MOST_DIGITS) return undefined;
  const value = Number(digits) + grown;
  if (value < 0 || !Number.isSafeInteger(value)) return undefined;
  const after = before.slice();
  after[at] = digitsLike(digits, value);
  for (let each = at + 2; each < before.length; each += 2)
    after[each] = digitsLike(before[each] ?? "", rest[numberOf(each) - part - 1] ?? 0);
  return after;
}

/** Which of the numbers stands at an odd place, and the other way. */
const numberOf = (at: number): number => (at - 1) / 2;
const placeOf = (part: number): number => 2 * part + 1;

/** How many numbers follow the one that a step changes. */
export function restAfter(before: readonly string[], part: number): number {
  return numberOf(before.length) - part - 1;
}

/** The step from one name to the next, both in their parts; undefined where there is none that leads exactly there. */
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
    if (digits.length > MOST_DIGITS || digitsLike(old, Number(digits)) !== digits) return undefined;
    numbers.push(Number(digits));
  }
  const [first = 0, ...rest] = numbers;
  const digits = before[at] ?? "";
  return digits.length > MOST_DIGITS ? undefined : { part: numberOf(at), grown: first - Number(digits), rest };
}
