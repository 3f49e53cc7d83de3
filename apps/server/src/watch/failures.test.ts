import { connectionFailure } from "@daemonscope/kube-client/http/connection-failure";
import { retryAfterMs } from "@daemonscope/kube-client/http/retry-after";
import { parseRefusal, statusError } from "@daemonscope/kube-client/http/status-error";
import { describe, expect, it } from "vitest";

const socketError = (code: string, message = "") => Object.assign(new Error(message), { code });

describe("a socket error becomes a sentence with the cause and a hint", () => {
  const rows: readonly [string, unknown, string, RegExp][] = [
    ["refused", socketError("ECONNREFUSED"), "refused", /connection refused by host:1: no API server listens there/],
    ["refused on every address", new AggregateError([socketError("ECONNREFUSED")]), "refused", /refused/],
    ["unknown name", socketError("ENOTFOUND"), "unreachable", /name of host:1 is unknown/],
    ["no network", socketError("ENETUNREACH"), "unreachable", /cannot be reached \(ENETUNREACH\)/],
    ["reset", socketError("ECONNRESET"), "disconnected", /broke \(ECONNRESET\)/],
    ["unknown authority", socketError("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "certificate", /certificate-authority/],
    ["self-signed", socketError("DEPTH_ZERO_SELF_SIGNED_CERT"), "certificate", /certificate-authority/],
    ["expired", socketError("CERT_HAS_EXPIRED"), "certificate", /has expired/],
    ["another name", socketError("ERR_TLS_CERT_ALTNAME_INVALID", "not in the cert's list"), "certificate", /tls-server-name/],
    ["no TLS there", socketError("EPROTO", "wrong version number"), "protocol", /http:\/\/ rather than https/],
    ["no HTTP there", socketError("HPE_INVALID_CONSTANT"), "protocol", /does not answer in HTTP/],
    ["anything else", "odd", "disconnected", /broke \(odd\)/],
  ];
  it.each(rows)("%s", (_name, cause, code, sentence) => {
    const failure = connectionFailure("GET /livez", "host:1", cause);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(sentence);
  });
});

describe("a server error becomes a code and a sentence", () => {
  const status = (more: Record<string, unknown>) => JSON.stringify({ kind: "Status", ...more });
  const rows: readonly [string, number, string, string, RegExp][] = [
    ["401", 401, status({ message: "Unauthorized" }), "unauthorized", /credentials of this context are refused/],
    ["403", 403, status({ message: 'nodes is forbidden: User "x"' }), "forbidden", /403 Forbidden: nodes is forbidden/],
    ["404", 404, "404 page not found", "status", /is it the address of a Kubernetes API server\?/],
    ["406", 406, status({ message: "only protobuf" }), "notKubernetes", /not answer in JSON/],
    ["410", 410, status({ message: "too old" }), "expired", /410 Expired: too old/],
    ["429", 429, "", "tooMany", /429 Too Many Requests/],
    ["a redirect to a login", 302, "", "notKubernetes", /login page or a proxy/],
    ["an HTML page", 502, "<html>bad gateway</html>", "notKubernetes", /an HTML page/],
    ["text with control characters", 500, "a\u001b[31m\nb", "status", /HTTP 500: a \[31m b$/],
    [
      "a version ahead of the server, by its cause",
      504,
      status({ message: "x", details: { causes: [{ reason: "ResourceVersionTooLarge" }] } }),
      "tooLargeVersion",
      /behind the version/,
    ],
    [
      "a version ahead of the server, by its words",
      504,
      status({ message: "Too large resource version: 9, current: 1" }),
      "tooLargeVersion",
      /behind/,
    ],
    ["another 504", 504, status({ message: "etcd" }), "status", /HTTP 504: etcd/],
  ];
  it.each(rows)("%s", (_name, httpStatus, body, code, sentence) => {
    const failure = statusError("watch /api/v1/nodes", parseRefusal(httpStatus, Buffer.from(body), undefined));
    expect(failure).toMatchObject({ code, httpStatus });
    expect(failure.message).toMatch(sentence);
    expect(failure.message.length).toBeLessThan(700);
  });
  it("reads the delay from the body without a header", () => {
    expect(statusError("x", parseRefusal(429, Buffer.from(status({ details: { retryAfterSeconds: 3 } })), undefined)).retryAfterMs).toBe(
      3000,
    );
    expect(statusError("x", parseRefusal(429, Buffer.from(status({ details: { retryAfterSeconds: 3 } })), 7000)).retryAfterMs).toBe(7000);
  });
});

describe("A7 Retry-After", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const rows: readonly [string, string | undefined, string | undefined, number | undefined][] = [
    ["seconds", "5", undefined, 5000],
    ["none", undefined, undefined, undefined],
    ["zero", "0", undefined, 0],
    ["a too long delay is one minute", "99999", undefined, 60_000],
    ["nonsense", "soon", undefined, undefined],
    ["negative", "-5", undefined, undefined],
    ["a date", new Date(nowMs + 4000).toUTCString(), undefined, 4000],
    ["a date by the server's own clock", new Date(nowMs + 4000).toUTCString(), new Date(nowMs + 1000).toUTCString(), 3000],
    ["a date that is past", new Date(nowMs - 4000).toUTCString(), undefined, 0],
  ];
  it.each(rows)("reads %s", (_name, header, date, ms) => {
    expect(retryAfterMs(header, date, nowMs)).toBe(ms);
  });
});
