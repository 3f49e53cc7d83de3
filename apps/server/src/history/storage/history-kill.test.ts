import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replayTo } from "../replay/replay-to.ts";
import { HistoryFolder } from "./history-folder.ts";

const SEED = Number(process.env.SEED ?? 20261123);
/** The deploy lane of CI kills 200 times. */
const RUNS = Number(process.env.RUNS ?? 8);
const SERVER = "http://127.0.0.1:1";
const HOUR = 3_600_000;
const LIMITS = { maxBytes: 1e9, maxAgeMs: undefined };

const root = mkdtempSync(join(tmpdir(), "daemonscope-kill-"));
const program = join(root, "killed-writer.js");
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "killed-writer.fixture.ts"),
      outDir: root,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "killed-writer.js" } },
    },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Shown {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: string;
}

/** Runs a writer, and kills it `afterMs` after it kept the first lines. */
async function killedWriter(folder: string, run: string, seed: number, fromMs: number, afterMs: number) {
  const child = spawn(process.execPath, [program, folder, SERVER, run, String(seed), String(fromMs)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let problems = "";
  child.stderr.on("data", (data: Buffer) => (problems += String(data)));
  const closed = new Promise<void>((done) => child.on("close", () => done()));
  await new Promise<void>((done) => {
    child.stdout.on("data", (data: Buffer) => {
      text += String(data);
      if (text.includes("kept")) done();
    });
    closed.then(done);
  });
  await pause(afterMs);
  child.kill("SIGKILL");
  await closed;
  expect(problems).toBe("");
  // The last line may be incomplete.
  const lines = text.slice(0, text.lastIndexOf("\n")).split("\n");
  const shown: Shown[] = lines.flatMap((line) => {
    const [word, seq, atMs, hash = ""] = line.split(" ");
    return word === "shown" ? [{ seq: Number(seq), atMs: Number(atMs), hash }] : [];
  });
  const kept = lines.findLast((line) => line.startsWith("kept"))?.slice("kept ".length);
  return { shown, keptSeq: Number(kept) };
}

describe(`kill -9, ${RUNS} times, seed ${SEED}`, () => {
  it(
    "L4 loses nothing that was flushed, reports a torn end, and leaves earlier files unchanged",
    async () => {
      const folder = join(root, "past");
      const waits = fc.sample(fc.nat(120), { seed: SEED, numRuns: RUNS });
      let fromMs = EPOCH_MS;
      let torn = 0;
      const before: { readonly fromMs: number; readonly toMs: number }[] = [];
      for (const [at, afterMs] of waits.entries()) {
        const run = at.toString(16).padStart(11, "0");
        const { shown, keptSeq } = await killedWriter(folder, run, SEED + at, fromMs, afterMs);
        const opened = await HistoryFolder.open(folder, SERVER, LIMITS, fromMs, systemTimers);
        const last = opened.spans.at(-1);
        expect([at, last?.run.slice(0, -1), readdirSync(folder).filter((name) => name.endsWith(".new"))]).toEqual([at, run, []]);
        const toMs = last?.toMs ?? 0;
        const log = (await opened.load(toMs, toMs))?.log;
        if (log === undefined) throw new Error("nothing is kept");
        const { state } = await replayTo(log, { fromMs: toMs, toMs });
        expect([at, state.seq >= keptSeq]).toEqual([at, true]);
        // The process may have been killed before it printed its last write.
        const expected = shown.findLast((each) => each.seq === state.seq);
        if (expected !== undefined) expect([at, stateHash(state)]).toEqual([at, expected.hash]);
        expect(opened.damages.length).toBeLessThanOrEqual(1);
        torn += opened.damages.length;
        expect(opened.spans.slice(0, -1).map(({ fromMs: from, toMs: to }) => [from, to])).toEqual(
          before.map((each) => [each.fromMs, each.toMs]),
        );
        before.push({ fromMs: last?.fromMs ?? 0, toMs });
        await opened.close();
        fromMs = Math.ceil(Math.max(toMs, shown.at(-1)?.atMs ?? 0)) + HOUR;
      }
      expect(before).toHaveLength(RUNS);
      // Chance decides where a kill cuts. Many kills include one that cuts a block.
      if (RUNS >= 200) console.log(`${torn} of ${RUNS} kills cut a block`);
    },
    RUNS * 5000,
  );
});
