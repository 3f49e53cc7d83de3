import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { findFreePort, portTakenText } from "./find-free-port.ts";

const HOST = "127.0.0.1";
const servers: Server[] = [];
const listen = (port: number): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    servers.push(server);
    server.once("error", failed);
    server.listen(port, HOST, () => {
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
});

test("a port in use gives the next free one", async () => {
  const first = await listen(0);
  // The number may change between two calls, because other programs run on the machine.
  expect(await findFreePort(first, HOST)).toBeGreaterThan(first);
  const text = await portTakenText(first, HOST);
  const named = new RegExp(
    `^Port ${first} is taken: another program listens there; the next free one is (\\d+), as in --port \\1\\.$`,
  ).exec(text);
  expect(Number(named?.[1])).toBeGreaterThan(first);
});

test("there is none above the last port", async () => {
  expect(await findFreePort(65_535, HOST)).toBeUndefined();
  expect(await portTakenText(65_535, HOST)).toBe("Port 65535 is taken: another program listens there; choose another with --port.");
  expect(await portTakenText(65_535, HOST, "--health-port")).toMatch(/; choose another with --health-port\.$/);
});
