import { connect, type Socket } from "node:net";
import { answerLines, cpuUsSince, print, quantile } from "./program.ts";

/**
 * Many readers in one process, each on a separate socket. Every twentieth reads uncompressed and notes the arrival of
 * each frame; the others take gzip and only count bytes. Input lines: `stall N` adds N readers that do not read, `free`
 * removes them. JSON gives the start time of each frame, in microseconds of the machine's clock. For JSON it prints the
 * delays.
 */
const [port = "0", all = "1000"] = process.argv.slice(2);
const SAMPLE = 20;
const count = Number(all);
let arrivals: Record<string, number>[] = [];
let bytes = 0;
let open = 0;

function reader(at: number): Socket {
  const isSample = at % SAMPLE === 0;
  const socket = connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.write(`GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n${isSample ? "" : "accept-encoding: gzip\r\n"}\r\n`);
  const index = arrivals.length;
  if (isSample) arrivals.push({});
  socket.once("data", () => {
    open += 1;
  });
  socket.on("data", (data: Buffer) => {
    bytes += data.length;
    if (!isSample) return;
    const nowUs = Number(process.hrtime.bigint() / 1000n);
    const arrivalsUs = arrivals[index] ?? {};
    for (const [, seq] of data.toString("latin1").matchAll(/^id:[a-z]+\.(\d+)$/gm)) arrivalsUs[seq ?? ""] ??= nowUs;
  });
  return socket;
}

/** A reader that is connected and does not read. */
function stalledReader(): Promise<Socket> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.pause();
  socket.on("error", () => {});
  socket.write("GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nx-stalled: 1\r\n\r\n");
  return new Promise((done) => socket.once("connect", () => done(socket)));
}

for (let at = 0; at < count; at++) {
  reader(at);
  if (at % 50 === 49) await new Promise((done) => setTimeout(done, 20));
}
while (open < count) await new Promise((done) => setTimeout(done, 50));
await new Promise((done) => setTimeout(done, 500));
print({ open });
let stalled: Socket[] = [];
let began = process.cpuUsage();

/** Returns the delays of frames since the last call, from the start time of each. */
function delaysOf(begun: Readonly<Record<string, number>>) {
  const cpuUs = cpuUsSince(began);
  began = process.cpuUsage();
  const delaysMs: number[] = [];
  let missed = 0;
  for (const arrivalsUs of arrivals)
    for (const [seq, begunUs] of Object.entries(begun)) {
      const arrivedUs = arrivalsUs[seq];
      if (arrivedUs === undefined) missed += 1;
      else delaysMs.push((arrivedUs - begunUs) / 1000);
    }
  arrivals = arrivals.map(() => ({}));
  const received = bytes;
  bytes = 0;
  return { p50: quantile(delaysMs, 0.5), p99: quantile(delaysMs, 0.99), missed, bytes: received, cpuUs };
}

await answerLines(async (line) => {
  const [command, number] = line.split(" ");
  if (command === "stall") stalled = await Promise.all(Array.from({ length: Number(number) }, stalledReader));
  else if (command === "free") {
    for (const each of stalled) each.destroy();
    stalled = [];
  } else return delaysOf((JSON.parse(line) as { readonly begun: Readonly<Record<string, number>> }).begun);
  return { stalled: stalled.length };
});
