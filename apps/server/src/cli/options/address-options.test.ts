import { describe, expect, test } from "vitest";
import { isAllowedHost } from "../../api/safety/request-guard.ts";
import { stripBasePath } from "../../platform/address/base-path.ts";
import { expectsTls, isSecureRequest } from "../../platform/address/server-address.ts";
import { type AddressFlags, allowedHostOf, basePathOf, serverAddressOf, trustedAddressesOf } from "./address-options.ts";

const NOTHING: AddressFlags = { basePath: undefined, forwardedFrom: [], publicUrl: undefined, certFile: undefined, keyFile: undefined };
const addressOf = (flags: Partial<AddressFlags>) => serverAddressOf({ ...NOTHING, ...flags });

describe("a base path", () => {
  test.each([
    [undefined, "/"],
    ["", "/"],
    ["/", "/"],
    ["x", "/x/"],
    ["/x/y", "/x/y/"],
    ["//x//", "/x/"],
  ])("G22 %j is %s", (text, path) => expect(basePathOf(text)).toBe(path));

  test.each(["/a b/", "/../x", "/x/./y", "/%41/", "https://h/x", "/x?y", "/☃/"])(
    "G22 %j is refused in a sentence that names the flag",
    (text) => expect(() => basePathOf(text)).toThrow(/^--base-path is a path such as/),
  );

  test.each([
    ["/x/api/stream?a=b", "/api/stream?a=b"],
    ["/x/", "/"],
    ["/x", undefined],
    ["/xy/", undefined],
    ["/", undefined],
  ])("G22 %s seen from /x/ is %j", (target, below) => expect(stripBasePath(target, "/x/")).toBe(below));
});

describe("addresses of proxies", () => {
  const list = trustedAddressesOf("forwarded-from", ["10.0.0.0/8, 192.168.7.1", "fd00::/8"]);
  test.each([
    ["10.200.3.4", true],
    ["::ffff:10.200.3.4", true],
    ["11.0.0.1", false],
    ["192.168.7.1", true],
    ["192.168.7.2", false],
    ["fd12::1", true],
    ["fe80::1", false],
    ["", false],
    [undefined, false],
  ])("G23 %j is a trusted address: %j", (address, isTrusted) => expect(list.has(address)).toBe(isTrusted));

  test.each([
    ["10.0.0", /neither/],
    ["10.0.0.0/33", /neither/],
    ["10.0.0.0/8/8", /neither/],
    ["proxy.example", /neither/],
    ["", /neither/],
    ["0.0.0.0/0", /every address/],
    ["::/0", /every address/],
  ])("G23 %j is refused", (text, message) => expect(() => trustedAddressesOf("forwarded-from", [text])).toThrow(message));
});

describe("the scheme of a request", () => {
  const plain = { host: "d.example", protocol: "http" };
  test.each([
    ["without information", addressOf({}), plain, false],
    ["own certificate", addressOf({ certFile: "c", keyFile: "k" }), { ...plain, protocol: "https" }, true],
    ["a public https address equal to the host", addressOf({ publicUrl: "https://d.example" }), plain, true],
    ["a public https address of another host", addressOf({ publicUrl: "https://e.example" }), plain, false],
    ["a trusted proxy with https", addressOf({ forwardedFrom: ["10.0.0.1"] }), { ...plain, protocol: "https" }, true],
    ["a trusted proxy with http", addressOf({ forwardedFrom: ["10.0.0.1"] }), plain, false],
  ])("G24 %s", (_what, address, request, isSecure) => expect(isSecureRequest(request, address)).toBe(isSecure));

  test("G24 a public address has TLS by a certificate, a public URL, or a trusted proxy", () => {
    expect([{}, { publicUrl: "http://d.example" }].map((flags) => expectsTls(addressOf(flags)))).toEqual([false, false]);
    for (const flags of [{ publicUrl: "https://d.example" }, { forwardedFrom: ["10.0.0.1"] }, { certFile: "c", keyFile: "k" }])
      expect(expectsTls(addressOf(flags))).toBe(true);
  });

  test.each([
    [{ publicUrl: "d.example" }, /^--public-url is/],
    [{ publicUrl: "https://u@d.example" }, /^--public-url is/],
    [{ publicUrl: "https://d.example/?x" }, /^--public-url is/],
    [{ publicUrl: "https://d.example/y/", basePath: "/x/" }, /name two paths/],
    [{ publicUrl: "http://d.example/", certFile: "c", keyFile: "k" }, /write https/],
    [{ certFile: "c" }, /^--tls-cert has no key/],
    [{ keyFile: "k" }, /^--tls-key has no certificate/],
  ])("G24 %j is refused in one sentence", (flags, message) => expect(() => addressOf(flags)).toThrow(message));
});

const NO_PATTERN =
  /^--allow-host \S+ is no name: patterns are not allowed, because .* Repeat --allow-host for each name that browsers use\.$/;
const NO_NAME = /^--allow-host is a name such as scope\.example or scope\.example:8443, without a scheme or a path: ".*" is not\.$/;
test.each([
  ["*", NO_PATTERN],
  ["*.example", NO_PATTERN],
  ["*:7373", NO_PATTERN],
  ["https://scope.example", NO_NAME],
  ["scope.example/path", NO_NAME],
  ["scope.example:99999", NO_NAME],
  ["a b", NO_NAME],
  ["scope.example\n", NO_NAME],
  ["bücher.example", NO_NAME],
  ["user@scope.example", NO_NAME],
  ["::1", NO_NAME],
  [".", NO_NAME],
  ["", NO_NAME],
])("G2 --allow-host %j is refused, because no Host header can equal it", (text, message) => {
  expect(() => allowedHostOf(text)).toThrow(message);
});

test.each(["scope.example", "Scope.Example:8443", "10.0.0.7", "[::1]:7373", "localhost"])("--allow-host %s is accepted", (text) => {
  const allowed = { port: 1, names: [allowedHostOf(text)], anyLoopbackPort: false };
  expect(isAllowedHost(text, allowed)).toBe(true);
});
