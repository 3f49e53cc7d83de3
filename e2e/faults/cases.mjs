/** The faults of the suite. `by`: where they are tested, or why not. `runs`: `npm run faults` has a test of it. */
export const CASES = [
  { id: "C1", what: "Random writes through faults that keep the history", by: "`e2e/faults/watch.spec.ts`", runs: true },
  { id: "C2", what: "Killed API server", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "C3", what: "Frozen API server", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "C4", what: "A cut at each byte of an event", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "C6", what: "Random writes through faults that lose the history", by: "`e2e/faults/watch.spec.ts`", runs: true },
  { id: "C7", what: "429 with Retry-After", by: "`e2e/faults/outages.spec.ts`", runs: true },
  { id: "heal", what: "Outages up to ten minutes, on injected time", by: "`e2e/faults/outages.spec.ts`", runs: true },
];
