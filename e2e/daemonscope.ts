import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const main = resolve(import.meta.dirname, "../apps/server/dist/main.js");

export interface Daemonscope {
  readonly url: string;
  /** The simulator's own listener, when there is one. */
  readonly simulatorUrl: string;
  /** Moves the simulator's virtual time, in steps so that the page sees what happens between. */
  advance(ms: number, stepMs?: number): Promise<void>;
  /** Asks the simulator's API, as kubectl would. Throws with the API's own message unless the answer is 2xx. */
  kube(method: string, path: string, body?: unknown, contentType?: string): Promise<unknown>;
  /** Injects a fault into the simulator's API: see docs/simulator.md. */
  fault(verb: string, parameters?: Readonly<Record<string, unknown>>): Promise<void>;
  /** What the process wrote so far. */
  output(): string;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, after kill. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly simulatorUrl: string;
}

function start(args: readonly string[], environment: Readonly<Record<string, string>>, output: string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, "serve", "--no-open", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  return new Promise((done, failed) => {
    let url: string | undefined;
    const simulated = args.some((argument) => argument.startsWith("--simulate"));
    const read = (chunk: Buffer) => {
      output.push(chunk.toString("utf8"));
      const text = output.join("");
      url ??= /(http:\/\/127\.0\.0\.1:\d+)\/?\s*(?:\n|$)/m.exec(text.replace(/^simulator .*$/gm, ""))?.[1];
      const simulatorUrl = /^simulator (http:\/\/\S+?)\/?\s*$/m.exec(text)?.[1];
      if (url !== undefined && (!simulated || simulatorUrl !== undefined || !args.includes("--clock=manual")))
        done({ child, url, simulatorUrl: simulatorUrl ?? "" });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString("utf8")));
    child.once("exit", (code) => failed(new Error(`daemonscope ended with ${code} before it listened:\n${output.join("")}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

/** Starts the built server as a user would, on a port of its own. `args` are those of `daemonscope serve`. */
export async function startDaemonscope(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Daemonscope> {
  const output: string[] = [];
  let started = await start([...args, "--port", "0"], environment, output);
  const { port } = new URL(started.url);

  const post = async (path: string) => {
    const answer = await fetch(`${started.simulatorUrl}${path}`, { method: "POST" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    started.child.kill(signal);
    await ended(started.child);
  };

  return {
    url: started.url,
    get simulatorUrl() {
      return started.simulatorUrl;
    },
    async advance(ms, stepMs = 250) {
      for (let left = ms; left > 0; left -= stepMs) await post(`/simulator/advance?ms=${Math.min(stepMs, left)}`);
    },
    async kube(method, path, body, contentType = "application/json") {
      const answer = await fetch(`${started.simulatorUrl}${path}`, {
        method,
        headers: { "content-type": contentType },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text);
    },
    async fault(verb, parameters = {}) {
      const answer = await fetch(`${started.simulatorUrl}/simulator/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ verb, ...parameters }),
      });
      if (!answer.ok) throw new Error(`fault ${verb}: ${answer.status} ${await answer.text()}`);
    },
    output: () => output.join(""),
    kill: () => end("SIGKILL"),
    async restart() {
      output.length = 0;
      started = await start([...args, "--port", port], environment, output);
    },
    stop: () => end("SIGTERM"),
  };
}
