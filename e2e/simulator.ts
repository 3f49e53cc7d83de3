import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const main = resolve(import.meta.dirname, "../apps/server/dist/main.js");

/** A simulated cluster in a separate process, which can get faults before a server watches it. */
export interface Simulator {
  readonly url: string;
  /** Path of the file. */
  readonly kubeconfig: string;
  fault(verb: string, parameters?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `daemonscope simulate` on virtual time. */
export const startSimulator = (scenario: string, ...args: readonly string[]): Promise<Simulator> =>
  startRunningSimulator(scenario, "--clock=manual", ...args);

/** Starts `daemonscope simulate` on real time. */
export async function startRunningSimulator(scenario: string, ...args: readonly string[]): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-simulator-"));
  const kubeconfig = join(folder, "kubeconfig");
  const child = spawn(process.execPath, [main, "simulate", scenario, "--seed", "7", "--write-kubeconfig", kubeconfig, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((done, failed) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const found = /^simulator (http:\/\/\S+?)\/?$/m.exec(text)?.[1];
      if (found !== undefined && text.includes("KUBECONFIG=")) done(found);
    });
    child.once("exit", (code) => failed(new Error(`daemonscope simulate ended with ${code}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    child.kill(signal);
    await ended;
  };
  return {
    url,
    kubeconfig,
    async fault(verb, parameters = {}) {
      const answer = await fetch(`${url}/simulator/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ verb, ...parameters }),
      });
      if (!answer.ok) throw new Error(`fault ${verb}: ${answer.status} ${await answer.text()}`);
    },
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
