import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { KubeResponse } from "../exchange.ts";
import type { Transport } from "../transport.ts";
import { pacedTransport } from "./paced-transport.ts";

function behind(most: number) {
  const bodies: PassThrough[] = [];
  const transport: Transport = {
    server: "http://x",
    get() {
      const body = new PassThrough();
      bodies.push(body);
      return Promise.resolve({ body: body as unknown as KubeResponse["body"], destroy: () => void body.destroy() });
    },
  };
  return { ...pacedTransport(transport, most), bodies };
}
const asked = () => ({ signal: new AbortController().signal });

it("nothing is read and nothing is asked while so many batches are on their way", async () => {
  const { transport, sent, taken, bodies } = behind(2);
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
it("an answer that begins while they are on their way is not read before", async () => {
  const { transport, sent, taken, bodies } = behind(1);
  const coming = transport.get("/api/v1/pods", {}, asked());
  sent();
  const read: string[] = [];
  (await coming).body.on("data", (chunk: Buffer) => read.push(chunk.toString()));
  bodies[0]?.write("a");
  await new Promise((done) => setImmediate(done));
  expect(read).toEqual([]);
  taken();
  await new Promise((done) => setImmediate(done));
  expect(read).toEqual(["a"]);
});
