import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A cluster of nats-servers with JetStream, on ports of this machine's loopback, alone in its temporary folder. */
export interface NatsServers {
  /** The addresses of all servers, as a client accepts them. */
  readonly url: string;
  /** The client port of each server. */
  readonly ports: readonly number[];
  /** Returns the index of the current leader of a stream. */
  leaderOf(stream: string): Promise<number>;
  /** Kills one server. */
  kill(at: number): Promise<void>;
  /** `freeze` stops the process of one server, and `thaw` continues it. */
  freeze(at: number): void;
  thaw(at: number): void;
  /** Restarts one server with its port and folder. Waits until it has the data of the others. */
  restart(at: number): Promise<void>;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? done(address.port) : failed(new Error("no port"))));
    });
  });
}

function binaryOf(): string {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "build.mjs")], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
  return built.stdout.trim();
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = "";
  return new Promise((done, failed) => {
    child.stderr?.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes("Server is ready")) done();
    });
    child.once("exit", (code) => failed(new Error(`nats-server ended with ${code}:\n${output}`)));
  });
}

async function waitUntilHealthy(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} did not become healthy`);
}

interface JetStreamPage {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly name: string; readonly cluster?: { readonly leader?: string } }[];
  }[];
}

/** Returns the number in the name of the leader of a stream, from the monitoring of one server. */
async function leaderIn(url: string, stream: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const page = (await (await fetch(url)).json()) as JetStreamPage;
    const found = page.account_details?.flatMap((account) => account.stream_detail ?? []).find(({ name }) => name === stream);
    const leader = /^n(\d)$/.exec(found?.cluster?.leader ?? "")?.[1];
    if (leader !== undefined) return Number(leader);
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nobody leads ${stream}`);
}

/** Starts `count` servers: one, or a cluster of three. `more`: additional lines of each configuration. */
export async function startNatsServers(count: 1 | 3, more = ""): Promise<NatsServers> {
  const binary = binaryOf();
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-engine-"));
  const ports: number[] = [];
  for (let at = 0; at < count * 3; at++) ports.push(await freePort());
  const routes = Array.from({ length: count }, (_, at) => `nats://127.0.0.1:${ports[count + at]}`);
  const start = async (at: number) => {
    const file = join(dir, `n${at}.conf`);
    // With advertised addresses, clients would bypass a proxy that a test cuts.
    const cluster = `cluster { name: c, no_advertise: true, listen: "127.0.0.1:${ports[count + at]}", routes: [${routes.map((route) => `"${route}"`).join(", ")}] }`;
    writeFileSync(
      file,
      [
        `listen: "127.0.0.1:${ports[at]}"`,
        `server_name: n${at}`,
        `http: "127.0.0.1:${ports[count * 2 + at]}"`,
        `jetstream { store_dir: "${join(dir, `n${at}`)}" }`,
        count > 1 ? cluster : "",
        more,
      ].join("\n"),
    );
    const child = spawn(binary, ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
    await waitUntilReady(child);
    return child;
  };
  const children = await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  // A cluster elects a leader before it can create a stream.
  await Promise.all(children.map((_, at) => waitUntilHealthy(`http://127.0.0.1:${ports[count * 2 + at]}/healthz`)));
  const childAt = (at: number): ChildProcess => {
    const child = children[at];
    if (child === undefined) throw new Error(`there is no server ${at}`);
    return child;
  };
  return {
    url: Array.from({ length: count }, (_, at) => `nats://127.0.0.1:${ports[at]}`).join(","),
    ports: ports.slice(0, count),
    leaderOf: (stream) => leaderIn(`http://127.0.0.1:${ports[count * 2]}/jsz?streams=1`, stream),
    async kill(at) {
      childAt(at).kill("SIGKILL");
      await ended(childAt(at));
    },
    freeze: (at) => void childAt(at).kill("SIGSTOP"),
    thaw: (at) => void childAt(at).kill("SIGCONT"),
    async restart(at) {
      children[at] = await start(at);
      await waitUntilHealthy(`http://127.0.0.1:${ports[count * 2 + at]}/healthz`);
    },
    async stop() {
      for (const child of children) {
        child.kill("SIGCONT");
        child.kill("SIGKILL");
      }
      await Promise.all(children.map(ended));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
