import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { revisionWords } from "./revision-words.ts";

const t = createTranslator().getFixedT("en");
const NOW_MS = Date.UTC(2026, 0, 5, 12);
const revisions = [
  { hash: "old", revision: 3, current: false },
  { hash: "new", revision: 4, current: true },
];

describe("revisionWords", () => {
  it.each([
    ["not read", [], undefined, ""],
    ["of an unknown time", revisions, undefined, "revision 4"],
    ["of 47 days ago", revisions, NOW_MS - 47 * 86_400_000, "revision 4, 47d old"],
    ["of ten seconds ago", revisions, NOW_MS - 10_000, /^revision 4 since \d\d:\d\d:50$/],
  ])("says a revision %s", (_, given, revisionSinceMs, said) => {
    const words = revisionWords(t, { revisions: given as never, revisionSinceMs }, NOW_MS);
    if (typeof said === "string") expect(words).toBe(said);
    else expect(words).toMatch(said);
  });
});
