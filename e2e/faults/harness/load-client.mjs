// Clients of one stream in a separate process: `node load-client.mjs URL COUNT STALLED`. A client reconnects with its
// cursor after a random wait, and a stalled one never reads. Answers the message "totals" with its totals, and cuts
// this share of its connections at a number.
import { Agent, get } from "node:http";

const [url, count, stalled] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const totals = { open: 0, frames: 0, gaps: 0, doubled: 0, byes: 0, ends: 0, resyncs: 0 };
/** Time between the first arrival of a frame at any client and each later one, in milliseconds. */
const delaysMs = [];
const firstArrivals = new Map();
const MAX_DELAYS = 1_000_000;
const clients = [];
const RECONNECT_MS = 1000;

function connect(client) {
  const query = client.cursor === undefined ? "" : `?after=${client.cursor}`;
  let isOpen = false;
  const ended = () => {
    if (isOpen) totals.open--;
    isOpen = false;
    totals.ends++;
    setTimeout(() => connect(client), Math.random() * RECONNECT_MS);
  };
  const request = get(`${url}/api/stream${query}`, { agent, headers: { accept: "text/event-stream" } }, (response) => {
    isOpen = true;
    totals.open++;
    response.on("error", () => undefined).on("close", ended);
    if (client.isStalled) return response.pause();
    let rest = "";
    let repeated = 0;
    response.setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\n\n");
      rest = messages.pop();
      for (const message of messages) {
        const name = /^event:(\w+)/m.exec(message)?.[1];
        if (name === undefined) continue;
        if (repeated > 0) {
          repeated--;
          continue;
        }
        const data = () => JSON.parse(/^data:(.*)$/m.exec(message)[1]);
        if (name === "again") repeated = data().messages;
        else if (name === "hello") {
          // Also if no frame follows, the next stream continues from here.
          const { epoch, seq } = data();
          if (client.cursor?.split(".")[0] !== epoch) client.cursor = `${epoch}.${seq}`;
        } else if (name === "bye") totals.byes++;
        else if (name === "frame") take(client, /^id:(.+)$/m.exec(message)[1]);
        else if (name === "resync") {
          totals.resyncs++;
          const { epoch, seq } = data();
          client.cursor = `${epoch}.${seq}`;
        }
      }
    });
  });
  client.cut = () => request.destroy();
  request.on("error", () => {
    if (!isOpen) ended();
  });
}

function take(client, cursor) {
  const [epoch, seq] = cursor.split(".");
  const [lastEpoch, lastSeq] = client.cursor?.split(".") ?? [];
  totals.frames++;
  if (epoch === lastEpoch && Number(seq) <= Number(lastSeq)) totals.doubled++;
  if (epoch === lastEpoch && Number(seq) > Number(lastSeq) + 1) totals.gaps++;
  client.cursor = cursor;
  const nowMs = performance.now();
  const firstMs = firstArrivals.get(cursor);
  if (firstMs === undefined) firstArrivals.set(cursor, nowMs);
  else if (delaysMs.length < MAX_DELAYS) delaysMs.push(nowMs - firstMs);
}

for (let at = 0; at < count; at++) {
  clients.push({ cursor: undefined, isStalled: at < stalled });
  connect(clients[at]);
}

/** The totals, the delay of delivery, and the frame that each reading client has at least. */
function summary() {
  const seqs = clients.filter(({ isStalled }) => !isStalled).map(({ cursor }) => Number(cursor?.split(".")[1] ?? -1));
  delaysMs.sort((a, b) => a - b);
  return { ...totals, minSeq: Math.min(...seqs), delayP99Ms: delaysMs[Math.floor(delaysMs.length * 0.99)] ?? 0 };
}
process.on("message", (message) => {
  if (message === "totals") return process.send(summary());
  for (const client of clients) if (Math.random() < message) client.cut();
});
process.on("disconnect", () => process.exit());
