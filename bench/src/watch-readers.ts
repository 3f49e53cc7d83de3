import { get } from "node:http";

/**
 * Opens watches, and reports when they are open and when each has received all events. It counts lines without decoding
 * them.
 */
const [port = "", resourceVersion = "", watchers = "4", events = "0"] = process.argv.slice(2);
const NEWLINE = 10;
const url = `http://127.0.0.1:${port}/api/v1/pods?watch=1&resourceVersion=${resourceVersion}`;
const seen = new Array<number>(Number(watchers)).fill(0);
let open = 0;
if (seen.length === 0) process.stdout.write("{}\n{}\n");
for (const at of seen.keys())
  get(url, (response) => {
    if (++open === seen.length) process.stdout.write("{}\n");
    response.on("data", (chunk: Buffer) => {
      for (let from = chunk.indexOf(NEWLINE); from >= 0; from = chunk.indexOf(NEWLINE, from + 1)) seen[at] = (seen[at] ?? 0) + 1;
      if (seen.every((count) => count >= Number(events))) process.stdout.write(`${JSON.stringify({ seen })}\n`);
    });
  });
