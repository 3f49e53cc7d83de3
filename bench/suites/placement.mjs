// `BENCH_ONLY=placement npm run bench`: CPU of verdicts for every pair, compared with all proofs.
import { compare } from "../harness/measure.mjs";
import { resultOf } from "../harness/processes.mjs";

export default {
  name: "placement",
  async measure() {
    const explained = await resultOf("explain");
    const { nodes, daemonSets, pairs, verdictMs, proofMs, proofMb } = explained;
    const heapMb = { "verdicts alone": "0.25 (a byte per pair)", "all proofs": proofMb.toFixed(0) };
    const runsOf = (values, name) => values.map((ms) => ({ name, nsPerPair: (ms * 1e6) / pairs }));
    const { ratios } = await compare({
      title: `Placement of ${daemonSets} DaemonSets on ${nodes} nodes, ${pairs} pairs`,
      runs: { "verdicts alone": runsOf(verdictMs, "verdicts alone"), "all proofs": runsOf(proofMs, "all proofs") },
      columns: { "CPU ns per pair": [(each) => each.nsPerPair, 0], "heap MB": ([{ name }]) => heapMb[name] },
      ratios: { "proofs ÷ verdicts": ["all proofs", "verdicts alone", (each) => each.nsPerPair] },
    });
    return { ...explained, ratios };
  },
};
