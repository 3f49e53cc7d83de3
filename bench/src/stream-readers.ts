import { Agent, get } from "node:http";
import { answerLines, print } from "./program.ts";

/**
 * Clients of one server's stream, each over a separate connection, which read plain or compressed by gzip. They count
 * bytes on the wire, ended streams, and frames if they read plain. Prints a line once all streams are open. For each
 * input line it prints the totals.
 */
const [url = "", count = "1", form = "plain"] = process.argv.slice(2);
const counted = { frames: 0, bytes: 0, ends: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const headers = { accept: "text/event-stream", ...(form === "gzip" ? { "accept-encoding": "gzip" } : {}) };
const FRAME = "event:frame";
const ended = () => {
  counted.ends++;
};
let open = 0;
for (let at = 0; at < Number(count); at++)
  get(`${url}/api/stream`, { agent, headers }, (response) => {
    if (++open === Number(count)) print(counted);
    response.on("data", (chunk: Buffer) => {
      counted.bytes += chunk.length;
      for (let index = chunk.indexOf(FRAME); index >= 0; index = chunk.indexOf(FRAME, index + 1)) counted.frames++;
    });
    response.on("end", ended);
  }).on("error", ended);
await answerLines(() => counted);
