import { expect, it } from "vitest";
import { COUNT_FIELDS } from "../oracle.ts";
import { rawCounts } from "./raw-counts.ts";
import { currentOf } from "./raw-current.ts";
import { rawVerdictOf } from "./raw-placement.ts";
import { rawPodsByNode } from "./raw-pods.ts";
import { mirrorOf, RECORDINGS, recordedLines } from "./recorded-watches.fixture.ts";

/** Ends before the pods of a deleted node are collected, with counts that the controller has not corrected yet. */
const ENDS_EARLY = "nodes-come-and-go.jsonl.gz";

const AT_REST_MS = Date.parse("2100-01-01T00:00:00Z");

it.each(RECORDINGS)("C6–C8 %s: a real controller finally reports the oracle's counts, without the product", (name, file) => {
  const mirror = mirrorOf(recordedLines(file));
  const nodes = mirror.all("nodes");
  const sets = mirror.all("daemonsets");
  expect(sets.length).toBeGreaterThan(0);
  for (const set of sets) {
    const runs = new Set(nodes.flatMap((node) => (rawVerdictOf(set, node) === "run" ? [node.metadata.name] : [])));
    const names = nodes.map(({ metadata }) => metadata.name);
    const byNode = rawPodsByNode(mirror, set.metadata.uid);
    const counts = rawCounts(names, byNode, runs, currentOf(mirror, set), set.spec?.minReadySeconds ?? 0, AT_REST_MS);
    const reported = COUNT_FIELDS.map((field) => set.status?.[field] ?? 0);
    const missing = name === ENDS_EARLY ? [1, 1, 1, 1, 1, 0, 0] : [0, 0, 0, 0, 0, 0, 0];
    expect(counts, set.metadata.name).toEqual(reported.map((value, at) => value - (missing[at] ?? 0)));
  }
});
