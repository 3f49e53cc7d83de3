// Records `status ds/NAME --watch` of a simulated cluster as asciinema text, docs/pictures/live-view.cast. Needs a
// build and `script` of util-linux, which opens the terminal. Usage: node scripts/record-live-view.mjs
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const [ROWS, COLUMNS] = [24, 80];
const LINE = "daemonscope status ds/fluent-bit -n logging --watch --simulate=tour";
/** What a user types: milliseconds after the start, and the key. */
const KEYS = [
  [9_000, "\u001b[B"],
  [11_000, "\r"],
  [14_000, "\r"],
  [20_000, "q"],
];

const folder = mkdtempSync(join(tmpdir(), "daemonscope-cast-"));
const [output, timing] = [join(folder, "output"), join(folder, "timing")];
const [, ...words] = LINE.split(" ");
const command = `stty rows ${ROWS} cols ${COLUMNS}; exec node ${join(ROOT, "apps/server/dist/main.js")} ${words.join(" ")}`;
const recorder = spawn("script", ["-q", "--log-out", output, "--log-timing", timing, "-c", command], {
  stdio: ["pipe", "ignore", "inherit"],
  env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8" },
});
const timers = KEYS.map(([delayMs, key]) => setTimeout(() => recorder.stdin.write(key), delayMs));
const code = await new Promise((done, failed) => recorder.on("error", failed).on("exit", done));
for (const timer of timers) clearTimeout(timer);
if (code !== 0) throw new Error(`The recorded command ended with ${code}.`);

// The first and the last line of the output are of `script`. A line of the timing is: seconds, bytes.
const bytes = readFileSync(output);
let at = bytes.indexOf("\n") + 1;
let elapsed = 0;
const events = [];
for (const line of readFileSync(timing, "utf8").trim().split("\n")) {
  const [seconds = 0, size = 0] = line.split(" ").slice(-2).map(Number);
  elapsed += seconds;
  events.push(JSON.stringify([Number(elapsed.toFixed(3)), "o", bytes.subarray(at, at + size).toString("utf8")]));
  at += size;
}
const header = { version: 2, width: COLUMNS, height: ROWS, title: LINE };
writeFileSync(join(ROOT, "docs/pictures/live-view.cast"), `${[JSON.stringify(header), ...events].join("\n")}\n`);
rmSync(folder, { recursive: true });
