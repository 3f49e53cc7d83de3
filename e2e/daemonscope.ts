import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

/** The Node.js binary, and the entry of the local build. */
const BUILT: readonly [string, string] = [process.execPath, resolve(import.meta.dirname, "../apps/server/dist/main.js")];

/** The seed of every simulated cluster in tests. */
const SEED = 7;

export interface Daemonscope {
  readonly url: string;
  /** The simulator's own listener, when there is one. */
  readonly simulatorUrl: string;
  /** Advances the simulator's virtual time in steps, so that the page receives the states between. */
  advance(ms: number, stepMs?: number): Promise<void>;
  /**
   * Advances second by second. Each second starts after the server has received the one before. For tests that check
   * times.
   */
  play(seconds: number): Promise<void>;
  /** Sends a request to the simulator's API. Throws with the API's own message unless the answer is 2xx. */
  kube(method: string, path: string, body?: unknown, contentType?: string): Promise<unknown>;
  /** Injects a fault into the simulator's API: see docs/simulator.md. */
  fault(verb: string, parameters?: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Replaces the simulated cluster by a story, at the hour at which every story begins; its clock is stopped and no
   * fault remains.
   */
  story(name: string): Promise<void>;
  /** The output of the process to date. */
  output(): string;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Sends a signal that does not end the process. */
  signal(name: NodeJS.Signals): void;
  /** `freeze` stops the process, and `thaw` continues it. */
  freeze(): void;
  thaw(): void;
  /** Starts the process again on the same port, after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly simulatorUrl: string;
}

/** A test that runs into its time limit does not stop its products, so the end of this process does. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

function start(
  [node, main]: readonly [string, string],
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: string[],
): Promise<Started> {
  const child = spawn(node, [main, "serve", "--no-open", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return new Promise((done, failed) => {
    let url: string | undefined;
    const simulated = args.some((argument) => argument.startsWith("--simulate"));
    const read = (chunk: Buffer) => {
      output.push(chunk.toString("utf8"));
      const text = output.join("");
      url ??= /(https?:\/\/127\.0\.0\.1:\d+)(?:\/[\w.~/-]*)?(?:#\S*)?\s*(?:\n|$)/m.exec(text.replace(/^simulator .*$/gm, ""))?.[1];
      const simulatorUrl = /^simulator (http:\/\/\S+?)\/?(?: \S+)?\s*$/m.exec(text)?.[1];
      if (url !== undefined && (!simulated || simulatorUrl !== undefined)) done({ child, url, simulatorUrl: simulatorUrl ?? "" });
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

/** The server catches up before this last part of an advance. */
const LAST_MS = 4000;
/** An advance by at least this duration waits for the server. */
const LEAP_MS = 20_000;

/** Returns the server's progress in receiving and sending; undefined if it does not answer. */
const progressOf = (url: string): Promise<string | undefined> =>
  fetch(`${url}/metrics`, { signal: AbortSignal.timeout(1000) }).then(
    async (answer) => (await answer.text()).match(/^daemonscope_(?:frame_seq|watch_counts_total\{.*what="events").*$/gm)?.join(),
    () => undefined,
  );

/**
 * Waits until the server no longer makes progress, in at most 40 checks, because a deliberately broken server may never
 * catch up.
 */
async function waitUntilCaughtUp(url: string): Promise<void> {
  let before = await progressOf(url);
  for (let attempt = 0; attempt < 40 && before !== undefined; attempt++) {
    await new Promise((done) => setTimeout(done, 25));
    const progress = await progressOf(url);
    if (progress === before) return;
    before = progress;
  }
}

/** Starts the built server with a simulated cluster whose clock is stopped. */
export const startSimulated = (scenario: string, ...more: readonly string[]): Promise<Daemonscope> =>
  startDaemonscope([`--simulate=${scenario}`, "--clock=manual", "--seed", String(SEED), ...more]);

/**
 * Starts the built server, or another program, as a user would, on a separate port. `args` are those of `daemonscope
 * serve`.
 */
export async function startDaemonscope(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program = BUILT,
): Promise<Daemonscope> {
  const output: string[] = [];
  let started = await start(program, [...args, "--port", "0"], environment, output);
  const { port } = new URL(started.url);

  const post = async (path: string) => {
    const answer = await fetch(`${started.simulatorUrl}${path}`, { method: "POST" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    started.child.kill(signal);
    // A stopped process receives no signal except SIGKILL.
    started.child.kill("SIGCONT");
    await ended(started.child);
  };

  const command = async (name: string, body: unknown) => {
    const answer = await fetch(`${started.url}/api/lab/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`lab ${name}: ${answer.status} ${await answer.text()}`);
  };

  return {
    url: started.url,
    get simulatorUrl() {
      return started.simulatorUrl;
    },
    async advance(ms, stepMs = 250) {
      const advanceBy = async (forMs: number) => {
        for (let left = forMs; left > 0; left -= stepMs) await post(`/simulator/advance?ms=${Math.min(stepMs, left)}`);
      };
      // Hours pass here in a moment, and the server would date events by the end. It therefore catches up before the
      // last seconds.
      const earlierMs = Math.max(0, Math.ceil((ms - LAST_MS) / stepMs) * stepMs);
      await advanceBy(earlierMs);
      if (earlierMs >= LEAP_MS) await waitUntilCaughtUp(started.url);
      await advanceBy(ms - earlierMs);
    },
    async play(seconds) {
      for (let second = 0; second < seconds; second++) {
        await post("/simulator/advance?ms=1000");
        await waitUntilCaughtUp(started.url);
      }
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
    async story(name) {
      await command("pause", {});
      await command("story", { name, seed: SEED });
      // Otherwise a page that opens now receives the story bit by bit, and its rows change places.
      await waitUntilCaughtUp(started.url);
    },
    output: () => output.join(""),
    kill: () => end("SIGKILL"),
    signal: (name) => void started.child.kill(name),
    freeze: () => void started.child.kill("SIGSTOP"),
    thaw: () => void started.child.kill("SIGCONT"),
    async restart() {
      output.length = 0;
      started = await start(program, [...args, "--port", port], environment, output);
    },
    stop: () => end("SIGTERM"),
  };
}
