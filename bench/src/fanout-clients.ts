import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** So many readers in one process, each on a socket of its own. Every twentieth reads plainly and notes when each frame came; the others take gzip and only count bytes; the last `stalled` of them stop to read.
 *  The one line that it is told has when each frame was begun, in microseconds of the machine's clock: it prints how late they came. */
const [port = "0", all = "1000", stalled = "0"] = process.argv.slice(2);
const SAMPLE = 20;
const count = Number(all);
const arrivals: Record<string, number>[] = [];
let bytes = 0;
let open = 0;

function reader(at: number): Socket {
  const isStalled = at >= count - Number(stalled);
  const isSample = at % SAMPLE === 0 && !isStalled;
  const socket = connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.write(`GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n${isSample ? "" : "accept-encoding: gzip\r\n"}\r\n`);
  const came: Record<string, number> = {};
  if (isSample) arrivals.push(came);
  socket.once("data", () => {
    open += 1;
    if (isStalled) socket.pause();
  });
  socket.on("data", (data: Buffer) => {
    bytes += data.length;
    if (!isSample) return;
    const now = Number(process.hrtime.bigint() / 1000n);
    for (const [, seq] of data.toString("latin1").matchAll(/^id:[a-z]+\.(\d+)$/gm)) came[seq ?? ""] ??= now;
  });
  return socket;
}

const sockets: Socket[] = [];
for (let at = 0; at < count; at++) {
  sockets.push(reader(at));
  if (at % 50 === 49) await new Promise((done) => setTimeout(done, 20));
}
while (open < count) await new Promise((done) => setTimeout(done, 50));
await new Promise((done) => setTimeout(done, 500));
process.stdout.write(`${JSON.stringify({ open })}\n`);
const began = process.cpuUsage();
for await (const line of createInterface({ input: process.stdin })) {
  const used = process.cpuUsage(began);
  const begun = JSON.parse(line) as Readonly<Record<string, number>>;
  const delaysMs: number[] = [];
  let missed = 0;
  for (const came of arrivals)
    for (const [seq, begunUs] of Object.entries(begun)) {
      const cameUs = came[seq];
      if (cameUs === undefined) missed += 1;
      else delaysMs.push((cameUs - begunUs) / 1000);
    }
  delaysMs.sort((a, b) => a - b);
  const quantile = (share: number) => delaysMs[Math.min(delaysMs.length - 1, Math.floor(delaysMs.length * share))];
  process.stdout.write(
    `${JSON.stringify({ p50: quantile(0.5), p99: quantile(0.99), missed, bytes, cpuUs: used.user + used.system })}\n`,
    () => process.exit(0),
  );
}
