import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { expect, test } from "vitest";
import { buildHealthServer, buildServer } from "../build-server.ts";
import { contextOnManualTime } from "../context.fixture.ts";

const TLS = { cert: TEST_CERTIFICATE, key: TEST_KEY };

/** Returns the header of a response to `path`, from a server with or without TLS. */
async function headerOf(path: string, host: string, tls: typeof TLS | undefined, method = "GET"): Promise<string | undefined> {
  const { context } = contextOnManualTime();
  const app = buildServer({ ...context, allowedHosts: () => ({ port: 1, names: ["scope.example"], anyLoopbackPort: true }) }, false, tls);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const options = { port, host: "127.0.0.1", path, method, headers: { host }, ca: TEST_CERTIFICATE, servername: "localhost", agent: false };
  const answer = await new Promise<string | undefined>((done, failed) => {
    const asking = (tls === undefined ? httpRequest : httpsRequest)(options, (response) => {
      done(response.headers["strict-transport-security"] as string | undefined);
      response.destroy();
    });
    asking.once("error", failed);
    asking.end();
  });
  await app.close();
  return answer;
}

test.each([
  ["/livez", "GET"],
  ["/", "GET"],
  ["/api/keyframe", "HEAD"],
  ["/api/stream", "GET"],
  ["/nothing", "GET"],
  ["/%", "GET"],
  ["/api/keyframe", "DELETE"],
])("G25 a TLS server sends Strict-Transport-Security after %s by %s", async (path, method) => {
  expect(await headerOf(path, "scope.example", TLS, method)).toBe("max-age=31536000");
});

test.each(["localhost:7373", "127.0.0.1:7373", "[::1]:7373"])("G25 not for %s, because other programs use that name", async (host) => {
  expect(await headerOf("/livez", host, TLS)).toBeUndefined();
});

test("G25 a plain http server omits it, because the TLS proxy sets it", async () => {
  expect(await headerOf("/livez", "scope.example", undefined)).toBeUndefined();
  const health = buildHealthServer(contextOnManualTime().context, false);
  expect((await health.inject({ url: "/livez" })).headers["strict-transport-security"]).toBeUndefined();
});
