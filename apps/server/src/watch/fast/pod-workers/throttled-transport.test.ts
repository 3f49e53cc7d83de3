import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { forEachPart } from "@daemonscope/kube-client/http/for-each-chunk";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { KubeResponse } from "@daemonscope/kube-client/http/send-request";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { expect, it } from "vitest";
import { throttledTransport } from "./throttled-transport.ts";

function throttled(maxInFlight: number) {
  const bodies: PassThrough[] = [];
  const transport: Transport = {
    server: "http://x",
    get() {
      const body = new PassThrough();
      bodies.push(body);
      return Promise.resolve({ body: body as unknown as KubeResponse["body"], destroy: () => void body.destroy() });
    },
  };
  return { ...throttledTransport(transport, maxInFlight, systemTimers), bodies };
}
const asked = () => ({ signal: new AbortController().signal });

it("reads and requests nothing while too many batches are in flight", async () => {
  const { transport, sent, taken, bodies } = throttled(2);
  const first = await transport.get("/api/v1/pods", {}, asked());
  const read: string[] = [];
  first.body.on("data", (chunk: Buffer) => read.push(chunk.toString()));
  sent();
  bodies[0]?.write("a");
  await new Promise((done) => setImmediate(done));
  sent();
  bodies[0]?.write("b");
  let isAnswered = false;
  const second = transport.get("/api/v1/pods", {}, asked()).then(() => {
    isAnswered = true;
  });
  await new Promise((done) => setImmediate(done));
  expect({ read: [...read], isAnswered, asked: bodies.length }).toEqual({ read: ["a"], isAnswered: false, asked: 1 });
  taken();
  await second;
  await new Promise((done) => setImmediate(done));
  expect({ read, asked: bodies.length }).toEqual({ read: ["a", "b"], asked: 2 });
});
it("does not read a response that begins while too many batches are in flight", async () => {
  const { transport, sent, taken, bodies } = throttled(1);
  const pending = transport.get("/api/v1/pods", {}, asked());
  sent();
  const read: string[] = [];
  (await pending).body.on("data", (chunk: Buffer) => read.push(chunk.toString()));
  bodies[0]?.write("a");
  await new Promise((done) => setImmediate(done));
  expect(read).toEqual([]);
  taken();
  await new Promise((done) => setImmediate(done));
  expect(read).toEqual(["a"]);
});

it("stops a response that bypasses the parser too, and resumes it at the same position", async () => {
  let answered: ServerResponse | undefined;
  const server = await startRawApiServer((_request, response) => {
    answered = response;
    response.writeHead(200, { "content-type": "application/json" });
    response.write("a");
  });
  try {
    const { transport, sent, taken } = throttledTransport(plainHttpTransport(server.url), 1, systemTimers);
    const response = await transport.get("/api/v1/pods", {}, { ...asked(), isDirect: true });
    let read = "";
    const ended = forEachPart(response, (bytes, from, to) => {
      read += bytes.toString("latin1", from, to);
    });
    await until(() => read === "a");
    sent();
    await new Promise((done) => setImmediate(done));
    // More than all buffers on the way hold.
    const much = "b".repeat(1_000_000);
    for (let at = 0; at < 40; at++) answered?.write(much);
    answered?.end("c");
    for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
    expect(read.length).toBeLessThan(1_000_000);
    taken();
    await ended;
    expect({ length: read.length, end: read.slice(-1) }).toEqual({ length: 40_000_002, end: "c" });
  } finally {
    await server.close();
  }
});
