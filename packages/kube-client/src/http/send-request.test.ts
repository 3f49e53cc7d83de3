import type { RequestOptions } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE, TEST_KEY } from "../connect/certificates.fixture.ts";
import { manualTime } from "../flow-control/manual-time.fixture.ts";
import { type RawApiServer, startRawApiServer } from "./api-server.fixture.ts";
import { KubeRequestError } from "./request-error.ts";
import { sendRequest } from "./send-request.ts";

const CANARY = "canary-77d0";
let server: RawApiServer;
beforeAll(async () => {
  server = await startRawApiServer((_request, response) => void response.end("ok"), { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } });
});
afterAll(() => server.close());

/** Returns the outcome of one request whose authorizer applies these settings. */
async function sentWith(settings: object, timers = manualTime().timers): Promise<unknown> {
  const authorize = (request: RequestOptions) => {
    const headers = { ...request.headers, ...("headers" in settings ? (settings.headers as object) : {}) };
    Object.assign(request, { rejectUnauthorized: false }, settings, { headers });
    return Promise.resolve(1);
  };
  const message = { what: "GET /livez", method: "GET", path: "/livez", query: {} } as const;
  try {
    const peer = { base: new URL(server.url), authorize, timers };
    (await sendRequest(peer, message, { signal: new AbortController().signal })).destroy();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("every error of Node during a request becomes a coded error", () => {
  const rows: readonly [string, object][] = [
    ["a control character in a token", { headers: { Authorization: `Bearer ${CANARY}\u0001` } }],
    ["a line break in a token", { headers: { Authorization: `Bearer ${CANARY}\r\nX: y` } }],
    ["a character beyond Latin-1 in a user name", { headers: { "Impersonate-User": `${CANARY}\u65e5` } }],
    ["a line break in one of several groups", { headers: { "Impersonate-Group": ["a", `${CANARY}\n`] } }],
    ["a header name with a space", { headers: { "Impersonate Extra": "x" } }],
    ["a header without a value", { headers: { Authorization: undefined } }],
    ["a certificate that is no PEM", { cert: CANARY, key: CANARY }],
    ["a key that is no PEM", { cert: TEST_CERTIFICATE, key: CANARY }],
    ["a key whose PEM is damaged", { cert: TEST_CERTIFICATE, key: `${TEST_KEY.slice(0, 200)}${TEST_KEY.slice(240)}` }],
    ["a certificate of another type", { cert: 5, key: TEST_KEY }],
    ["a server name of another type", { servername: 5 }],
    ["a password of another type", { auth: 5 }],
    ["an agent that is none", { agent: CANARY }],
    ["a port beyond the last one", { port: 70_000 }],
    ["a path with a space", { path: "/a b" }],
  ];
  it.each(rows)("%s", async (_name, settings) => {
    const time = manualTime();
    const error = await sentWith(settings, time.timers);
    expect(error).toBeInstanceOf(KubeRequestError);
    expect((error as KubeRequestError).code).toBe("credentials");
    expect((error as KubeRequestError).message).toMatch(/^GET \/livez: [^\n]+$/);
    expect((error as KubeRequestError).message).not.toContain(CANARY);
    // The timer for the answer must not outlive the request.
    expect(time.waiting).toBe(0);
  });

  it("arbitrary settings only cause coded errors", async () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.constant(null), fc.uint8Array(), fc.array(fc.string()));
    const settings = fc.record(
      {
        headers: fc.dictionary(fc.oneof(fc.constantFrom("Authorization", "Impersonate-User"), fc.string()), value, { maxKeys: 3 }),
        cert: value,
        key: value,
        ca: value,
        servername: value,
        auth: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(settings, async (anySettings) => {
        const error = await sentWith(anySettings);
        expect(error === undefined || error instanceof KubeRequestError, String(error)).toBe(true);
      }),
      { seed: Number(process.env.SEED ?? 20261127), numRuns: 60 },
    );
  });
});
