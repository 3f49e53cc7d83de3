// A process of readers of one server's stream: `node bench/stream-readers.mjs URL COUNT`. Each input line is answered
// with the total of all frames and bytes read.
import http from "node:http";
import { createInterface } from "node:readline";

const [url, count] = process.argv.slice(2);
const counted = { frames: 0, bytes: 0, ends: 0 };
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
for (let at = 0; at < Number(count); at++)
  http
    .get(`${url}/api/stream`, { agent, headers: { accept: "text/event-stream" } }, (response) => {
      response.on("data", (chunk) => {
        counted.bytes += chunk.length;
        for (let index = chunk.indexOf("event:frame"); index >= 0; index = chunk.indexOf("event:frame", index + 1)) counted.frames++;
      });
      response.on("end", () => counted.ends++);
    })
    .on("error", () => counted.ends++);
createInterface({ input: process.stdin })
  .on("line", () => process.stdout.write(`${JSON.stringify(counted)}\n`))
  .on("close", () => process.exit(0));
