import { describe, expect, test } from "vitest";
import { serverOnManualTime } from "../../api/context.fixture.ts";
import { SERVER_OWNER } from "./principal.ts";
import { principalOf } from "./request-principal.ts";

describe("the principal of a request", () => {
  test("G17 a request that was not authenticated has no principal, and gets 401", () => {
    expect(() => principalOf({ principal: undefined })).toThrow(expect.objectContaining({ status: 401 }));
  });
  test("G17 without a principal every path except page files and probes answers 401 in one sentence", async () => {
    const { get } = serverOnManualTime({ authenticator: { viewerOf: () => undefined } });
    for (const url of [
      "/api/keyframe",
      "/api/stream",
      "/api/node?name=n1",
      "/api/yaml",
      "/api/logs",
      "/metrics",
      "/metrics/daemonsets",
      "/version",
      "/nothing",
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 401]);
      expect(answer.json()).toEqual({ code: "NotSignedIn", message: expect.stringMatching(/sign in\.$/) });
      expect(answer.headers["daemonscope-log"]).toBeUndefined();
    }
    for (const url of ["/livez", "/readyz"]) expect((await get(url)).statusCode).not.toBe(401);
  });
  test("G17 without sign-in every client is the server's owner", async () => {
    const { app, get } = serverOnManualTime();
    app.get("/api/who", async (request) => principalOf(request));
    expect((await get("/api/who")).json()).toEqual(SERVER_OWNER);
  });
});
