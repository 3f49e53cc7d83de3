import { writeSync } from "node:fs";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import fc from "fast-check";
import { type FixtureEvent, fixtureEvent, playEvents, watchedWith } from "../log/watched.fixture.ts";
import { FolderLog } from "./folder-log.ts";
import { HistoryFolder } from "./history-folder.ts";

/**
 * A process that writes history to a folder as fast as it can, until it is killed: `FOLDER SERVER RUN SEED FROM_MS`.
 * It prints each tick as `shown SEQ AT_MS HASH`, and `kept SEQ` after each flush.
 */
const [folder = "", server = "", run = "", seed = "", from = ""] = process.argv.slice(2);
const opened = await HistoryFolder.open(folder, server, { maxBytes: 1e9, maxAgeMs: undefined }, Number(from), systemTimers);
let runs = 0;
const cluster = watchedWith((header, model, time) => {
  const newRun = () => `${run}${runs++}`;
  const onProblem = (text: string) => void writeSync(2, text);
  return new FolderLog({ folder: opened, header, model, timers: time.timers, nowMs: time.nowMs, newRun, onProblem, checkpointCost: 60 });
}, Number(from));
await playEvents(cluster, [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }]);
for (let round = 0, printedCount = 0; ; round++) {
  const history: readonly FixtureEvent[] = fc.sample(fixtureEvent, { seed: Number(seed) + round, numRuns: 12 });
  await playEvents(
    cluster,
    history.filter((each) => each.do !== "keep"),
  );
  const lines = cluster.shown.slice(printedCount).map(({ atMs, seq, hash }) => `shown ${seq} ${atMs} ${hash}\n`);
  printedCount = cluster.shown.length;
  writeSync(1, `${lines.join("")}kept ${cluster.shown.at(-1)?.seq ?? 0}\n`);
}
