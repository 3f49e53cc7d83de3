import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket, type Server as SocketServer } from "node:net";
import { createInterface } from "node:readline";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { systemClock, systemTimers } from "@daemonscope/server/clock";
import { cursorText } from "@daemonscope/server/frames/cursor";
import { LiveFrames } from "@daemonscope/server/frames/live-frames";
import { GZIP_HEADER } from "@daemonscope/server/frames/packed";
import { sseFrame } from "@daemonscope/server/frames/sse";
import { sharedOut } from "@daemonscope/server/frames/stream-out";
import { Tail } from "@daemonscope/server/frames/tail";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import { bigClusterRollout, type Step } from "./rollout.ts";

/** Sends the frames of a rollout that was made before, one each 30 ms, to whoever reads: through our log and its readers, or, as the floor, by bare writes of the same bytes to the sockets.
 *  Commands by line: `stall N` (until so many readers wait), `go` (sends, and prints CPU, memory and when each frame was begun). */
const [kind = "ours", nodes = "300"] = process.argv.slice(2);
const EVERY_MS = 30;
const MOST_FRAMES = 200;

const cluster = bigClusterRollout(Number(nodes));
const start = cluster.state();
cluster.begin();
const steps: Step[] = [];
for (let at = 0; at < 400 && steps.length < MOST_FRAMES; at++) {
  cluster.advance();
  const step = cluster.step();
  if (step !== undefined) steps.push(step);
}

/** What is measured, whoever sends. */
interface Sender {
  readonly server: Server | SocketServer;
  send(step: Step): void;
  waiting(): number;
  /** A large message that means nothing, so that who does not read is full. */
  pad(): void;
}

function ours(): Sender {
  const live = new LiveFrames({
    model: new ClusterModel({ nowMs: start.at }),
    identity: start.cluster,
    epoch: start.epoch,
    build: "bench",
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    statuses: () => start.sources as SourceStatuses,
    wallNowMs: Date.now,
    begin: start,
  });
  const server = createServer((request, response) => {
    const isPacked = (request.headers["accept-encoding"] ?? "").includes("gzip");
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream", ...(isPacked ? { "content-encoding": "gzip" } : {}) });
    live.attach(sharedOut(response), undefined, isPacked ? "gzip" : "plain");
  });
  return {
    server,
    send({ frame }) {
      live.log.append(frame);
      live.readers.pump();
    },
    waiting: () => live.readers.waiting,
    pad() {
      live.log.tell(Buffer.from(`:${Array.from({ length: 8000 }, () => Math.random().toString(36)).join("")}\n\n`));
      live.readers.pump();
    },
  };
}

const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

function bare(): Sender {
  const packed = new Set<Socket>();
  const plain = new Set<Socket>();
  const tail = new Tail();
  const server = createSocketServer((socket) => {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.once("data", (head) => {
      const isPacked = head.toString("latin1").includes("gzip");
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
      if (isPacked) socket.write(chunk(GZIP_HEADER));
      (isPacked ? packed : plain).add(socket);
    });
  });
  return {
    server,
    send({ frame, before, after }) {
      tail.append(sseFrame(cursorText(frame), frameText(frame, before, after)));
      const message = tail.at(tail.end - 1);
      if (message === undefined) return;
      const [packedChunk, plainChunk] = [chunk(message.packed), chunk(message.plain)];
      for (const socket of packed) socket.write(packedChunk);
      for (const socket of plain) socket.write(plainChunk);
    },
    waiting: () => 0,
    pad: () => undefined,
  };
}

const print = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const sender = kind === "bare" ? bare() : ours();
await new Promise<void>((done) => sender.server.listen({ port: 0, host: "127.0.0.1", backlog: 2000 }, () => done()));
print({ port: (sender.server.address() as AddressInfo).port, frames: steps.length });

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith("stall")) {
    const wanted = Number(line.slice(6));
    const deadline = Date.now() + 60_000;
    while (sender.waiting() < wanted && Date.now() < deadline) {
      sender.pad();
      await pause(5);
    }
    // The others catch up.
    await pause(2000);
    print({ waiting: sender.waiting() });
    continue;
  }
  const begun: number[] = [];
  const began = process.cpuUsage();
  const lag: number[] = [];
  const startMs = performance.now();
  for (const [at, step] of steps.entries()) {
    const dueMs = startMs + at * EVERY_MS;
    await pause(Math.max(0, dueMs - performance.now()));
    lag.push(performance.now() - dueMs);
    begun.push(Number(process.hrtime.bigint() / 1000n));
    sender.send(step);
  }
  await pause(500);
  const used = process.cpuUsage(began);
  print({
    cpuUs: used.user + used.system,
    rssMb: Math.round(process.memoryUsage().rss / 1_048_576),
    begun: Object.fromEntries(steps.map(({ frame }, at) => [frame.seq, begun[at]])),
    lateMs: Math.max(...lag),
    waiting: sender.waiting(),
  });
  process.stdout.write("", () => process.exit(0));
}
