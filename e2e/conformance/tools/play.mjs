// Runs the steps of a tool on one cluster, in order. Each step has a name and a function.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** The result of a step that needs logs where there are none. Any other result is ignored. */
export const NO_LOGS = "no logs to show";
const LIMIT_MS = 45_000;

/** Runs a program to its end, and returns its standard output. Throws with all output unless it exits with `code`. */
export async function run(command, args, { environment, input = "", code = 0 } = {}) {
  const child = spawn(command, args, { env: environment, stdio: ["pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  // A program that does not read its input may have ended before the input arrives.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const ended = await new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  assert.equal(ended, code, `${args.join(" ")} ended with ${ended}:\n${stdout}${stderr}`);
  return stdout;
}

/** Repeats `ask` until `holds` does not throw, and returns the answer. Throws the last error after `LIMIT_MS`. */
export async function until(ask, holds) {
  const limit = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      const answer = await ask();
      holds(answer);
      return answer;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await pause(250);
    }
  }
}

/** Plays a tool's steps, `[what, act]`. A failed step does not end the play. */
export async function playSteps(tool, steps) {
  const results = [];
  for (const [what, act] of steps) {
    console.error(`conformance: ${tool}: ${what} …`);
    try {
      const outcome = await act();
      results.push({ what, outcome: outcome === NO_LOGS ? outcome : "works" });
    } catch (error) {
      results.push({ what, outcome: "fails", why: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}
