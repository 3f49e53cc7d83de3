import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { revisionWords } from "./revision-since-text.ts";

const t = createTranslator().getFixedT("en");
const NOW_MS = Date.UTC(2026, 0, 5, 12);
const revisions = [
  { hash: "old", revision: 3, current: false },
  { hash: "new", revision: 4, current: true },
];

describe("revisionWords", () => {
  it.each([
    ["not read", [], undefined, ""],
    ["of an unknown time", revisions, undefined, "Revision 4"],
    ["of 47 days ago", revisions, NOW_MS - 47 * 86_400_000, "Revision 4, 47d ago"],
    ["of ten seconds ago", revisions, NOW_MS - 10_000, /^Revision 4 at \d\d:\d\d:50$/],
    ["of yesterday", revisions, NOW_MS - 23 * 3_600_000, /^Revision 4 yesterday at \d\d:00:00$/],
  ])("describes a revision %s", (_, listed, revisionSinceMs, expected) => {
    const words = revisionWords(t, { revisions: listed as never, revisionSinceMs }, NOW_MS);
    if (typeof expected === "string") expect(words).toBe(expected);
    else expect(words).toMatch(expected);
  });
  it("names a restart", () => {
    const restarted = [{ ...revisions[1], isRestart: true }] as never;
    const words = (revisionSinceMs?: number) => revisionWords(t, { revisions: restarted, revisionSinceMs, changedBy: "mia" }, NOW_MS);
    expect(words()).toBe("Restarted by mia");
    expect(words(NOW_MS - 10_000)).toMatch(/^Restarted by mia at \d\d:\d\d:50$/);
    expect(words(NOW_MS - 47 * 86_400_000)).toBe("Restarted by mia, 47d ago");
  });
  it("R29 names the author if known", () => {
    const words = (listed: typeof revisions, user: object = {}) =>
      revisionWords(t, { revisions: listed as never, revisionSinceMs: undefined, changedBy: "argocd", ...user }, NOW_MS);
    expect([words(revisions), words([])]).toEqual(["Revision 4 by argocd", ""]);
    expect(words(revisions, { changedByUser: "mia@example.com" })).toBe("Revision 4 by mia@example.com (argocd)");
  });
});
