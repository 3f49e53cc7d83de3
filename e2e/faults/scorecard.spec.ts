import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { expect, test } from "@playwright/test";
import { report, SEED } from "./harness/case.ts";
import { type FaultProxy, startFaultProxy } from "./harness/fault-proxy.ts";
import { pause } from "./harness/in-time.ts";
import { type ServedCluster, startServedCluster, WRITE_LABEL } from "./harness/served-cluster.ts";
import { type Subject, subjects } from "./scorecard/subjects.ts";

/** Each client has this time to have the current nodes after a fault. client-go waits up to 30 s. */
const HEAL_LIMIT_MS = 45_000;
const BAD_GATEWAY = "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 13\r\nconnection: close\r\n\r\n<html></html>";
const ENDED_AT_ONCE = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

interface Faults {
  readonly cluster: ServedCluster;
  readonly each: (act: (proxy: FaultProxy) => Promise<void> | void) => Promise<void>;
}

/** Each fault begins, lasts for `seconds`, and ends with `heal` of all proxies. */
const FAULTS: Readonly<Record<string, { readonly seconds: number; readonly begin: (faults: Faults) => Promise<void> }>> = {
  "connection reset": { seconds: 1, begin: ({ each }) => each((proxy) => proxy.drop("reset")) },
  "connection ended": { seconds: 1, begin: ({ each }) => each((proxy) => proxy.drop("end")) },
  "connections refused for 10 s": { seconds: 10, begin: ({ each }) => each((proxy) => proxy.refuse()) },
  "API server silent for 40 s": { seconds: 40, begin: ({ each }) => each((proxy) => proxy.swallow()) },
  "an event cut in the middle": { seconds: 1, begin: ({ each }) => each((proxy) => proxy.cutAfter(600, "end")) },
  "a proxy's 502 for 10 s": { seconds: 10, begin: ({ each }) => each((proxy) => proxy.answer(BAD_GATEWAY)) },
  "watches that end at once for 10 s": { seconds: 10, begin: ({ each }) => each((proxy) => proxy.answer(ENDED_AT_ONCE)) },
  "expired history": {
    seconds: 1,
    async begin({ cluster, each }) {
      cluster.api().faults.expireHistory();
      await each((proxy) => proxy.drop("reset"));
    },
  },
  "a line that is no event": { seconds: 1, begin: async ({ cluster }) => cluster.api().faults.garbageLine("nodes") },
};

const truth = (cluster: ServedCluster) =>
  new Map(cluster.store.list("nodes").map(({ metadata }) => [metadata.name, Number(metadata.labels?.[WRITE_LABEL])]));
function differences(subject: Subject, cluster: ServedCluster): number {
  const wanted = truth(cluster);
  const missing = [...wanted].filter(([name, write]) => subject.nodes.get(name) !== write).length;
  return missing + [...subject.nodes.keys()].filter((name) => !wanted.has(name)).length;
}

async function untilEqual(subject: Subject, cluster: ServedCluster): Promise<number | undefined> {
  const beganMs = performance.now();
  while (differences(subject, cluster) > 0) {
    if (performance.now() - beganMs > HEAL_LIMIT_MS) return undefined;
    await pause(20);
  }
  return performance.now() - beganMs;
}

const seconds = (ms: number | undefined, otherwise: string) => (ms === undefined ? otherwise : `${(ms / 1000).toFixed(1)} s`);

test("scorecard: the same faults through Daemonscope, client-node, client-go and kubectl", { tag: "@nightly" }, async () => {
  test.setTimeout(3_600_000);
  const { start, missing } = subjects();
  for (const sentence of missing) report("scorecard", "not measured", { client: sentence });
  const random = createRandom(SEED);
  let ours = 0;
  for (const [name, { seconds: lasts, begin }] of Object.entries(FAULTS)) {
    const cluster = await startServedCluster(random, 20);
    const proxies = await Promise.all(Object.keys(start).map(() => startFaultProxy(cluster.port)));
    const clients = Object.entries(start).map(([client, watch], at) => ({
      client,
      proxy: proxies[at] as FaultProxy,
      subject: watch((proxies[at] as FaultProxy).url),
    }));
    try {
      await Promise.all(clients.map(({ subject }) => untilEqual(subject, cluster)));
      const write = () => {
        for (let at = 0; at < 5; at++) cluster.write(random);
      };
      write();
      await Promise.all(clients.map(({ subject }) => untilEqual(subject, cluster)));
      const doubledBefore = clients.map(({ subject }) => subject.doubled());
      for (const { subject } of clients) subject.clearReport();
      const requestsBefore = clients.map(({ proxy }) => proxy.requests.length);
      const beganMs = performance.now();
      await begin({ cluster, each: async (act) => void (await Promise.all(proxies.map(act))) });
      while (performance.now() - beganMs < lasts * 1000) {
        write();
        await pause(200);
      }
      const requests = clients.map(({ proxy }, at) => (proxy.requests.length - (requestsBefore[at] ?? 0)) / lasts);
      const reported = clients.map(({ subject }) => subject.reportedAtMs());
      await Promise.all(proxies.map((proxy) => proxy.heal()));
      write();
      await Promise.all(
        clients.map(async ({ client, subject }, at) => {
          const healedMs = await untilEqual(subject, cluster);
          const lost = differences(subject, cluster);
          const reportedMs = reported[at] === undefined ? undefined : (reported[at] ?? 0) - beganMs;
          report("scorecard", `${name}: ${client}`, {
            reported: seconds(reportedMs, "never"),
            "old shown as live": lasts < 10 ? "-" : seconds(reportedMs ?? lasts * 1000, "-"),
            healed: seconds(healedMs, `not in ${HEAL_LIMIT_MS / 1000} s`),
            lost,
            doubled: subject.doubled() - (doubledBefore[at] ?? 0),
            "requests a second": (requests[at] ?? 0).toFixed(1),
          });
          if (client === "Daemonscope" && lost === 0) ours++;
        }),
      );
    } finally {
      await Promise.all(clients.map(({ subject }) => subject.stop()));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await cluster.stop();
    }
  }
  expect(ours, "faults after which Daemonscope has the current nodes").toBe(Object.keys(FAULTS).length);
});
