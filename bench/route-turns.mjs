// `node bench/route-turns.mjs`, after `npm run build`: the longest turn of the event loop that one request of each route takes, CPU of the loop's own thread. Each route is asked BENCH_PAIRS (5) times, after once that does
// not count; between two rounds the server is left alone for as long, which is the baseline. BENCH_NODES (5000), BENCH_DAEMONSETS (12); BENCH_MAIN: the main.js of another build. A table as Markdown.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ask, latencyServer } from "./latency-server.mjs";
import { load, wait } from "./processes.mjs";
import { median, spread } from "./ratios.mjs";
import { keepResult } from "./results.mjs";

const here = import.meta.dirname;
const NODES = Number(process.env.BENCH_NODES ?? 5000);
const DAEMON_SETS = Number(process.env.BENCH_DAEMONSETS ?? 12);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const MOST_MS = 50;
/** Answers of the same question are shared for some seconds. */
const APART_MS = 2500;

const built = spawnSync(process.execPath, [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
  cwd: here,
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

const main = process.env.BENCH_MAIN;
const server = await latencyServer({ nodes: NODES, daemonSets: DAEMON_SETS, ...(main === undefined ? {} : { main }) });
const read = async (path) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).json();
const pods = await read("/api/pods-named?text=00");
const { key, pod, node } = pods.pods?.[0] ?? { key: "kube-system/agent-0", pod: "none", node: "none" };
const [namespace, name] = key.split("/");
const set = `namespace=${namespace}&daemonSet=${name}`;
const steps = [{ kind: "cordon", nodes: { kind: "all" } }];
const ROUTES = [
  ["keyframe", "/api/keyframe"],
  ["taints", "/api/taints"],
  ["labels", "/api/labels"],
  ["labels of a key", "/api/labels?key=kubernetes.io/hostname"],
  ["eligibility", `/api/eligibility?${set}`],
  ["daemonset-pods", `/api/daemonset-pods?${set}`],
  ["pods-named", "/api/pods-named?text=zz9"],
  ["explain", `/api/explain?${set}&node=${node}`],
  ["trail", `/api/trail?${set}&node=${node}`],
  ["node", `/api/node?name=${node}`],
  ["node-pods", `/api/node-pods?name=${node}`],
  ["node-capacity", `/api/node-capacity?name=${node}`],
  ["node-managers", `/api/node-managers?name=${node}`],
  ["fit", `/api/fit?${set}&node=${node}`],
  ["pod", `/api/pod?namespace=${namespace}&pod=${pod}`],
  ["revisions", `/api/revisions?${set}`],
  ["yaml", `/api/yaml?${set}`],
  ["reach", `/api/reach?${set}`],
  ["events", "/api/events"],
  ["history", "/api/history?samples=100&of=*"],
  ["rollouts", `/api/rollouts?${set}`],
  ["history/recording", "/api/history/recording?anonymise=true"],
  ["taints of the past", () => `/api/taints?at=${Date.now() - 1500}`],
  ["metrics", "/metrics"],
  ["metrics/daemonsets", "/metrics/daemonsets"],
  ["what-if", "/api/what-if", JSON.stringify({ steps })],
  [
    "what-if, every DaemonSet",
    "/api/what-if",
    JSON.stringify({ steps: [{ kind: "taint", nodes: { kind: "all" }, taints: [{ key: "x", effect: "NoExecute" }] }] }),
  ],
  ["what-if/pair", "/api/what-if/pair", JSON.stringify({ steps, namespace, daemonSet: name, node })],
];
const rows = ROUTES.map(([route, path, body]) => ({ route, path, body, took: [], alone: [], answer: undefined }));
const asked = async ({ path, body }) => {
  await server.longestTurn();
  const answer = await ask(server.port, typeof path === "function" ? path() : path, body === undefined ? {} : { method: "POST", body });
  return { answer, turn: await server.longestTurn() };
};
for (let round = 0; round <= PAIRS; round++)
  for (const row of rows) {
    const { answer, turn } = await asked(row);
    await server.longestTurn();
    await wait(Math.max(50, answer.ms));
    const alone = await server.longestTurn();
    row.answer = answer;
    if (round === 0) continue;
    row.took.push(turn.loopMs);
    row.alone.push(alone.loopMs);
    if (row.path === "/api/events") await wait(APART_MS);
  }
rows.sort((a, b) => median(b.took) - median(a.took));
console.log(
  `${NODES} nodes × ${DAEMON_SETS} DaemonSets, load ${load()}\n\n| route | status | KB | longest turn, ms of CPU | alone |  |\n|---|---|---|---|---|---|`,
);
for (const { route, answer, took, alone } of rows)
  console.log(
    `| ${route} | ${answer.status} | ${Math.round(answer.bytes / 1024)} | ${spread(took, 0)} | ${spread(alone, 0)} | ${median(took) > MOST_MS ? "over" : ""} |`,
  );
keepResult("route-turns", {
  nodes: NODES,
  daemonSets: DAEMON_SETS,
  rows: rows.map(({ route, answer, took, alone }) => ({ route, ...answer, took, alone })),
});
await server.stop();
