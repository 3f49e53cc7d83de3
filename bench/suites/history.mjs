// `BENCH_ONLY=history npm run bench`: bytes and CPU of the event log in memory during rollouts, and the time to load a
// past moment. BENCH_SIZES (nodes, default 100,1000,5000); bench/src/history.ts has further settings.
import { resultOf } from "../harness/processes.mjs";
import { numbers, passed } from "../harness/settings.mjs";

const SIZES = numbers("BENCH_SIZES", [100, 1000, 5000]);
passed("BENCH_HISTORY_MS", "BENCH_TICK_MS", "BENCH_CHECKPOINT_COST", "BENCH_HISTORY_LOG", "BENCH_HISTORY_BYTES", "BENCH_ROLLOUT_EVERY_MS");

export default {
  name: "history",
  async measure() {
    const history = [];
    for (const size of SIZES) history.push(await resultOf("history", [size]));
    console.log("\nThe event log in memory, 12 DaemonSets rolled out one after the other, a tick each 50 ms");
    console.table(
      history.map(({ nodes, seekMs, seekCpuMs, ...each }) => ({
        nodes,
        "pod events": each.podEvents,
        "B per pod event": each.bytesPerPodEvent,
        checkpoints: each.checkpoints,
        "B per checkpoint": each.bytesPerCheckpoint,
        "µs to write an event": each.noteUsPerEvent,
        "µs to decode it": each.decodeUsPerEvent,
        "past moment ms": `${seekMs.median} (p90 ${seekMs.p90}, worst ${seekMs.worst})`,
        "of CPU": `${seekCpuMs.median} (p90 ${seekCpuMs.p90}, worst ${seekCpuMs.worst})`,
        "past moments that differ": each.wrong,
      })),
    );
    return history;
  },
};
