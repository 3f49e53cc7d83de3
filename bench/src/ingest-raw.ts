import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodePod } from "@daemonscope/server/cluster/decode/decode-pod";
import { ObjectIntake } from "@daemonscope/server/cluster/object-intake";
import { POD_FORM } from "@daemonscope/server/cluster/protobuf/forms";
import { FrameSplitter } from "@daemonscope/server/cluster/protobuf/frame-splitter";
import { WATCHED } from "@daemonscope/server/cluster/resources";
import { readWatchFrame } from "@daemonscope/server/cluster/watch-event";
import { measured } from "./measured.ts";

/** What is left of our ingest without node's HTTP parser: the watch of pods over a bare socket, its chunks joined in place, then all as in the product. It knows one kind of answer and no
 *  trouble: a measure of what a client of our own could save, and no such client. */
const [url = "", events = "0"] = process.argv.slice(2);
const { hostname, port, protocol } = new URL(url);
const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
let seen = 0;
const intake = new ObjectIntake({
  resource: WATCHED.pods,
  decode: decodePod,
  sink: {
    put(pod) {
      seen++;
      model.putPod(pod);
    },
    drop: (uid) => model.dropPod(uid),
    problem: (text) => process.stderr.write(`${text}\n`),
  },
  counts: { replays: 0, unusable: 0 },
  leftOut: () => undefined,
});
const frames = new FrameSplitter(1 << 26);
const CR = 13;

/** Takes the sizes between the chunks out of what was read, in the very buffer; gives where what is left ends. */
let chunkLeft = 0;
let line = "";
let isBody = false;
let head = "";
function joined(bytes: Buffer, from: number, to: number): number {
  let out = from;
  for (let at = from; at < to; ) {
    if (chunkLeft > 0) {
      const end = Math.min(to, at + chunkLeft);
      if (out !== at) bytes.copyWithin(out, at, end);
      out += end - at;
      chunkLeft -= end - at;
      at = end;
      continue;
    }
    const byte = bytes[at++] ?? 0;
    if (byte === 10) {
      if (line !== "") chunkLeft = Number.parseInt(line, 16);
      line = "";
    } else if (byte !== CR) line += String.fromCharCode(byte);
  }
  return out;
}
function take(bytes: Buffer, length: number): void {
  let from = 0;
  if (!isBody) {
    head += bytes.toString("latin1", 0, length);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    isBody = true;
    from = length - (head.length - end - 4);
  }
  const to = joined(bytes, from, length);
  // A copy where no frame may be whole, for the splitter keeps it: the buffer is read into again.
  const part = bytes.subarray(from, to);
  for (const frame of frames.push(to - from < 16_384 ? Buffer.from(part) : part)) {
    const event = readWatchFrame(POD_FORM, frame);
    if (event.kind === "read") intake.takeRead(event.object);
  }
}
const buffer = Buffer.alloc(1 << 16);
const request = "GET /api/v1/pods?watch=true&resourceVersion=1 HTTP/1.1\r\nhost: x\r\naccept: application/vnd.kubernetes.protobuf\r\n\r\n";
if (protocol === "https:") {
  const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => socket.write(request));
  socket.on("data", (chunk) => take(chunk, chunk.length));
} else {
  const socket = connectPlain({
    host: hostname,
    port: Number(port),
    onread: {
      buffer,
      callback(length) {
        take(buffer, length);
        return true;
      },
    },
  });
  socket.on("connect", () => socket.write(request));
}
await measured(
  url,
  Number(events),
  () => seen,
  () => void model.takeChanges(),
);
