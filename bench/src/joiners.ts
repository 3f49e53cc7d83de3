import { Agent, get } from "node:http";
import { answerLines, print, quantile } from "./program.ts";

/**
 * Clients that request a server's whole state, many within `withinMs`, each over a separate connection. An input line
 * gives their number. The answer has quantiles of the latency, and the greatest delay of a request's start.
 */
const [port = "0", path = "/"] = process.argv.slice(2);

interface Joined {
  readonly ms: number;
  readonly bytes: number;
}

function join(): Promise<Joined | undefined> {
  const began = performance.now();
  const options = { host: "127.0.0.1", port, path, agent: new Agent(), headers: { "accept-encoding": "br, gzip" } };
  return new Promise((done) => {
    get(options, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => done(response.statusCode === 200 ? { ms: performance.now() - began, bytes } : undefined));
    }).on("error", () => done(undefined));
  });
}

async function joinAll(count: number, withinMs: number) {
  const began = performance.now();
  const joining: Promise<Joined | undefined>[] = [];
  let lateMs = 0;
  for (let at = 0; at < count; at++) {
    const dueMs = began + (at * withinMs) / count;
    while (performance.now() < dueMs) await new Promise((done) => setTimeout(done, Math.max(0, dueMs - performance.now())));
    lateMs = Math.max(lateMs, performance.now() - dueMs);
    joining.push(join());
  }
  const joined = (await Promise.all(joining)).filter((each) => each !== undefined);
  const waits = joined.map(({ ms }) => ms);
  return {
    joined: joined.length,
    failed: count - joined.length,
    bytes: joined.reduce((sum, { bytes }) => sum + bytes, 0),
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    lateMs,
  };
}

print({ ready: true });
await answerLines((line) => {
  const { count, withinMs } = JSON.parse(line) as { readonly count: number; readonly withinMs: number };
  return joinAll(count, withinMs);
});
