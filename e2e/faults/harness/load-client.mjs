// Clients of one stream in a separate process: `node load-client.mjs URL COUNT STALLED`. A client reconnects with its
// cursor after a random wait, and a stalled one never reads. Answers each message of the parent with its totals.
import { Agent, get } from "node:http";

const [url, count, stalled] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const totals = { open: 0, frames: 0, gaps: 0, doubled: 0, byes: 0, ends: 0, resyncs: 0, lastSeq: -1 };
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
        if (name === "again") repeated = JSON.parse(/^data:(.*)$/m.exec(message)[1]).messages;
        else if (name === "bye") totals.byes++;
        else if (name === "frame") take(client, /^id:(.+)$/m.exec(message)[1]);
        else if (name === "resync") {
          totals.resyncs++;
          client.cursor = undefined;
        }
      }
    });
  });
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
  totals.lastSeq = Math.max(totals.lastSeq, Number(seq));
  client.cursor = cursor;
}

for (let at = 0; at < count; at++) connect({ cursor: undefined, isStalled: at < stalled });
process.on("message", () => process.send(totals));
process.on("disconnect", () => process.exit());
