import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type StreamOutput, sharedOutput } from "./stream-output.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Returns all bytes of a connection with one request. */
async function answered(version: string, answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(200, { "content-type": "text/event-stream" });
    answer(response);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET / HTTP/${version}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  let text = "";
  for await (const data of socket) text += (data as Buffer).toString("latin1");
  return text;
}

const MESSAGES = ["a", "event:frame\ndata:x\n\n", "é".repeat(5000)].map((text) => Buffer.from(text));
const writeAll = (out: StreamOutput) => {
  for (const message of MESSAGES) out.write(message);
  out.end();
};

test.each(["1.0", "1.1"])("F3 shared chunks give the same bytes as node's own response, over HTTP/%s", async (version) => {
  const shared = await answered(version, (response) => writeAll(sharedOutput(response)));
  const separate = await answered(version, writeAll);
  expect(shared).toContain("event:frame");
  expect(shared).toBe(separate);
});

test("F4 a full socket reports backpressure, and emits drain", async () => {
  const large = Buffer.alloc(4 * 1024 * 1024, 120);
  let waited = false;
  const text = await answered("1.1", (response) => {
    const out = sharedOutput(response);
    waited = !out.write(large);
    out.on("drain", () => out.end());
  });
  expect(waited).toBe(true);
  expect(text.length).toBeGreaterThan(large.length);
});

test("F4 a connection reused for several streams keeps nothing of ended ones", async () => {
  const listening: number[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const out = sharedOutput(response);
    listening.push(response.socket?.listenerCount("drain") ?? 0);
    out.on("drain", () => undefined);
    out.end();
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  closing.push(() => socket.destroy());
  for (let stream = 0; stream < 3; stream++) {
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(socket, "data");
    await expect.poll(() => listening.length).toBe(stream + 1);
  }
  expect(new Set(listening).size).toBe(1);
});
