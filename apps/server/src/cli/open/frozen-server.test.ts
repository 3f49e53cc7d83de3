import { PassThrough } from "node:stream";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { GetOptions } from "@daemonscope/kube-client/http/send-request";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { expect, it } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { statusReport } from "../query/status.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import type { OpenCluster } from "./cluster-for-command.ts";

/** A frozen server's transport: each request fails at once, as after its timeout. Records the timeouts. */
function frozen(answeredPaths: readonly string[], limitsMs: (number | undefined)[]): Transport {
  return {
    server: "http://frozen",
    async get(path: string, _query: unknown, { headersTimeoutMs }: GetOptions) {
      if (answeredPaths.includes(path)) {
        const body = new PassThrough();
        body.end("{}");
        return { status: 200, headers: {}, body, destroy: () => body.destroy() } as never;
      }
      limitsMs.push(headersTimeoutMs);
      throw new KubeRequestError("timeout", `GET ${path}: frozen did not answer in 15 s`);
    },
  };
}

it.each([
  ["before it says its version", [], "/version"],
  ["before it lists", ["/version"], "/apis/apps/v1/daemonsets"],
])("status ends with one sentence if the server freezes %s, and waits at most 15 s per request", async (_name, answeredPaths, path) => {
  const command = parseCommand(["status", "-A"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const limitsMs: (number | undefined)[] = [];
  const cluster: OpenCluster = {
    transport: frozen(answeredPaths, limitsMs),
    identity: { context: "f", server: "http://frozen", version: undefined, simulated: false },
    clock: { nowMs: () => 0, rate: 1, after: () => ({ cancel: () => undefined }) },
    namespace: "default",
    words: 'cluster "f" (http://frozen)',
    simulator: undefined,
    warnings: [],
    close: () => Promise.resolve(),
  };
  await expect(statusReport(cluster, command.config, capturedTerminal())).rejects.toThrow(
    `cluster "f" (http://frozen): GET ${path}: frozen did not answer in 15 s.`,
  );
  // If omitted, the transport's own 15 s apply.
  expect(limitsMs.every((limit) => (limit ?? 15_000) <= 15_000)).toBe(true);
});
