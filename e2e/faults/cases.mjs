/** The faults of the suite. `by`: where they are tested, or why not. `runs`: `npm run faults` has a test of it. */
export const CASES = [
  { id: "c1", what: "Random writes through faults that keep the history", by: "`e2e/faults/watch.spec.ts`, `page.spec.ts`", runs: true },
  { id: "c2", what: "Killed API server", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "c3", what: "Frozen API server", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "c4", what: "A cut at each byte of an event", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "c5", what: "Dropped packets without an end of the connection", by: "`e2e/faults/page.spec.ts`", runs: true },
  { id: "c6", what: "Random writes through faults that lose the history", by: "`e2e/faults/watch.spec.ts`", runs: true },
  { id: "c7", what: "429 with Retry-After", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "c12", what: "Readers that never read", by: "`e2e/faults/readers.spec.ts`", runs: true },
  { id: "c14", what: "Killed server", by: "`e2e/faults/page.spec.ts`, `readers.spec.ts`", runs: true },
  { id: "c16", what: "Offline, frozen and left page", by: "`e2e/faults/page.spec.ts`", runs: true },
  { id: "c17", what: "Proxies that withhold or buffer", by: "`e2e/faults/page.spec.ts`", runs: true },
  { id: "c21", what: "Stopped server", by: "`e2e/faults/page.spec.ts`", runs: true },
  { id: "c22", what: "Server that is told to end", by: "`e2e/faults/readers.spec.ts`", runs: true },
  { id: "heal", what: "Outages up to ten minutes, on injected time", by: "`e2e/faults/outages.spec.ts`", runs: true },
  {
    id: "scorecard",
    what: "The same faults through other clients",
    by: "`e2e/faults/scorecard.spec.ts` (nightly, or `--only=scorecard`)",
    runs: true,
  },
];
