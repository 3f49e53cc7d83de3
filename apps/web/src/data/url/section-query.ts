import { MAX_SINCE_SECONDS, MAX_TAIL_LINES } from "@daemonscope/shared/http/logs";

/** Parameters that sections of a page keep in their link, in addition to the view. */
const SECTION_KEYS = ["pod", "container", "find", "type", "regex", "previous", "since", "tail", "times", "wrap", "managed"] as const;
type SectionKey = (typeof SECTION_KEYS)[number];

/** Parameters of a section that differ from their defaults. Each section reads the keys that it needs. */
export type SectionQuery = Readonly<Partial<Record<SectionKey, string>>>;

function isWholeUpTo(limit: number) {
  return (value: string): boolean => /^[1-9]\d{0,6}$/.test(value) && Number(value) <= limit;
}

/** Checks for the keys that do not accept every text. */
const VALIDATORS: Readonly<Partial<Record<SectionKey, (value: string) => boolean>>> = {
  tail: isWholeUpTo(MAX_TAIL_LINES),
  since: isWholeUpTo(MAX_SINCE_SECONDS),
  previous: (value) => value === "true",
  type: (value) => value === "Normal",
};

/** Reads the keys of all sections. An invalid value becomes the default. */
export function readSectionQuery(query: URLSearchParams): SectionQuery {
  const entries = SECTION_KEYS.map((key) => [key, query.get(key) ?? ""] as const);
  return Object.fromEntries(entries.filter(([key, value]) => value !== "" && (VALIDATORS[key]?.(value) ?? true)));
}

/** Returns the query with some keys changed. An empty or undefined value removes a key. */
export function withQuery(query: SectionQuery, changes: Readonly<Partial<Record<SectionKey, string | undefined>>>): SectionQuery {
  const next = Object.entries({ ...query, ...changes });
  return Object.fromEntries(next.filter(([, value]) => value !== undefined && value !== ""));
}
