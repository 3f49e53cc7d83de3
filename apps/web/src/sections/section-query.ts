/** What the sections of a page keep in its link, beside the page's own view. */
const SECTION_KEYS = ["pod", "container", "find", "type", "regex", "previous", "since", "tail", "times", "wrap", "managed"] as const;
type SectionKey = (typeof SECTION_KEYS)[number];

/** What a section looks at: only what differs from its default. Each section reads the keys that concern it, and takes nonsense for the default. */
export type SectionQuery = Readonly<Partial<Record<SectionKey, string>>>;

export function readSectionQuery(query: URLSearchParams): SectionQuery {
  const given = SECTION_KEYS.map((key) => [key, query.get(key) ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/** The query with some keys changed; an empty or undefined value takes a key away. */
export function withQuery(query: SectionQuery, changes: Readonly<Partial<Record<SectionKey, string | undefined>>>): SectionQuery {
  const next = Object.entries({ ...query, ...changes });
  return Object.fromEntries(next.filter(([, value]) => value !== undefined && value !== ""));
}
