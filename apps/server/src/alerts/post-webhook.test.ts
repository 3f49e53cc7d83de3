import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { afterEach, expect, test } from "vitest";
import { POST_TIMEOUT_MS, postWebhook, signatureOf } from "./post-webhook.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const receiver = async (listener: RequestListener): Promise<URL> =>
  new URL(`http://127.0.0.1:${await listening(createServer(listener))}/hook`);
const post = (url: URL, secret?: string, timers = systemTimers) =>
  postWebhook({ url, secret, timers, wallNowMs: () => 1_700_000_000_999 }, '{"a":"ü"}', new AbortController().signal);

test("G40 signs the sent bytes with the time of sending", async () => {
  let body = "";
  let signature: unknown;
  const url = await receiver((request, response) => {
    signature = request.headers["daemonscope-signature"];
    request.on("data", (part: Buffer) => (body += part.toString("utf8")));
    request.on("end", () => response.writeHead(204).end());
  });
  expect(await post(url, "a secret of sixteen")).toEqual({ kind: "delivered" });
  expect(body).toBe('{"a":"ü"}');
  const digest = createHmac("sha256", "a secret of sixteen").update(`1700000000.${body}`).digest("hex");
  expect(signature).toBe(`t=1700000000,v1=${digest}`);
  expect(signatureOf("another secret, long", body, 1_700_000_000_000)).not.toBe(signature);
});

test.each([
  [200, { kind: "delivered" }],
  [500, { kind: "failed", why: "it answered 500" }],
  [429, { kind: "failed", why: "it answered 429" }],
  [404, { kind: "refused", why: "it answered 404" }],
])("an answer of %i is judged by its status, and its body is not read", async (status, result) => {
  // The body never ends, so a client that reads it would hang.
  const url = await receiver((_request, response) => response.writeHead(status).write("x"));
  expect(await post(url)).toEqual(result);
});

test("G40 never follows a redirect", async () => {
  let asked = 0;
  const elsewhere = await receiver((_request, response) => {
    asked++;
    response.end();
  });
  const url = await receiver((_request, response) => response.writeHead(307, { location: elsewhere.href }).end());
  expect(await post(url)).toEqual({ kind: "refused", why: "it answered 307, and redirects are not followed" });
  expect(asked).toBe(0);
});

test("a receiver that closes the connection, or is unreachable, failed", async () => {
  const url = await receiver((request) => request.socket.destroy());
  expect(await post(url)).toEqual({ kind: "failed", why: "ECONNRESET" });
  expect(await post(new URL("http://127.0.0.1:1/secret-path"))).toEqual({ kind: "failed", why: "ECONNREFUSED" });
});

test("gives up on a hanging receiver after ten seconds", async () => {
  const time = manualTime();
  let onReceived: () => void = () => undefined;
  const asked = new Promise<void>((done) => (onReceived = done));
  const url = await receiver(() => onReceived());
  const posted = post(url, undefined, time.timers);
  await asked;
  time.pass(POST_TIMEOUT_MS);
  expect(await posted).toEqual({ kind: "failed", why: "it did not answer in 10 s" });
  expect(time.waiting).toBe(0);
});

test("G40 refuses an untrusted certificate before anything is sent", async () => {
  let asked = 0;
  const port = await listening(createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, () => asked++));
  expect(await post(new URL(`https://127.0.0.1:${port}/`))).toMatchObject({ kind: "failed", why: expect.stringMatching(/SELF_SIGNED/) });
  expect(asked).toBe(0);
});
