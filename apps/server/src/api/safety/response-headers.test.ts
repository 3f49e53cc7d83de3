import { expect, it } from "vitest";
import { SAFETY_HEADERS } from "./response-headers.ts";

it("G3 a page runs only content of this server, and no injected script", () => {
  const policy = Object.fromEntries(
    (SAFETY_HEADERS["content-security-policy"] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
  expect(policy).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "stream-worker",
    "base-uri": "'self'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  });
});
