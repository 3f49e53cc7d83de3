import { createServer, type Server, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from "node:net";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import { GZIP_HEADER } from "@daemonscope/server/frames/encoding/gzip-messages";
import { cursorText } from "@daemonscope/server/frames/log/cursor";
import { sseFrame } from "@daemonscope/server/frames/log/sse";
import { Tail } from "@daemonscope/server/frames/log/tail";
import { sharedOutput } from "@daemonscope/server/frames/readers/stream-output";
import { decodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import { answerLines, cpuUsSince, listen, loopMs, print, rssMb } from "./program.ts";
import { bigClusterRollout, type Step } from "./rollout.ts";
import { liveOf } from "./settled-live.ts";

/**
 * Sends the frames of recorded rollouts, one each 30 ms. `ours`: through our log and its readers. `bare`: as the floor,
 * by bare writes of the same bytes to the sockets. `naive`: as JSON that is serialised for each reader and buffered in
 * its response without a limit. A request with `x-stalled` once gets more than a socket buffers. Input lines: `stalled
 * N` (answers when N readers are stalled), `some N` (sends N frames, and prints CPU, memory and their start times),
 * `go` (sends the rest, and ends).
 */
const [kind = "ours", nodes = "300", wantedFrames = "200"] = process.argv.slice(2);
const EVERY_MS = 30;
/** More than the buffers of both ends of a socket. */
const STALLING = Buffer.alloc(16 << 20, "\n");
const STEPS_PER_ROLLOUT = 400;

const cluster = bigClusterRollout(Number(nodes));
const start = cluster.state();
const steps: Step[] = [];
for (let rollout = 0; steps.length < Number(wantedFrames); rollout++) {
  cluster.begin(`bench-${rollout}`);
  for (let at = 0; at < STEPS_PER_ROLLOUT && steps.length < Number(wantedFrames); at++) {
    cluster.advance();
    const step = cluster.step();
    if (step !== undefined) steps.push(step);
  }
}

/** The common interface of the measured senders. */
interface Sender {
  readonly server: Server | SocketServer;
  send(step: Step): void;
  waiting(): number;
}
/** Sockets of stalled readers, and the buffered bytes of each when they were detected. */
const stalled = new Map<Socket, number>();
function stall(socket: Socket | null): void {
  socket?.write(STALLING);
  if (socket === null) return;
  stalled.set(socket, 0);
  socket.on("close", () => stalled.delete(socket));
}

function createSharedSender(): Sender {
  const live = liveOf(new ClusterModel({ nowMs: start.at }), start.epoch, {
    identity: start.cluster,
    statuses: () => start.sources as SourceStatuses,
    begin: start,
  });
  const server = createServer((request, response) => {
    const isPacked = (request.headers["accept-encoding"] ?? "").includes("gzip");
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream", ...(isPacked ? { "content-encoding": "gzip" } : {}) });
    live.attach(sharedOutput(response), undefined, isPacked ? "gzip" : "plain");
    if (request.headers["x-stalled"] !== undefined) stall(response.socket);
  });
  return {
    server,
    send({ frame }) {
      live.log.append(frame);
      live.readers.pump();
    },
    waiting: () => live.readers.waiting,
  };
}

const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

function createBareSender(): Sender {
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
  };
}

/** A server without a wire format: it sends each cell's state, and the changes of DaemonSets. */
function createNaiveSender(): Sender {
  const responses = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("\n");
    responses.add(response);
    response.on("close", () => responses.delete(response));
    if (request.headers["x-stalled"] !== undefined) stall(response.socket);
  });
  return {
    server,
    send({ frame, after }) {
      const cells = [...((frame.cells === undefined ? undefined : decodeCellChanges(frame.cells)) ?? [])].flatMap(
        ([column, { rows, bytes }]) =>
          rows.map((row, at) => ({ node: after.rows.names[row], daemonSet: after.columns.names[column], state: bytes[at] })),
      );
      const message = { at: frame.at, cells, daemonSets: frame.daemonSets?.put, marks: frame.marks };
      for (const response of responses) response.write(`id:${cursorText(frame)}\nevent:frame\ndata:${JSON.stringify(message)}\n\n`);
    },
    waiting: () => stalled.size,
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const sender = kind === "bare" ? createBareSender() : kind === "naive" ? createNaiveSender() : createSharedSender();
print({ port: await listen(sender.server), frames: steps.length });

let next = 0;
async function send(count: number) {
  const begun: Record<number, number> = {};
  const cpuMs: number[] = [];
  const began = process.cpuUsage();
  const startMs = performance.now();
  let lateMs = 0;
  for (let at = 0; at < count; at++, next++) {
    const step = steps[next];
    if (step === undefined) throw new Error("there are no more frames");
    const dueMs = startMs + at * EVERY_MS;
    await pause(Math.max(0, dueMs - performance.now()));
    lateMs = Math.max(lateMs, performance.now() - dueMs);
    const beganMs = loopMs();
    begun[step.frame.seq] = Number(process.hrtime.bigint() / 1000n);
    sender.send(step);
    cpuMs.push(loopMs() - beganMs);
  }
  await pause(500);
  return {
    cpuUs: cpuUsSince(began),
    cpuMs,
    rssMb: rssMb(),
    begun,
    lateMs,
    waiting: sender.waiting(),
    heldBytes: Math.max(0, ...[...stalled].map(([socket, held]) => socket.writableLength - held)),
  };
}
await answerLines(async (line) => {
  const [command, number] = line.split(" ");
  if (command !== "stalled") return send(command === "some" ? Number(number) : steps.length - next);
  const deadline = Date.now() + 60_000;
  while (sender.waiting() !== Number(number) && Date.now() < deadline) {
    // A full reader stalls from the next message on.
    const step = steps[next++];
    if (step !== undefined) sender.send(step);
    await pause(20);
  }
  for (const socket of stalled.keys()) stalled.set(socket, socket.writableLength);
  return { waiting: sender.waiting() };
});
