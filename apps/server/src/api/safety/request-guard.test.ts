import { describe, expect, test } from "vitest";
import { type AllowedHosts, checkRequest, type RequestKind } from "./request-guard.ts";

const local: AllowedHosts = { port: 7373, names: [], anyLoopbackPort: false };
const pod: AllowedHosts = { port: 7373, names: ["dash.example.com", "other.example:8080"], anyLoopbackPort: true };
const ask = (headers: readonly string[], allowed = local, purpose: RequestKind = "data", method = "GET", url = "/api/keyframe") =>
  checkRequest({ method, url, rawHeaders: headers, schemes: ["http", "https"] }, allowed, purpose)?.code;

describe("Host", () => {
  test.each([
    ["127.0.0.1:7373", undefined],
    ["localhost:7373", undefined],
    ["LocalHost:7373", undefined],
    ["[::1]:7373", undefined],
    ["127.0.0.1", "ForeignHost"],
    ["127.0.0.1:7374", "ForeignHost"],
    ["evil.example:7373", "ForeignHost"],
    ["evil.example", "ForeignHost"],
    ["127.0.0.1.evil.example:7373", "ForeignHost"],
    ["localhost.:7373", "ForeignHost"],
    ["localhost:7373@evil.example", "ForeignHost"],
    ["localhost:7373, evil.example", "ForeignHost"],
    ["0.0.0.0:7373", "ForeignHost"],
    ["[::]:7373", "ForeignHost"],
    ["[::ffff:127.0.0.1]:7373", "ForeignHost"],
    ["2130706433:7373", "ForeignHost"],
    ["", "ForeignHost"],
    ["localhost:7373\t", "ForeignHost"],
  ])("G2 the refusal of the Host %j is %s", (host, code) => {
    expect(ask(["Host", host])).toBe(code);
  });
  test("G2 allows a loopback name with another port if it was named, for a local proxy", () => {
    const named: AllowedHosts = { ...local, names: ["127.0.0.1:8443"] };
    expect([
      ask(["Host", "127.0.0.1:8443"], named),
      ask(["Host", "localhost:8443"], named),
      ask(["Host", "127.0.0.1:8444"], named),
    ]).toEqual([undefined, "ForeignHost", "ForeignHost"]);
  });
  test.each([
    ["dash.example.com", undefined],
    ["dash.example.com:443", undefined],
    ["other.example:8080", undefined],
    ["other.example:8081", "ForeignHost"],
    ["localhost:9999", undefined],
    ["sub.dash.example.com", "ForeignHost"],
  ])("G2 in a pod with allowed names, the refusal of the Host %j is %s", (host, code) => {
    expect(ask(["Host", host], pod)).toBe(code);
  });
  test("G2 requires exactly one Host: refuses two, and none", () => {
    expect(ask(["Host", "127.0.0.1:7373", "host", "evil.example"])).toBe("BadHost");
    expect(ask(["Host", "127.0.0.1:7373", "Host", "127.0.0.1:7373"])).toBe("BadHost");
    expect(ask([])).toBe("BadHost");
  });
  test("G2 refuses an absolute URL as target, because the server is no proxy", () => {
    expect(ask(["Host", "127.0.0.1:7373"], local, "data", "GET", "http://evil.example/api/keyframe")).toBe("BadTarget");
  });
});

describe("Origin and Sec-Fetch-Site", () => {
  const host = ["Host", "127.0.0.1:7373"];
  test.each([
    [["Origin", "http://127.0.0.1:7373"], undefined],
    [["Origin", "HTTP://127.0.0.1:7373"], "ForeignOrigin"],
    [["Origin", "https://127.0.0.1:7373"], undefined],
    [["Origin", "http://localhost:7373"], "ForeignOrigin"],
    [["Origin", "http://127.0.0.1:3000"], "ForeignOrigin"],
    [["Origin", "http://evil.example"], "ForeignOrigin"],
    [["Origin", "null"], "ForeignOrigin"],
    [["Origin", ""], "ForeignOrigin"],
    [["Origin", "http://127.0.0.1:7373", "Origin", "http://evil.example"], "ForeignOrigin"],
    [["Sec-Fetch-Site", "same-origin"], undefined],
    [["Sec-Fetch-Site", "none"], undefined],
    [["Sec-Fetch-Site", "same-site"], "ForeignSite"],
    [["Sec-Fetch-Site", "cross-site"], "ForeignSite"],
    [["Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"], "ForeignSite"],
  ] as const)("G2 the refusal of a request with %j is %s", (headers, code) => {
    expect(ask([...host, ...headers])).toBe(code);
  });
  test("a link on another site may open the page, but not frame or fetch it", () => {
    const navigate = ["Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"];
    expect(ask([...host, ...navigate, "Sec-Fetch-Dest", "document"], local, "page")).toBeUndefined();
    expect(ask([...host, ...navigate, "Sec-Fetch-Dest", "iframe"], local, "page")).toBe("ForeignSite");
    expect(ask([...host, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"], local, "page")).toBe(
      "ForeignSite",
    );
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])("G5 refuses %s, because this server only reads", (method) => {
  expect(ask(["Host", "127.0.0.1:7373"], local, "data", method)).toBe("MethodNotAllowed");
});

describe("commands to the lab", () => {
  const json = ["Host", "127.0.0.1:7373", "Content-Type", "application/json"];
  const command = (headers: readonly string[], method = "POST") => ask(headers, local, "command", method, "/api/lab/play");
  test.each([
    [json, undefined],
    [["Host", "127.0.0.1:7373", "Content-Type", "application/json; charset=utf-8"], undefined],
    [[...json, "Origin", "http://127.0.0.1:7373", "Sec-Fetch-Site", "same-origin"], undefined],
    [["Host", "evil.example:7373", "Content-Type", "application/json"], "ForeignHost"],
    [[...json, "Origin", "http://evil.example"], "ForeignOrigin"],
    [[...json, "Origin", "null"], "ForeignOrigin"],
    [[...json, "Sec-Fetch-Site", "same-site"], "ForeignSite"],
    [[...json, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"], "ForeignSite"],
    [[...json, "Sec-Fetch-Site", "none"], "ForeignSite"],
    [["Host", "127.0.0.1:7373"], "NotJson"],
    [["Host", "127.0.0.1:7373", "Content-Type", "text/plain"], "NotJson"],
    [["Host", "127.0.0.1:7373", "Content-Type", "application/x-www-form-urlencoded"], "NotJson"],
    [["Host", "127.0.0.1:7373", "Content-Type", "application/jsonp"], "NotJson"],
    [[...json, "content-type", "text/plain"], "NotJson"],
  ] as const)("G2 the refusal of a command with %j is %s", (headers, code) => {
    expect(command(headers)).toBe(code);
  });
  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])("G5 refuses %s as a command", (method) => {
    expect(command(json, method)).toBe("MethodNotAllowed");
  });
});
