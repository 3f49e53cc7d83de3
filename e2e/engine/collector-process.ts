import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect } from "@playwright/test";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");

/** `daemonscope collect` in a separate process. */
export interface CollectorProcess {
  readonly output: () => string;
  /** Waits until the output contains `words` at least `times` times. */
  waitForOutput(words: string, times?: number, timeoutMs?: number): Promise<void>;
  kill(): void;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export function startCollector(args: readonly string[], environment: Readonly<Record<string, string>> = {}): CollectorProcess {
  const child: ChildProcess = spawn(process.execPath, [MAIN, "collect", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  const appendOutput = (part: Buffer) => {
    output += part.toString("utf8");
  };
  child.stdout?.on("data", appendOutput);
  child.stderr?.on("data", appendOutput);
  return {
    output: () => output,
    waitForOutput: (words, times = 1, timeoutMs = 15_000) =>
      expect
        .poll(() => output.split(words).length - 1, { message: `the collector says "${words}"`, timeout: timeoutMs })
        .toBeGreaterThanOrEqual(times),
    kill: () => void child.kill("SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((done) => child.once("exit", () => done()));
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
