import type { PodsNamedAnswer } from "@daemonscope/shared/http/pods-named";

/** Something that the palette can go to or do. */
export interface Entry {
  readonly kind: EntryKind;
  /** What is matched and shown: `logging/fluent-bit`, `node-17`, `Taints`. */
  readonly text: string;
  /** A key that does the same, or a word on what it is. */
  readonly hint?: string;
  /** What else it is found by, as somebody pastes it: images. */
  readonly also?: readonly string[];
  /** What it was found by, where that is not its text; of a pod, its node. */
  readonly beside?: string;
  readonly run: () => void;
}

export type EntryKind = "page" | "command" | "cluster" | "daemonSet" | "namespace" | "node" | "pod";

/** Words that keep one kind, as kubectl and k9s abbreviate them. */
const SCOPES: Readonly<Record<string, EntryKind>> = {
  cluster: "cluster",
  clusters: "cluster",
  ctx: "cluster",
  context: "cluster",
  contexts: "cluster",
  ds: "daemonSet",
  daemonset: "daemonSet",
  daemonsets: "daemonSet",
  no: "node",
  node: "node",
  nodes: "node",
  po: "pod",
  pod: "pod",
  pods: "pod",
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

/** Behind all that is found by its name, but for its letters alone. */
const RANK_OF_ALSO = 3.5;
/** There are many of a name: behind all else, unless only they are looked for. */
const RANK_OF_PODS = 5;
/** What has no more than its letters in order is a guess: a page or a command is not offered before a name that has the text. */
const RANK_OF_GUESS = 6;
/** Fewer letters are a part of every image. */
const LEAST_OF_ALSO = 2;

function foundBy(entry: Entry, wanted: string, scope: EntryKind | undefined): { readonly entry: Entry; readonly at: number } | undefined {
  const at = rank(entry.text.toLowerCase(), wanted);
  if (entry.kind === "pod") return at === undefined || at > 3 ? undefined : { entry, at: scope === undefined ? RANK_OF_PODS : at };
  const other = wanted.length < LEAST_OF_ALSO ? undefined : entry.also?.find((each) => each.toLowerCase().includes(wanted));
  if (other !== undefined && (at === undefined || at > RANK_OF_ALSO)) return { entry: { ...entry, beside: other }, at: RANK_OF_ALSO };
  if (at === 4 && (entry.kind === "page" || entry.kind === "command")) return { entry, at: RANK_OF_GUESS };
  return at === undefined ? undefined : { entry, at };
}

/** What is looked for, in lower case, and the one kind that is kept, where one is. */
export function wantedOf(typed: string): { readonly scope: EntryKind | undefined; readonly wanted: string } {
  const words = typed.normalize("NFKC").replace(/^\s*:/, "").trim().toLowerCase();
  const [first = "", ...rest] = words.split(/\s+/);
  const scope = rest.length > 0 || /\s$/.test(typed) ? SCOPES[first] : undefined;
  return { scope, wanted: scope === undefined ? words : rest.join(" ") };
}

/** Of the pods that have what is looked for in their name, how many the server did not tell; 0 where its answer is about another text, or a namespace is looked for too. */
export function untoldPods({ pods, total }: Pick<PodsNamedAnswer, "pods" | "total">, typed: string): number {
  const { scope, wanted } = wantedOf(typed);
  const isAbout = (scope === undefined || scope === "pod") && pods.every(({ name }) => name.includes(wanted));
  return isAbout ? total - pods.length : 0;
}

export interface Found {
  readonly entries: readonly Entry[];
  /** How many answer in all, told or not. */
  readonly total: number;
}

/** The entries that answer what was typed, best first, in their own order where they answer alike; at most `limit`. `ds x`, `node x`, `po x` and `ns x` keep one kind; a
 *  colon at the beginning is k9s' and says nothing more. `untold`: of untoldPods. */
export function findEntries(entries: readonly Entry[], typed: string, limit: number, untold = 0): Found {
  const { scope, wanted } = wantedOf(typed);
  const ranked = entries.flatMap((entry) => (scope !== undefined && entry.kind !== scope ? [] : (foundBy(entry, wanted, scope) ?? [])));
  ranked.sort((a, b) => a.at - b.at);
  return { entries: ranked.slice(0, limit).map(({ entry }) => entry), total: ranked.length + untold };
}
