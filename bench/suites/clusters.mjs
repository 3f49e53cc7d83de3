// `BENCH_ONLY=clusters npm run bench`: the cost of several clusters in one process, compared with one process per
// cluster. Both watch the same simulated clusters, alternately. The page of all clusters is requested once a second
// from the one process, and nothing from the others.
// BENCH_NODES (default 1000), BENCH_CLUSTERS (default 2), BENCH_SECONDS (default 30), BENCH_PAIRS.
import { compare } from "../harness/measure.mjs";
import { kubeconfigOf, load, serve, simulate, usedDuring, wait } from "../harness/processes.mjs";
import { number } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 1000);
const CLUSTERS = number("BENCH_CLUSTERS", 2);
const SECONDS = number("BENCH_SECONDS", 30);

/** Requests the page of all clusters once a second, as a browser does. */
async function pollClusters(url) {
  let version = "";
  for (let second = 0; second < SECONDS; second++) {
    const since = version === "" ? "" : `?since=${version}`;
    ({ version } = await (await fetch(`${url}/api/clusters${since}`)).json());
    await wait(1000);
  }
}

/** Runs servers; returns the CPU of the first sync and of the watch, and the memory, summed over the servers. */
async function watchServers(argsOfEach, watch) {
  const servers = await Promise.all(argsOfEach.map((args) => serve(args)));
  await Promise.all(servers.map((each) => each.ready()));
  const sum = (values) => values.reduce((total, each) => total + each, 0);
  const startS = sum(servers.map((each) => each.used().cpuS));
  const { cpuS, used } = await usedDuring(
    servers.map(({ child }) => child),
    () => watch(servers[0].url),
  );
  await Promise.all(servers.map((each) => each.end()));
  return { startS, watchS: sum(cpuS), megabytes: sum(used.map(({ rssMb }) => rssMb)) };
}

export default {
  name: "clusters",
  async measure() {
    const urls = {};
    for (let at = 1; at <= CLUSTERS; at++) {
      urls[`c${at}`] = (await simulate(["--nodes", String(NODES), "--seed", String(at)])).url;
    }
    const kubeconfig = kubeconfigOf(urls);
    const one = ["--kubeconfig", kubeconfig, "--all-contexts"];
    const each = Object.keys(urls).map((name) => ["--kubeconfig", kubeconfig, "--context", name]);
    const columns = {
      "CPU s of the first sync": [({ startS }) => startS, 2],
      "CPU s of the watch": [({ watchS }) => watchS, 2],
      "RSS MB": [({ megabytes }) => megabytes, 0],
    };
    const processes = `${CLUSTERS} processes`;
    return compare({
      title: () => `${CLUSTERS} clusters × ${NODES} nodes × 12 DaemonSets, ${SECONDS} s; load ${load()}`,
      subjects: {
        "one process": () => watchServers([one], pollClusters),
        [processes]: () => watchServers(each, () => wait(SECONDS * 1000)),
      },
      columns,
      // Computed per round, so that other load affects both alike.
      ratios: Object.fromEntries(
        Object.entries(columns).map(([heading, [read]]) => [`${heading}, one ÷ the others`, ["one process", processes, read]]),
      ),
    });
  },
};
