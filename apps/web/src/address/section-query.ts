import { LONGEST_SINCE_SECONDS, MOST_TAIL_LINES } from "@daemonscope/shared/http/logs";

/** What the sections of a page keep in its link, beside the page's own view. */
const SECTION_KEYS = ["pod", "container", "find", "type", "regex", "previous", "since", "tail", "times", "wrap", "managed"] as const;
type SectionKey = (typeof SECTION_KEYS)[number];

/** What a section looks at: only what differs from its default. Each section reads the keys that concern it. */
export type SectionQuery = Readonly<Partial<Record<SectionKey, string>>>;

function isWholeUpTo(most: number) {
  return (value: string): boolean => /^[1-9]\d{0,6}$/.test(value) && Number(value) <= most;
}

/** What a value must be where not every text will do. */
const MEANS: Readonly<Partial<Record<SectionKey, (value: string) => boolean>>> = {
  tail: isWholeUpTo(MOST_TAIL_LINES),
  since: isWholeUpTo(LONGEST_SINCE_SECONDS),
  previous: (value) => value === "true",
};

/** Reads the keys of all sections; nonsense is the default. */
export function readSectionQuery(query: URLSearchParams): SectionQuery {
  const given = SECTION_KEYS.map((key) => [key, query.get(key) ?? ""] as const);
  return Object.fromEntries(given.filter(([key, value]) => value !== "" && (MEANS[key]?.(value) ?? true)));
}

/** The query with some keys changed; an empty or undefined value takes a key away. */
export function withQuery(query: SectionQuery, changes: Readonly<Partial<Record<SectionKey, string | undefined>>>): SectionQuery {
  const next = Object.entries({ ...query, ...changes });
  return Object.fromEntries(next.filter(([, value]) => value !== undefined && value !== ""));
}
