import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";
import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";

/** A target or command of the palette. */
export interface PaletteEntry {
  readonly kind: EntryKind;
  /** The matched and displayed text: `logging/fluent-bit`, `node-17`, `Taints`. */
  readonly text: string;
  /** Shown before the text. */
  readonly mark?: VerdictWord;
  /** Words of the state. The entry is found only by them, and without a text. */
  readonly states?: readonly string[];
  /** The page is about it, so that it is found only by a text. */
  readonly isShown?: boolean;
  /** Words of the state of its DaemonSet; the entry is found by them too. */
  readonly underStates?: readonly string[];
  /** The key of the same command, such as `?`. */
  readonly hint?: string;
  /** Further texts that match if a user pastes them: images. */
  readonly also?: readonly string[];
  /** Further words for the entry: `rollback revert` of an undo. */
  readonly synonyms?: string;
  /** The matched text if it differs from `text`; for a pod, its node. */
  readonly detail?: string;
  readonly run: () => void;
}

export type EntryKind =
  | "state"
  | "pinned"
  | "recent"
  | "view"
  | "page"
  | "command"
  | "filter"
  | "cluster"
  | "daemonSet"
  | "namespace"
  | "node"
  | "pod"
  | "taint"
  | "label";

/** Words that restrict the search to one kind, as kubectl and k9s abbreviate them. */
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

/** Returns how well a text matches, lower is better; undefined if it does not. In order: whole, prefix, prefix of a
 *  word, anywhere, letters in order. */
function rankOf(text: string, typed: string): number | undefined {
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

/** Returns how well an entry matches by its text, or by a synonym before it. */
function bestRank({ text, synonyms }: PaletteEntry, wanted: string): number | undefined {
  const texts = synonyms === undefined ? [text] : [text, `${synonyms} ${text}`];
  const ranks = texts.flatMap((each) => rankOf(each.toLowerCase(), wanted) ?? []);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

/** After all matches by name, except subsequences. */
const RANK_OF_DETAIL = 3.5;
/** One name can have many pods, so they follow all other names, unless the search is for pods only. */
const RANK_OF_PODS = 5;
/** A page or a command that only contains the letters in order comes after every name that contains the text. */
const RANK_OF_SUBSEQUENCE = 6;
/** Shorter texts occur in every image. */
const MIN_DETAIL_LENGTH = 2;

/** DaemonSets by their state come before names that only contain the word. */
const RANK_OF_STATE = 0.5;
/** A filter matches any text, so it comes last. */
const RANK_OF_FILTER = 7;

const isStateNamed = (states: readonly string[] | undefined, wanted: string): boolean =>
  wanted.length >= MIN_DETAIL_LENGTH && (states ?? []).some((state) => state.toLowerCase().startsWith(wanted));

function rankedEntry(
  entry: PaletteEntry,
  wanted: string,
  scope: EntryKind | undefined,
): { readonly entry: PaletteEntry; readonly rank: number } | undefined {
  if (entry.kind === "filter") return { entry, rank: RANK_OF_FILTER };
  if (isStateNamed(entry.states ?? entry.underStates, wanted)) return { entry, rank: RANK_OF_STATE };
  if (entry.states !== undefined) return wanted === "" && scope === undefined && entry.isShown !== true ? { entry, rank: 0 } : undefined;
  // Without a text they are a shortcut; with a text the DaemonSet itself is found.
  if (entry.kind === "recent" || entry.kind === "pinned") return wanted === "" && scope === undefined ? { entry, rank: 0 } : undefined;
  const rank = bestRank(entry, wanted);
  if (entry.kind === "pod") return rank === undefined || rank > 3 ? undefined : { entry, rank: scope === undefined ? RANK_OF_PODS : rank };
  const other = wanted.length < MIN_DETAIL_LENGTH ? undefined : entry.also?.find((each) => each.toLowerCase().includes(wanted));
  if (other !== undefined && (rank === undefined || rank > RANK_OF_DETAIL))
    return { entry: { ...entry, detail: other }, rank: RANK_OF_DETAIL };
  if (rank === 4 && (entry.kind === "page" || entry.kind === "command")) return { entry, rank: RANK_OF_SUBSEQUENCE };
  return rank === undefined ? undefined : { entry, rank };
}

/** Returns the searched text in lower case, and the kind that the search is restricted to, if any. */
export function parseSearch(typed: string): { readonly scope: EntryKind | undefined; readonly wanted: string } {
  const words = typed.normalize("NFKC").replace(/^\s*:/, "").trim().toLowerCase();
  const [first = "", ...rest] = words.split(/\s+/);
  const scope = rest.length > 0 || /\s$/.test(typed) ? SCOPES[first] : undefined;
  return { scope, wanted: scope === undefined ? words : rest.join(" ") };
}

/** Returns how many matching pods the server left out. 0 if its answer is for another text, or if the search
 *  includes a namespace. */
export function omittedPodCount({ pods, total }: Pick<PodSearchAnswer, "pods" | "total">, typed: string): number {
  const { scope, wanted } = parseSearch(typed);
  const isForText = (scope === undefined || scope === "pod") && pods.every(({ name }) => name.includes(wanted));
  return isForText ? total - pods.length : 0;
}

/** Entries of one kind. */
export interface FoundGroup {
  readonly kind: EntryKind;
  readonly entries: readonly PaletteEntry[];
  /** Count of further matches that are not listed. */
  readonly more: number;
}

interface Found {
  /** The group with the best match first. */
  readonly groups: readonly FoundGroup[];
  /** Count of all matches, listed or not, without filters, which match any text. */
  readonly total: number;
}

/** What the page offers for any text is in the group of commands. */
const groupKind = (kind: EntryKind): EntryKind => (kind === "filter" ? "command" : kind);

/** Returns the entries without the states of DaemonSets that a shortcut names already, unless a text is typed. */
function withoutRepeated(entries: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  if (wanted !== "") return entries;
  const shortcuts = new Set(entries.flatMap(({ kind, text }) => (kind === "recent" || kind === "pinned" ? [text] : [])));
  return entries.filter(({ kind, text }) => kind !== "state" || !shortcuts.has(text));
}

/** Returns the matching entries in groups, best first, in stable order, at most `limit` in each. `ds x`, `node x`,
 *  `po x` and `ns x` restrict the kind. A leading colon is k9s syntax and is ignored. `omittedCount`: see
 *  `omittedPodCount`. */
export function findEntries(entries: readonly PaletteEntry[], typed: string, limit: number, omittedCount = 0): Found {
  const { scope, wanted } = parseSearch(typed);
  const ranked = withoutRepeated(entries, wanted).flatMap((entry) =>
    scope !== undefined && entry.kind !== scope ? [] : (rankedEntry(entry, wanted, scope) ?? []),
  );
  ranked.sort((a, b) => a.rank - b.rank);
  const byKind = new Map<EntryKind, PaletteEntry[]>();
  for (const { entry } of ranked) {
    const group = byKind.get(groupKind(entry.kind)) ?? [];
    byKind.set(groupKind(entry.kind), group);
    group.push(entry);
  }
  const groups = [...byKind].map(([kind, found]) => {
    // A filter is always within the limit, because no other text leads to it.
    const listed = found.filter((entry, at) => at < limit || entry.kind === "filter");
    return { kind, entries: listed, more: found.length - listed.length + (kind === "pod" ? omittedCount : 0) };
  });
  return { groups, total: ranked.filter(({ entry }) => entry.kind !== "filter").length + omittedCount };
}
