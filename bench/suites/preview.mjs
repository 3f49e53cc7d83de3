// `BENCH_ONLY=preview npm run bench`: CPU of what-if questions, compared with a second model of the whole cluster after
// the change. BENCH_SIZES (nodes, default 100,1000,5000), BENCH_PREVIEW_ALONE=1 (without the second model).
import { round } from "../harness/measure.mjs";
import { resultOf } from "../harness/processes.mjs";
import { numbers, passed } from "../harness/settings.mjs";

const SIZES = numbers("BENCH_SIZES", [100, 1000, 5000]);
passed("BENCH_PREVIEW_ALONE");

export default {
  name: "preview",
  async measure() {
    const measured = [];
    for (const size of SIZES) measured.push(await resultOf("preview", [size]));
    for (const { nodes, daemonSets, pods, questions } of measured) {
      console.log(`\nWhat-if: ${nodes} nodes × ${daemonSets} DaemonSets, ${pods} pods; CPU ms per question, median`);
      const row = ({ ours, baseline, bytes }) => ({
        "CPU ms": ours,
        "second model, CPU ms": baseline,
        "second model ÷ ours": round(baseline / ours),
        "answer B": bytes,
      });
      console.table(Object.fromEntries(questions.map((each) => [each.name, row(each)])));
    }
    return measured;
  },
};
