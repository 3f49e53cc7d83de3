import { matchesRequirements, parseLabelSelector } from "@daemonscope/kube/matching/parse-label-selector";
import type { StringMap } from "@daemonscope/kube/objects";

/** The input of a filter: texts of an object, any of them may match, and its labels. */
export interface Filterable {
  readonly texts: readonly string[];
  readonly labels: StringMap;
}

/** A filter as the user typed it. `problem`: why its syntax is invalid. A filter with a problem keeps objects that
 *  contain the text literally. */
export interface Filter {
  readonly keeps: (thing: Filterable) => boolean;
  readonly problem?: "pattern" | "selector";
}

/** The empty filter. Callers compare with it to skip the work. */
export const MATCH_ALL: Filter = { keeps: () => true };

/** Longer patterns match literally. */
const MAX_PATTERN = 200;

const anyText =
  (test: (text: string) => boolean) =>
  ({ texts }: Filterable): boolean =>
    texts.some(test);

function containing(text: string): Filter {
  const wanted = text.toLowerCase();
  return { keeps: anyText((each) => each.toLowerCase().includes(wanted)) };
}

function matching(text: string): Filter {
  if (!/[\\^$.*+?()[\]{}|]/.test(text)) return containing(text);
  if (text.length > MAX_PATTERN) return { ...containing(text), problem: "pattern" };
  try {
    const pattern = new RegExp(text, "i");
    return { keeps: anyText((each) => pattern.test(each)) };
  } catch {
    return { ...containing(text), problem: "pattern" };
  }
}

function lettersInOrder(text: string): Filter {
  const letters = [...text.toLowerCase().replaceAll(/\s/g, "")];
  return {
    keeps: anyText((each) => {
      const lower = each.toLowerCase();
      let from = 0;
      return letters.every((letter) => {
        const at = lower.indexOf(letter, from);
        from = at + 1;
        return at >= 0;
      });
    }),
  };
}

/** Parses a filter as k9s does: a regular expression, ignoring case; `!` inverts it; `-f` matches letters in this
 *  order; `-l` is a label selector as in kubectl. The empty filter is MATCH_ALL. Never throws. */
export function parseFilter(typed: string): Filter {
  const text = typed.normalize("NFKC").trim();
  if (text === "" || text === "!" || text === "-f" || text === "-l") return MATCH_ALL;
  if (text.startsWith("-l ")) {
    const selector = parseLabelSelector(text.slice(3).trim());
    return "problem" in selector
      ? { ...containing(text), problem: "selector" }
      : { keeps: ({ labels }) => matchesRequirements(selector.requirements, labels) };
  }
  if (text.startsWith("-f ")) return lettersInOrder(text.slice(3));
  if (!text.startsWith("!")) return matching(text);
  const { keeps, ...rest } = matching(text.slice(1).trim());
  return { ...rest, keeps: (thing) => !keeps(thing) };
}

/** Returns the literal text of a filter in lower case, for searches elsewhere. Undefined for an empty or inverted
 *  filter, a selector or a pattern. A dot is valid in names and patterns, and counts as a name here. */
export function normalizeText(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  return text === "" || /^(?:!|-[lf](?: |$))/.test(text) || /[\\^$*+?()[\]{}|]/.test(text) ? undefined : text;
}
