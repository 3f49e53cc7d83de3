// Runs the steps of a tool on one cluster, in order. Each step has a name and a condition.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** The result of a step that needs logs where there are none. Any other result is ignored. */
export const NO_LOGS = "no logs to show";
const LIMIT_MS = 45_000;

/** Runs a program to its end; throws with what it said unless it ends as it should. */
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

/** Asks again until an answer holds, and gives it back; throws the last reason when that takes too long. */
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

/** Plays a tool's steps, `[what, act]`; after one that fails the others are played all the same. */
export async function played(tool, steps) {
  const results = [];
  for (const [what, act] of steps) {
    console.error(`conformance: ${tool}: ${what} …`);
    try {
      const came = await act();
      results.push({ what, came: came === NO_LOGS ? came : "works" });
    } catch (error) {
      results.push({ what, came: "fails", why: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}
