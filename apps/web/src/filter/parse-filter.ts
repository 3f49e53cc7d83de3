import { matchesRequirements, parseLabelSelector } from "@daemonscope/kube/label-selector";
import type { StringMap } from "@daemonscope/kube/objects";

/** What a filter looks at: texts of a thing, any of which may answer, and its labels. */
export interface Filterable {
  readonly texts: readonly string[];
  readonly labels: StringMap;
}

/** A filter as somebody typed it. `problem`: why it was not read as it was written; it then keeps what contains it, letter for letter. */
export interface Filter {
  readonly keeps: (thing: Filterable) => boolean;
  readonly problem?: "pattern" | "selector";
}

/** The empty filter: whoever meets it need not look at anything. */
export const KEEPS_ALL: Filter = { keeps: () => true };

/** Longer patterns are taken letter for letter. */
const LONGEST_PATTERN = 200;

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
  if (text.length > LONGEST_PATTERN) return { ...containing(text), problem: "pattern" };
  try {
    const pattern = new RegExp(text, "i");
    return { keeps: anyText((each) => pattern.test(each)) };
  } catch {
    return { ...containing(text), problem: "pattern" };
  }
}

function inOrder(text: string): Filter {
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

/** Reads a filter as k9s does: a regular expression, letters in either case; `!` before it keeps the rest; `-f` its letters in this order; `-l` a label selector as
 *  kubectl reads it. The empty filter is KEEPS_ALL. Never throws. */
export function parseFilter(typed: string): Filter {
  const text = typed.normalize("NFKC").trim();
  if (text === "" || text === "!" || text === "-f" || text === "-l") return KEEPS_ALL;
  if (text.startsWith("-l ")) {
    const selector = parseLabelSelector(text.slice(3).trim());
    return "problem" in selector
      ? { ...containing(text), problem: "selector" }
      : { keeps: ({ labels }) => matchesRequirements(selector.requirements, labels) };
  }
  if (text.startsWith("-f ")) return inOrder(text.slice(3));
  if (!text.startsWith("!")) return matching(text);
  const { keeps, ...rest } = matching(text.slice(1).trim());
  return { ...rest, keeps: (thing) => !keeps(thing) };
}

/** The text that a filter looks for letter by letter, in lower case: what can be looked for elsewhere. Undefined for one that is empty, turned around, a selector
 *  or a pattern; a dot is both, and is one of a name here. */
export function plainText(typed: string): string | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  return text === "" || /^(?:!|-[lf](?: |$))/.test(text) || /[\\^$*+?()[\]{}|]/.test(text) ? undefined : text;
}
