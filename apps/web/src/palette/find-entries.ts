/** Something that the palette can go to or do. */
export interface Entry {
  readonly kind: EntryKind;
  /** What is matched and shown: `logging/fluent-bit`, `node-17`, `Taints`. */
  readonly text: string;
  /** A key that does the same, or a word on what it is. */
  readonly hint?: string;
  readonly run: () => void;
}

export type EntryKind = "page" | "command" | "daemonSet" | "namespace" | "node";

/** Words that keep one kind, as kubectl and k9s abbreviate them. */
const SCOPES: Readonly<Record<string, EntryKind>> = {
  ds: "daemonSet",
  daemonset: "daemonSet",
  daemonsets: "daemonSet",
  no: "node",
  node: "node",
  nodes: "node",
  ns: "namespace",
  namespace: "namespace",
  namespaces: "namespace",
};

/** How well a text answers what was typed, lower is better; undefined when it does not. Whole, then from the beginning, then from the beginning of a word, then
 *  anywhere, then its letters in order. */
function rank(text: string, typed: string): number | undefined {
  if (typed === "") return 0;
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  const at = text.indexOf(typed);
  if (at > 0) return /[^a-z0-9]/.test(text[at - 1] ?? "") ? 2 : 3;
  let from = 0;
  for (const letter of typed) {
    const found = text.indexOf(letter, from);
    if (found < 0) return undefined;
    from = found + 1;
  }
  return 4;
}

export interface Found {
  readonly entries: readonly Entry[];
  /** How many answer in all. */
  readonly total: number;
}

/** The entries that answer what was typed, best first, in their own order where they answer alike; at most `limit`. `ds x`, `node x` and `ns x` keep one kind; a
 *  colon at the beginning is k9s' and says nothing more. */
export function findEntries(entries: readonly Entry[], typed: string, limit: number): Found {
  const words = typed.normalize("NFKC").replace(/^\s*:/, "").trim().toLowerCase();
  const [first = "", ...rest] = words.split(/\s+/);
  const scope = rest.length > 0 || /\s$/.test(typed) ? SCOPES[first] : undefined;
  const wanted = scope === undefined ? words : rest.join(" ");
  const ranked = entries.flatMap((entry) => {
    if (scope !== undefined && entry.kind !== scope) return [];
    const at = rank(entry.text.toLowerCase(), wanted);
    return at === undefined ? [] : [{ entry, at }];
  });
  ranked.sort((a, b) => a.at - b.at);
  return { entries: ranked.slice(0, limit).map(({ entry }) => entry), total: ranked.length };
}
