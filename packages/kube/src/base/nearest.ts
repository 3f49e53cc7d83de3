import { compareTexts } from "./compare-texts.ts";

/** Returns the edit distance, with an adjacent swap as one edit. If the lengths differ by more than `limit`, returns
 *  `limit + 1`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}

/** Reports whether the name contains all asked letters in order. Omitted letters are more frequent than wrong ones. */
function isSubsequence(asked: string, name: string): boolean {
  let at = 0;
  for (const letter of name) if (letter === asked[at]) at++;
  return at === asked.length;
}

/** Reports whether one name contains the other. A short part of a long asked name is a coincidence: `at` is a part of
 *  `certificate-authority`. */
const isPart = (asked: string, name: string): boolean =>
  name.includes(asked) || (name.length >= 3 && name.length * 3 >= asked.length && asked.includes(name));

/** Returns at most three names that are nearest to the wanted one, best first. A name that contains the wanted one,
 *  or is a large part of it, counts as near if the wanted one has at least three letters. O(names × length²): for
 *  messages, not for loops. */
export function nearestNames(wanted: string, names: Iterable<string>): readonly string[] {
  const asked = wanted.toLowerCase().slice(0, 64);
  // One edit turns one or two letters into many other short names, so only longer names may match.
  const isShort = asked.length < 3;
  // Two edits replace half of a word of four letters, such as `name` by `yaml`.
  const limit = asked.length < 5 ? 1 : Math.max(2, Math.floor(asked.length / 3));
  const scored: { readonly name: string; readonly score: number; readonly rank: number }[] = [];
  for (const name of names) {
    if (name === "" || (isShort && name.length < 3)) continue;
    const lower = name.toLowerCase();
    const score = lower !== asked && !isShort && isPart(asked, lower) ? 1 : distance(asked, lower.slice(0, 64), limit);
    if (score <= limit) scored.push({ name, score, rank: isSubsequence(asked, lower) ? 0 : 1 });
  }
  scored.sort((a, b) => a.score - b.score || a.rank - b.rank || compareTexts(a.name, b.name));
  return scored.slice(0, 3).map(({ name }) => name);
}
