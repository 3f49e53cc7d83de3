// `BENCH_ONLY=route-turns npm run bench`: the longest event loop turn of one request of each route. It is CPU of the
// loop's own thread, over the simulator's large cluster. Each route is requested BENCH_PAIRS (5) times after a first
// time, which has a separate column. After each request the server is idle for the same time, which is the baseline.
// Prints a Markdown table. Fails for a route of the server that has neither a row nor a reason, and for any status
// except 200.
// BENCH_NODES (5000); BENCH_ROUTE: only routes with this in their name; BENCH_MAIN: the main.js of another build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median, spread } from "../harness/measure.mjs";
import { ask, load, MAIN, ROOT, serveReady, simulate, temporaryFolder, wait } from "../harness/processes.mjs";
import { number, PAIRS, text } from "../harness/settings.mjs";

const NODES = number("BENCH_NODES", 5000);
const ROUTE_FILTER = text("BENCH_ROUTE", "");
const main = text("BENCH_MAIN", MAIN);
const MOST_MS = 50;
/** The server shares lists of the cluster for two seconds; the next round begins later. */
const SHARED_MS = 2500;

/** Paths of the server without a row, and the reasons. */
const WITHOUT_ROW = {
  "/api/stream": "has no end: the benchmarks preview-load and fanout measure it",
  "/api/logs": "has no end: it follows containers",
  "/api/lab": "of a simulated cluster inside the server only",
  "/api/lab-now": "of a simulated cluster inside the server only",
  "/api/clusters": "of a server of several clusters only",
  "/api/clusters/difference": "of a server of several clusters only",
  "/api/actions/batch": "steers an action that runs: a few fields",
  "/api/sign-in": "needs a way to sign in; reads no cluster",
  "/api/sign-in/away": "needs a way to sign in; reads no cluster",
  "/api/sign-in/return": "needs a way to sign in; reads no cluster",
  "/api/sign-out": "needs a way to sign in; reads no cluster",
};

const PATHS = [
  ...readFileSync(join(ROOT, "packages/shared/src/http/path-names.ts"), "utf8").matchAll(/^export const \w+ = "(\/[^"]+)";$/gm),
].map(([, path]) => path);

/** Rows of one path differ in their parameters. Names come from the server itself. */
function rowsOf({ key, pod, node, fromMs, toMs }) {
  const [namespace, name] = key.split("/");
  const set = `namespace=${namespace}&daemonSet=${name}`;
  const all = { kind: "all" };
  const cordon = [{ kind: "cordon", nodes: all }];
  const taint = [{ kind: "taint", nodes: all, taints: [{ key: "x", effect: "NoExecute" }] }];
  const get = (path, query = "", what = "") => ({ route: `${path.replace("/api/", "")}${what}`, path, url: `${path}${query}` });
  const post = (path, body, what = "") => ({ ...get(path, "", what), body: JSON.stringify(body) });
  return [
    get("/api/keyframe"),
    get("/api/explain", `?${set}&node=${node}`),
    get("/api/trail", `?${set}&node=${node}`),
    get("/api/node", `?name=${node}`),
    get("/api/node-pods", `?name=${node}`),
    get("/api/fit", `?${set}&node=${node}`),
    get("/api/node-capacity", `?name=${node}`),
    get("/api/node-managers", `?name=${node}`),
    get("/api/daemonset-pods", `?${set}`),
    get("/api/pods-named", "?text=zz9", ", of none"),
    get("/api/pods-named", "?text=node", ", of a third"),
    get("/api/eligibility", `?${set}`),
    get("/api/taints"),
    get("/api/taints", `?at=${fromMs}`, ", in the past"),
    get("/api/joins", `?${set}`),
    get("/api/labels"),
    get("/api/audit"),
    get("/api/costs"),
    get("/api/labels", "?key=kubernetes.io/hostname", ", one for each node"),
    get("/api/pod", `?namespace=${namespace}&pod=${pod}`),
    get("/api/events"),
    get("/api/reach", `?${set}`),
    get("/api/yaml", `?${set}`),
    get("/api/revisions", `?${set}`),
    get("/api/rollouts", `?${set}`),
    get("/api/history", "?samples=100&of=*"),
    get("/api/history/frames", `?from=${fromMs}&to=${toMs}`),
    get("/api/history/recording"),
    get("/api/history/recording", "?anonymise=true", ", anonymised"),
    get("/api/rights"),
    post("/api/what-if", { steps: cordon }, ", cordon all"),
    post("/api/what-if", { steps: taint }, ", taint all"),
    post("/api/what-if/pair", { steps: taint, namespace, daemonSet: name, node }),
    get("/api/acting"),
    get("/api/actions"),
    post("/api/actions/plan", { steps: [{ kind: "cordon", nodes: { kind: "names", names: [node] } }] }),
    get("/api/session"),
    get("/livez"),
    get("/readyz"),
    get("/version"),
    get("/metrics"),
    get("/metrics/daemonsets"),
  ];
}

/** Starts a server over the simulator's large cluster, where nothing changes by itself. */
async function startServer() {
  const kubeconfig = join(temporaryFolder(), "kubeconfig");
  await simulate(["--clock=manual", "--nodes", String(NODES), "--write-kubeconfig", kubeconfig], { main });
  const server = await serveReady(kubeconfig, ["--allow-writes"], { main, probe: "turns" });
  await wait(3000);
  return server;
}

async function requestOk({ port }, url, options = {}) {
  const answer = await ask(port, url, options);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text().slice(0, 300)}`);
  return answer;
}

/** Returns the rows, with names that the server knows and a time that its log covers. */
async function readRows(server) {
  const read = async (url) => JSON.parse((await requestOk(server, url)).text());
  const { pods } = await read("/api/pods-named?text=fluent");
  let retained = null;
  // The log begins when all required kinds are read.
  while (retained === null) {
    ({ retained } = await read("/api/history"));
    if (retained === null) await wait(200);
  }
  const rows = rowsOf({ ...pods[0], pod: pods[0].name, fromMs: retained.fromMs, toMs: retained.toMs });
  const missing = PATHS.filter((path) => WITHOUT_ROW[path] === undefined && rows.every((row) => row.path !== path));
  if (PATHS.length === 0 || missing.length > 0) throw new Error(`no row and no reason: ${missing}`);
  return rows
    .filter(({ route }) => route.includes(ROUTE_FILTER))
    .map((row) => ({ ...row, took: [], alone: [], first: 0, answer: undefined }));
}

/** Requests each route once, and notes the longest turn of the request and of an idle time as long. */
async function requestAll(server, rows, isFirst) {
  const failures = [];
  for (const row of rows) {
    await server.probe();
    const options = row.body === undefined ? {} : { method: "POST", body: row.body };
    row.answer = await requestOk(server, row.url, options).catch((error) => void failures.push(error.message));
    if (row.answer === undefined) continue;
    const turn = await server.probe();
    await wait(Math.max(50, row.answer.ms));
    const alone = await server.probe();
    if (isFirst) row.first = turn.loopMs;
    else {
      row.took.push(turn.loopMs);
      row.alone.push(alone.loopMs);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

export default {
  name: "route-turns",
  async measure() {
    const server = await startServer();
    const rows = await readRows(server);
    for (let round = 0; round <= PAIRS; round++) {
      await requestAll(server, rows, round === 0);
      await wait(SHARED_MS);
    }
    rows.sort((a, b) => median(b.took) - median(a.took) || b.first - a.first);
    console.log(
      `${NODES} nodes × 12 DaemonSets, load ${load()}\n\n| route | KB | longest turn, ms of CPU | first | alone |  |\n|---|---|---|---|---|---|`,
    );
    for (const { route, answer, took, alone, first } of rows)
      console.log(
        `| ${route} | ${Math.round(answer.bytes / 1024)} | ${spread(took, 0)} | ${first} | ${spread(alone, 0)} | ${median(took) > MOST_MS ? "over" : ""} |`,
      );
    for (const [path, why] of Object.entries(WITHOUT_ROW)) console.log(`- ${path}: ${why}`);
    return {
      nodes: NODES,
      rows: rows.map(({ route, answer: { status, bytes, ms }, took, alone, first }) => ({ route, status, bytes, ms, took, alone, first })),
    };
  },
};
