import { get } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOrigin } from "./answer-request.ts";
import { type TestedApi, testedApi } from "./api.fixture.ts";

describe("checkOrigin", () => {
  let api: TestedApi;
  beforeEach(async () => {
    api = await testedApi();
  });
  afterEach(() => api.close());

  const statusWith = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((done, failed) => {
      get(`${api.url}/api/v1/nodes`, { headers }, (response) => {
        response.resume();
        done(response.statusCode);
      }).once("error", failed);
    });

  it.each(["localhost", "LOCALHOST:8080", "127.0.0.1:1", "127.9.9.9", "[::1]:7"])("answers to %s", (host) => {
    expect(() => checkOrigin({ host }, "127.0.0.1")).not.toThrow();
  });

  it.each(["", "evil.example", "127.0.0.1.evil.example", "localhost.", "user@localhost", "10.0.0.1", "::1"])(
    "does not answer to %s",
    (host) => {
      expect(() => checkOrigin({ host }, "127.0.0.1")).toThrow("does not answer to the host name");
    },
  );

  it("answers to its bound name", () => {
    expect(() => checkOrigin({ host: "box.lan:80" }, "Box.lan")).not.toThrow();
  });

  it("refuses a foreign name and a page of another site with 403, and accepts clients", async () => {
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ host: "rebound.example" })).toBe(403);
    expect(await statusWith({ origin: "https://evil.example" })).toBe(403);
    expect(await statusWith({ origin: "null" })).toBe(403);
    expect(await statusWith({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusWith({ origin: api.url })).toBe(200);
    expect(await (await fetch(`${api.url}/api/v1/nodes`, { headers: { origin: "http://localhost:1" } })).json()).toMatchObject({
      kind: "Status",
      reason: "Forbidden",
      code: 403,
    });
  });
});
