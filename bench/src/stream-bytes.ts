import { get } from "node:http";
import { createInterface } from "node:readline";

/**
 * One reader of a server's stream that counts bytes on the wire, and frames if it reads uncompressed. It prints a line
 * with `ready` once it reads. For each input line it prints the counts since the last one.
 */
const [url = "", form = "plain"] = process.argv.slice(2);
let [bytes, frames] = [0, 0];
get(
  `${url}/api/stream`,
  { headers: { accept: "text/event-stream", ...(form === "packed" ? { "accept-encoding": "gzip" } : {}) } },
  (response) => {
    process.stdout.write(`${JSON.stringify({ ready: true, encoding: response.headers["content-encoding"] })}\n`);
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      frames += chunk.toString("latin1").split("event:frame").length - 1;
    });
    response.on("end", () => process.exit(1));
  },
);
createInterface({ input: process.stdin })
  .on("line", () => {
    process.stdout.write(`${JSON.stringify({ bytes, frames })}\n`);
    [bytes, frames] = [0, 0];
  })
  .on("close", () => process.exit(0));
