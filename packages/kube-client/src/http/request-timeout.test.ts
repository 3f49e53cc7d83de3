import { expect, test } from "vitest";
import { withRequestTimeout } from "./request-timeout.ts";
import type { GetOptions } from "./send-request.ts";
import type { Transport } from "./transport.ts";

test.each([
  [undefined, 30_000, 30_000],
  [undefined, undefined, undefined],
  [5000, 30_000, 5000],
  [60_000, 30_000, 60_000],
  [5000, undefined, 5000],
  [0, 30_000, 2 ** 31 - 1],
] as const)(
  "--request-timeout %s applies to lists, watches and probes: a request that has %s waits %s ms",
  async (flag, requestTimeoutMs, waits) => {
    const asked: GetOptions[] = [];
    const transport: Transport = {
      server: "https://h",
      get(_path, _query, options) {
        asked.push(options);
        return Promise.reject(new Error("asked"));
      },
    };
    const { signal } = new AbortController();
    const options = requestTimeoutMs === undefined ? { signal } : { signal, headersTimeoutMs: requestTimeoutMs };
    await expect(withRequestTimeout(transport, flag).get("/livez", {}, options)).rejects.toThrow("asked");
    expect(asked[0]?.headersTimeoutMs).toBe(waits);
  },
);
