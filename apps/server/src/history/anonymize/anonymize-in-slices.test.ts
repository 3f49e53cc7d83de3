import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { aDaemonSet, aNode, aPod } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { expect, test, vi } from "vitest";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { memoryStore } from "../log/log-writer.ts";
import { type FixtureEvent, playEvents, recordedCluster } from "../log/watched.fixture.ts";
import { logFileOf } from "../storage/log-file.ts";
import { anonymizeFile, writeAnonymized } from "./anonymous-file.ts";
import { anonymousInParts } from "./anonymous-values.ts";
import { Pseudonyms, sortedInParts } from "./pseudonyms.ts";

/** Runs time slices, and counts the texts that each one renames. */
function counting(): { readonly run: RunParts; readonly maxTexts: () => number } {
  let maxTexts = 0;
  const run: RunParts = async (work) => {
    const spy = vi.spyOn(Pseudonyms.prototype, "of");
    try {
      for (;;) {
        spy.mockClear();
        const { done, value } = work.next();
        maxTexts = Math.max(maxTexts, spy.mock.calls.length);
        if (done) return value;
      }
    } finally {
      spy.mockRestore();
    }
  };
  return { run, maxTexts: () => maxTexts };
}

const BEGIN: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

/** A cluster whose nodes each have a pod and some labels. */
async function clusterOf(nodes: number) {
  const cluster = recordedCluster(12);
  cluster.consumer(putDaemonSet(aDaemonSet("agent")));
  for (let at = 0; at < nodes; at++) {
    cluster.consumer(putNode(aNode(`node-${at}`, { labels: { zone: `zone-${at % 3}`, host: `host-${at}` } })));
    cluster.consumer(putPod(aPod("agent", `agent-${at}`, { node: `node-${at}`, readyAtMs: 0 })));
  }
  await playEvents(cluster, BEGIN);
  return cluster.writer;
}

test("a time slice of an anonymised recording renames a bounded number of texts, for any number of nodes", async () => {
  const maxTexts: number[] = [];
  for (const nodes of [400, 1200]) {
    const counted = counting();
    const words = await writeAnonymized((await clusterOf(nodes)).segments, memoryStore, counted.run);
    expect(words.size).toBeGreaterThan(nodes);
    maxTexts.push(counted.maxTexts());
  }
  expect(maxTexts[1]).toBeLessThan(5000);
  expect(maxTexts[1]).toBe(maxTexts[0]);
});

test("renames a list in a saved DaemonSet in time slices too", () => {
  const readying = Array.from({ length: 5000 }, (_, row) => [row, [{ pod: `pod-${row}` }]] as const);
  const parts = anonymousInParts({ saved: { sets: [{ columns: { readying } }] } }, new Pseudonyms());
  let count = 0;
  while (!parts.next().done) count++;
  expect(count).toBeGreaterThan(readying.length / 200);
});

test("sorts texts in time slices like Array.prototype.sort", () => {
  const texts = Array.from({ length: 5501 }, (_, at) => `w${(at * 7919) % 5501}é${at % 3 === 0 ? "Z" : "z"}`);
  for (const some of [[], ["b"], texts.slice(0, 1000), texts.slice(0, 1001), texts]) {
    const parts = sortedInParts(some);
    for (let count = 0; ; count++) {
      const { done, value } = parts.next();
      if (!done) continue;
      expect(value).toEqual([...some].sort());
      expect(count).toBeGreaterThanOrEqual(Math.ceil(some.length / 1000));
      break;
    }
  }
});

test("the work ends at the first slice after the client disconnects", async () => {
  const file = await logFileOf(await clusterOf(10), 0, Number.POSITIVE_INFINITY);
  let parts = 0;
  const disconnecting: RunParts = async (work) => {
    for (;;) {
      if (++parts > 3) throw new Error("gone");
      const { done, value } = work.next();
      if (done) return value;
    }
  };
  await expect(anonymizeFile(file, disconnecting)).rejects.toThrow("gone");
  expect(parts).toBe(4);
});
