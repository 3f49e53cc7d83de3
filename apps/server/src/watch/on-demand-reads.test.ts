import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, expect, test } from "vitest";
import { OnDemandReads } from "./on-demand-reads.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Reads of an API server that answers with `status` and counts the requests. */
async function reads() {
  const server = { status: 200, asked: 0 };
  const api = await startRawApiServer((_request, response) => {
    server.asked++;
    response.writeHead(server.status, { "content-type": "application/json" });
    response.end(JSON.stringify(server.status === 200 ? { metadata: {}, items: [{ n: server.asked }] } : { kind: "Status" }));
  });
  started.push(api);
  const time = manualTime();
  const onDemandReads = new OnDemandReads({ transport: plainHttpTransport(api.url), namespace: undefined, timers: time.timers });
  const list = async (keptMs?: number) => {
    const asked = { path: "/api/v1/nodes", limit: 10, ...(keptMs === undefined ? {} : { keptMs }) };
    return (await onDemandReads.list("test", asked, (object) => object.n)).objects;
  };
  return { server, time, list };
}

test("shares a list for some seconds, or for the requested maximum age", async () => {
  const { time, list } = await reads();
  expect([await list(), await list()]).toEqual([[1], [1]]);
  time.pass(2000);
  expect(await list(60_000)).toEqual([2]);
  time.pass(59_999);
  expect(await list(60_000)).toEqual([2]);
  time.pass(1);
  expect(await list(60_000)).toEqual([3]);
});

test("retries a failed read soon, regardless of the cache time", async () => {
  const { server, time, list } = await reads();
  server.status = 500;
  await expect(list(60_000)).rejects.toThrow();
  server.status = 200;
  time.pass(2000);
  expect(await list(60_000)).toEqual([2]);
});
