// Processes of a benchmark: their output, their usage and their end.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const TICKS_PER_SECOND = 100;
export const MAIN = join(import.meta.dirname, "../../apps/server/dist/main.js");
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Started processes that may still run. They end with the benchmark, even if it is interrupted. */
const running = new Set();
export const endedWithUs = (child) => {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
};
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/**
 * Starts a program, waits until its output matches, and returns the match. `input`: "pipe" for a program that ends with
 * this process.
 */
export function started(program, args, found, environment = {}, input = "ignore") {
  const child = endedWithUs(spawn(program, args, { stdio: [input, "pipe", "pipe"], env: { ...process.env, ...environment } }));
  let text = "";
  return new Promise((done, failed) => {
    const readChunk = (chunk) => {
      text += chunk;
      const match = found.exec(text);
      if (match !== null) done({ child, found: match });
    };
    child.stdout.on("data", readChunk);
    child.stderr.on("data", readChunk);
    child.once("exit", (code) => failed(new Error(`${args.join(" ")} ended with ${code}:\n${text}`)));
  });
}

/** Starts a program that answers lines with lines of JSON. */
export function asked(args) {
  const child = endedWithUs(spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => JSON.parse((await lines.next()).value);
  return {
    child,
    nextLine,
    ask(body) {
      child.stdin.write(`${JSON.stringify(body)}\n`);
      return nextLine();
    },
  };
}

/** Returns the CPU seconds of all threads of a process since its start, and its resident memory. */
export function usedBy({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND, rssMb: kb("VmRSS") / 1024, mostMb: kb("VmHWM") / 1024 };
}

export const load = () => readFileSync("/proc/loadavg", "utf8").split(" ")[0];

export function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGTERM");
  });
}

/** Waits until a server has read everything that it watches. */
export async function ready(url) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).trim() === "ok") return;
    await wait(200);
  }
}
