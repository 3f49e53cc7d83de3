import { PUBLIC_WORDS } from "./public-words.ts";

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[._-]+[\p{L}\p{M}\p{N}]+)*/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Counts, quantities and durations; longer numbers may be accounts or addresses. */
const AMOUNT = /^(?:\d{1,6}(?:\.\d{1,3})?(?:m|k|M|G|T|Ki|Mi|Gi|Ti|ms|s|h|d)?|(?:\d{1,4}(?:h|m|s))+)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Treated as one word instead of five, because each pod has one. */
const UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the alias of a word number, padded to `digits`. `x509` is a public word: that number gets a letter, which
 *  keeps its place in the order. */
function aliasOf(number: number, digits = 1): string {
  const alias = `x${String(number).padStart(digits, "0")}`;
  return PUBLIC_WORDS.has(alias) ? `${alias}x` : alias;
}

const WORDS_PER_SLICE = 1000;

/** Number of texts that one time slice sorts or merges. */
const TEXTS_PER_SLICE = 1000;

/** Sorts texts in the order of `Array.prototype.sort`. O(n log n). */
export function* sortedInParts(texts: readonly string[]): Generator<undefined, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_PER_SLICE) {
    runs.push(texts.slice(from, from + TEXTS_PER_SLICE).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedInParts(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInParts(a: readonly string[], b: readonly string[]): Generator<undefined, readonly string[]> {
  const merged: string[] = [];
  let [atA, atB] = [0, 0];
  while (merged.length < a.length + b.length) {
    const [nextA, nextB] = [a[atA], b[atB]];
    const isA = nextB === undefined || (nextA !== undefined && nextA <= nextB);
    const next = isA ? nextA : nextB;
    if (isA) atA++;
    else atB++;
    if (next !== undefined) merged.push(next);
    if (merged.length % TEXTS_PER_SLICE === 0) yield;
  }
  return merged;
}

/**
 * Maps each word to one other word, everywhere in a log. Times, amounts and public words are kept where they are a
 * whole token. Two texts are equal afterwards exactly if they were equal before. *Invariant*: a replacement is never a
 * kept token.
 */
export class Pseudonyms {
  readonly #aliases = new Map<string, string>();

  /** The number of replaced words. */
  get size(): number {
    return this.#aliases.size;
  }

  /**
   * Returns the same words with aliases in alphabetical order, because the page sorts by name. A word that appears
   * later has no position in that order.
   */
  *inOrder(): Generator<undefined, Pseudonyms> {
    const ordered = new Pseudonyms();
    const words = yield* sortedInParts([...this.#aliases.keys()]);
    const digits = String(words.length).length;
    for (const [at, word] of words.entries()) {
      ordered.#aliases.set(word, aliasOf(at + 1, digits));
      if (at % WORDS_PER_SLICE === 0) yield;
    }
    return ordered;
  }

  of(text: string): string {
    if (TIME.test(text)) return text;
    return text.replace(TOKEN, (token) => {
      if (PUBLIC_WORDS.has(token) || AMOUNT.test(token)) return token;
      return UID.test(token) ? this.#alias(token) : token.replace(WORD, (word) => this.#alias(word));
    });
  }

  #alias(word: string): string {
    const known = this.#aliases.get(word);
    if (known !== undefined) return known;
    const alias = aliasOf(this.#aliases.size + 1);
    this.#aliases.set(word, alias);
    return alias;
  }
}
