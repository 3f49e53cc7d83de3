// `BENCH_ONLY=ingest npm run bench`: CPU per pod event of our ingest, compared with the informer of the pinned client,
// over plain HTTP and over TLS. Also bytes per pod of the pod stores, and a flood of Kubernetes Events.
// BENCH_EVENTS (default 20000), BENCH_PAIRS, BENCH_FLOOD_S (default 120).
import { compare } from "../harness/measure.mjs";
import { program, resultOf } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const EVENTS = number("BENCH_EVENTS", 20_000);
const SUBJECTS = {
  "ours (watch, decode, model)": ["ingest-ours", {}],
  "ours, from a server without protobuf": ["ingest-ours", { BENCH_JSON: "1" }],
  "client-node informer 2.0.1": ["ingest-informer", {}],
  "ours, TLS": ["ingest-ours", { BENCH_TLS: "1" }],
  "client-node informer 2.0.1, TLS": ["ingest-informer", { BENCH_TLS: "1" }],
};
const [OURS, , INFORMER, OURS_TLS, INFORMER_TLS] = Object.keys(SUBJECTS);

/** `BENCH_JSON`: the source does not support protobuf; `BENCH_TLS`: over TLS. */
async function ingestOnce(subject, environment) {
  const source = program("ingest-source", [EVENTS], { environment });
  const { port, tls, bytesPerEvent } = await source.nextLine();
  // The source uses the certificate of the tests.
  const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" };
  const result = await resultOf(subject, [`http${tls ? "s" : ""}://127.0.0.1:${port}`, EVENTS], { environment: trusting });
  await source.end();
  return { ...result, bytesPerEvent };
}

/** Returns the bytes per pod of each store, by the slope from 60,000 to 1,200,000 pods. */
async function memoryPerPod() {
  const memory = {};
  for (const store of ["pods-in-columns", "pods-whole", "index-in-columns", "index-in-maps"]) {
    const few = await resultOf("pod-memory", [store, 5000]);
    const many = await resultOf("pod-memory", [store, 100_000], { nodeArgs: ["--max-old-space-size=6000"] });
    memory[store] = { "bytes per pod": ((many.bytes - few.bytes) / (many.pods - few.pods)).toFixed(1) };
  }
  return memory;
}

/** Limits of a flood of 5,000 events a second: added heap, log, and slowest ticks compared with those of no events. */
const FLOOD = { seconds: number("BENCH_FLOOD_S", 120), rate: 5000, maxHeapMb: 40, maxLogKbPerSecond: 250, maxTickRatio: 3, minTickMs: 5 };

/** Throws if the flood exceeds a limit. */
async function flood() {
  const [idle, flooded] = [
    await resultOf("ingest-events", [FLOOD.seconds, 0]),
    await resultOf("ingest-events", [FLOOD.seconds, FLOOD.rate]),
  ];
  console.log(`\n${FLOOD.rate} events a second for ${FLOOD.seconds} s, half about pods of the model`);
  console.table({ "no events": idle, flood: flooded });
  const exceeded = [
    flooded.heapMb > FLOOD.maxHeapMb && `${flooded.heapMb} MB of heap`,
    flooded.logKbPerSecond > FLOOD.maxLogKbPerSecond && `${flooded.logKbPerSecond} kB of log a second`,
    flooded.slowTickMs > Math.max(FLOOD.minTickMs, FLOOD.maxTickRatio * idle.slowTickMs) && `ticks of ${flooded.slowTickMs} ms`,
  ].filter(Boolean);
  if (exceeded.length > 0) throw new Error(`a flood of events exceeds its limits: ${exceeded.join(", ")}`);
  return { idle, flooded };
}

export default {
  name: "ingest",
  async measure() {
    const [cpu, steady] = [(each) => each.cpuUsPerEvent, (each) => each.steadyUsPerEvent];
    const compared = await compare({
      title: (runs) => `Ingest of ${EVENTS} pod events of ${runs[OURS][0].bytesPerEvent} bytes as JSON over loopback`,
      subjects: Object.fromEntries(
        Object.entries(SUBJECTS).map(([name, [subject, environment]]) => [name, () => ingestOnce(subject, environment)]),
      ),
      columns: {
        "CPU µs per event": [cpu],
        "second half": [steady],
        "RSS MB": [(each) => each.rssMb, 0],
        "events seen": (list) => Math.min(...list.map(({ events }) => events)),
      },
      ratios: {
        "informer ÷ ours": [INFORMER, OURS, cpu],
        "informer ÷ ours, TLS": [INFORMER_TLS, OURS_TLS, cpu, { atLeast: 12 }],
        "informer ÷ ours, TLS, second half": [INFORMER_TLS, OURS_TLS, steady],
      },
    });
    const memory = await memoryPerPod();
    console.log("\nMemory of the pod stores, by the slope from 60,000 to 1,200,000 pods");
    console.table(memory);
    return { ...compared, memory, flood: await flood() };
  },
};
