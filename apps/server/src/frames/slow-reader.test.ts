import { connect } from "node:net";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { expect, test } from "vitest";
import { serverOnManualTime } from "../api/context.fixture.ts";
import { kubeNode } from "../cluster.fixture.ts";

/** Waits for an effect of real sockets, which have no manual time. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((done) => setImmediate(done));
}

test("F4 a reader that never reads holds no memory, delays no other, and is closed after thirty seconds", async () => {
  const { app, context, live, model, time, tick } = serverOnManualTime();
  const sockets = new Set<{ readonly writableLength: number }>();
  app.server.on("connection", (socket) => sockets.add(socket));
  const held = () => [...sockets].reduce((bytes, socket) => bytes + socket.writableLength, 0);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  Object.assign(context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
  const request = `GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;

  const unreadSocket = connect(port, "127.0.0.1").pause();
  unreadSocket.on("error", () => {});
  unreadSocket.write(request);
  let lastId = "";
  const readSocket = connect(port, "127.0.0.1");
  readSocket.setEncoding("utf8").on("data", (text: string) => {
    for (const [, id] of text.matchAll(/^id:(.+)$/gm)) lastId = id ?? "";
  });
  readSocket.write(request);
  await until(() => live.readers.count === 2);

  // Once the kernel's buffer for the unread socket is full, its reader waits and the other one gets the frames.
  let frames = 0;
  const push = async () => {
    frames += 1;
    // The whole label changes, because a frame with a small difference would be short.
    model.apply(putNode(kubeNode("n1", { labels: { padding: String.fromCharCode(97 + (frames % 26)).repeat(60_000) } })));
    tick();
    const { seq } = live.log.state;
    await until(() => lastId === `e1.${seq}`);
  };
  while (live.readers.waiting === 0 && frames < 1000) await push();
  expect(live.readers.waiting).toBe(1);
  const heldBefore = held();
  for (let more = 0; more < 500; more++) await push();
  expect(held()).toBe(heldBefore);
  expect(heldBefore).toBeGreaterThan(0);
  expect(heldBefore).toBeLessThan(256 * 1024);
  expect(live.log.bytes).toBeLessThanOrEqual(16 * 1024 * 1024);

  time.pass(30_000);
  expect(live.readers.ends.stalled).toBe(1);
  await until(() => live.readers.count === 1);
  await push();

  live.close("test ends");
  readSocket.destroy();
  unreadSocket.destroy();
  await app.close();
});
