// `BENCH_ONLY=scrape npm run bench`: CPU of a scrape of /metrics/daemonsets with the times from join to ready, compared
// with the same cluster where no node joined within a day. BENCH_NODES (3000).
import { compare } from "../harness/measure.mjs";
import { resultOf } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 3000);

export default {
  name: "scrape",
  async measure() {
    const scraped = await resultOf("scrape", [NODES]);
    const { nodes, daemonSets, series, joins, none } = scraped;
    const { ratios } = await compare({
      title: `A scrape of ${nodes} nodes × ${daemonSets} DaemonSets with ${series} series of joins`,
      runs: { joins, "no joins": none },
      columns: { "CPU ms": [(each) => each.cpuMs, 1], "longest turn, CPU ms": [(each) => each.turnMs, 1] },
      ratios: { "joins ÷ no joins": ["joins", "no joins", (each) => each.cpuMs] },
    });
    return { ...scraped, ratios };
  },
};
