import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CLOCK = /\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bsetInterval\s*\(/g;

/**
 * Modules that may read a clock, their calls, and the reason why nothing shown advances without data. Other modules get
 * the page's time from `useNow`, `useShownDay` or a parameter.
 */
const READERS: Readonly<Record<string, readonly [calls: string, why: string]>> = {
  "data/api/session.ts": ["Date.now", "limits how often the page reloads to sign in"],
  "data/api/use-cluster-query.ts": ["Date.now", "dates an answer on the cluster's clock when it arrives"],
  "data/hooks/cluster-context.ts": ["Date.now setInterval", "the page's only ticking clock: useNow stops it at the last proof"],
  "data/stream/event-stream.ts": ["performance.now", "times out a stream without heartbeats"],
  "data/computed/drain-between-frames.ts": ["performance.now", "limits the time of a slice of work"],
  "data/computed/throttled-cluster.ts": ["performance.now", "paces renders"],
  "data/stream/stream-worker.ts": ["performance.now", "measures how old kept messages are"],
  "data/hooks/use-throttled.ts": ["performance.now", "paces requests"],
  "pages/clusters/clusters-page.tsx": ["Date.now", "dates answers: answerAge stops their ages once the server is lost"],
  "pages/what-if/start/use-saved-steps.ts": ["Date.now", "dates a saved question of the user, not the cluster"],
  "panels/lab/course/LessonView.tsx": ["setInterval", "finds a row again after each render, and shows no time"],
  "panels/exports/ExportCommand.tsx": ["Date.now", "displayNowMs stops it at the last proof"],
  "draw/grid/GridCanvas.tsx": ["performance.now", "animates changed cells"],
  "draw/grid/grid-painter.ts": ["performance.now", "animates changed cells"],
  "panels/logs/log-follower.ts": ["performance.now setInterval", "draws received lines in batches and reconnects after silence"],
  "main.tsx": ["Date.now", "dates received frames, and reconnects a quiet stream when the tab becomes visible"],
  "panels/timeline/report/use-report.ts": ["performance.now", "measures a request, to ask less often if it is slow"],
  "panels/timeline/Timeline.tsx": ["setInterval", "asks for the end of the timeline, which stays at the last proof"],
  "panels/timeline/player/time-travel.ts": [
    "Date.now performance.now",
    "the end of the timeline stays at the last proof; playback of the past has its own pace",
  ],
};

/** Returns the code without comments. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const callsIn = (text: string): string =>
  [...new Set([...codeOf(text).matchAll(CLOCK)].map(([call]) => call.replaceAll(/[\s(]+$|\(\s*\)/g, "")))].sort().join(" ");

it.each([
  ["const a = Date.now();", "Date.now"],
  ["const a = Date.now;", "Date.now"],
  ["const a = new Date( );", "new Date"],
  ["const a = Date();", "Date"],
  ["const a = new Date(atMs);", ""],
  ["window.setInterval(run, 5); performance.now()", "performance.now setInterval"],
  ["// Date.now()\n/* performance.now() */", ""],
])("finds the clocks in %j", (code, calls) => {
  expect(callsIn(code)).toBe(calls);
});

it("no module of the page reads a clock, except the listed ones with a reason (F6)", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.(?:test|fixture))\.tsx?$/.test(name));
  const readers = files.flatMap((name) => {
    const calls = callsIn(readFileSync(join(ROOT, name), "utf8"));
    return calls === "" ? [] : [[name.replaceAll(sep, "/"), calls] as const];
  });
  const listed = Object.entries(READERS).map(([name, [calls]]) => [name, calls]);
  expect(Object.fromEntries(readers), "see READERS in this file").toEqual(Object.fromEntries(listed));
});
