import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { words as zhCN } from "../../words/i18n/zh-CN/words.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import type { Freshness, FreshnessReason } from "./freshness.ts";
import { freshnessChip, freshnessSentence } from "./freshness-text.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-CN", "translation", zhCN);
translator.addResourceBundle("zh-TW", "translation", zhTW);
const LANGUAGES: readonly Translate[] = ["en", "zh-CN", "zh-TW"].map((language) => translator.getFixedT(language));

const detail = "GET /api/v1/pods: connection refused";
/** At least one value of each kind: the compiler reports missing kinds. */
const EVERY: { readonly [Kind in FreshnessReason["kind"]]: readonly FreshnessReason[] } = {
  serverLost: [{ kind: "serverLost" }],
  streamWithheld: [{ kind: "streamWithheld" }],
  serverSilent: [{ kind: "serverSilent" }],
  serverRestarted: [{ kind: "serverRestarted" }],
  mayNotReadDaemonSets: [{ kind: "mayNotReadDaemonSets" }],
  live: [{ kind: "live" }],
  paused: [{ kind: "paused" }],
  past: [
    { kind: "past", notLiveSources: [] },
    { kind: "past", notLiveSources: ["pods", "nodes"] },
  ],
  liveWhereAllowed: [{ kind: "liveWhereAllowed" }],
  awaited: [
    { kind: "awaited", problem: undefined },
    { kind: "awaited", problem: { kind: "late", afterMs: 20_000 } },
  ],
  behind: [
    { kind: "behind", problem: undefined },
    { kind: "behind", problem: { kind: "unreadable" } },
  ],
  apiLost: [
    { kind: "apiLost", detail: undefined },
    { kind: "apiLost", detail },
  ],
  silentWatch: [{ kind: "silentWatch", source: "pods" }],
  said: [{ kind: "said", detail }],
  revoked: [{ kind: "revoked", source: "pods", detail }],
  refused: [{ kind: "refused", detail }],
  partly: [
    { kind: "partly", read: 45_000, of: 100_000, problem: undefined },
    { kind: "partly", read: 45_000, of: 100_000, problem: { kind: "cut" } },
  ],
  reading: [
    {
      kind: "reading",
      sources: [
        { source: "nodes", readSoFar: 0, expected: undefined },
        { source: "controllerrevisions", readSoFar: 500, expected: undefined },
        { source: "pods", readSoFar: 12_500, expected: 60_000 },
      ],
    },
  ],
};

const freshness = (kind: Freshness["kind"], why: FreshnessReason): Freshness => ({
  kind,
  why,
  ageMs: 40_000,
  asOfMs: undefined,
  forbidden: [],
  leftOut: [],
});

it.each(Object.values(EVERY).flat())("F6 $kind has a sentence in each language, and quotes the server verbatim", (why) => {
  for (const t of LANGUAGES) {
    const sentence = freshnessSentence(t, { why });
    expect(sentence).not.toMatch(/\{\{|undefined|freshness\.|^$/);
    if ("detail" in why && why.detail !== undefined) expect(sentence).toContain(detail);
    for (const kind of ["live", "connecting", "stale", "disconnected"] as const)
      expect(freshnessChip(t, freshness(kind, why), 0)).not.toMatch(/\{\{|undefined|freshness\.|^$/);
  }
});

it("F6 the chip states the duration as kubectl writes ages", () => {
  expect(LANGUAGES.map((t) => freshnessChip(t, freshness("stale", { kind: "serverSilent" }), 0))).toEqual([
    "stale 40s",
    "数据过时 40 秒",
    "資料過時 40 秒",
  ]);
});

it("F6 a stale state gives the reason after it, in two sentences", () => {
  const why: FreshnessReason = { kind: "behind", problem: { kind: "late", afterMs: 20_000 } };
  expect(freshnessSentence(translator.getFixedT("en"), { why })).toBe(
    "This page has fallen behind; the whole state is being read again. The server did not send its state within 20 s.",
  );
});

it("F6 a partial state does not claim to be loading: it is fetched again", () => {
  const why: FreshnessReason = { kind: "partly", read: 45_000, of: 100_000, problem: { kind: "cut" } };
  expect(freshnessSentence(translator.getFixedT("en"), { why })).toBe("The server's state came only in part; it is asked for again.");
});
