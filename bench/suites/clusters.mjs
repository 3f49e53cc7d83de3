// `node bench/clusters.mjs` after `npm run build`: the cost of several clusters in one process, compared with one
// process per cluster. Both watch the same simulated clusters, alternately. The page of all clusters is requested once
// a second from the one process, and nothing from the others.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../apps/server/dist/main.js");
const NODES = Number(process.env.BENCH_NODES ?? 1000);
const CLUSTERS = Number(process.env.BENCH_CLUSTERS ?? 2);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const ROUNDS = Number(process.env.BENCH_PAIRS ?? 3);

/** Starts a process of the program, and returns the part of its output that `found` matched. */
function startProgram(args, found) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, failed) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const match = found.exec(text);
      if (match !== null) done({ child, url: match[1] });
    });
    child.once("exit", (code) => failed(new Error(`${args[0]} ended with ${code}`)));
  });
}

const end = ({ child }) =>
  new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGTERM");
  });

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Returns a server's own metrics: CPU seconds since the start, and resident bytes. */
async function countsOf({ url }) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return { cpuS: value("daemonscope_cpu_seconds_total"), bytes: value("daemonscope_resident_memory_bytes") };
}

async function waitUntilReady({ url }) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).trim() === "ok") return;
    await pause(100);
  }
}

/**
 * Runs servers that watch for some time while a page polls. Returns the CPU of the start and of the watch, and the
 * memory, summed over the servers.
 */
async function watchServers(argsOfEach, paths) {
  const servers = await Promise.all(
    argsOfEach.map((args) => startProgram(["serve", "--no-open", "--port", "0", ...args], /^(http:\/\/127\.0\.0\.1:\d+)\/?$/m)),
  );
  try {
    await Promise.all(servers.map(waitUntilReady));
    const before = await Promise.all(servers.map(countsOf));
    let version = "";
    for (let second = 0; second < SECONDS; second++) {
      for (const { url } of servers)
        for (const path of paths) {
          const answer = await fetch(`${url}${path}${path.startsWith("/api/clusters") && version !== "" ? `?since=${version}` : ""}`);
          if (path.startsWith("/api/clusters")) version = (await answer.json()).version;
          else await answer.arrayBuffer();
        }
      await pause(1000);
    }
    const after = await Promise.all(servers.map(countsOf));
    const sum = (all, read) => all.reduce((total, each) => total + read(each), 0);
    return {
      startS: sum(before, ({ cpuS }) => cpuS),
      watchS: sum(after, ({ cpuS }) => cpuS) - sum(before, ({ cpuS }) => cpuS),
      megabytes: sum(after, ({ bytes }) => bytes) / 1e6,
    };
  } finally {
    await Promise.all(servers.map(end));
  }
}

const spread = (values, digits) => {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) => value.toFixed(digits));
  return `${median} (${least}–${most})`;
};

const folder = mkdtempSync(join(tmpdir(), "bench-clusters-"));
const simulators = [];
try {
  for (let at = 0; at < CLUSTERS; at++)
    simulators.push(
      await startProgram(["simulate", "big-cluster", "--nodes", String(NODES), "--seed", String(at + 1)], /^simulator (http:\S+?)\/?$/m),
    );
  const names = simulators.map((_, at) => `c${at + 1}`);
  const kubeconfig = join(folder, "config");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      contexts: names.map((name) => ({ name, context: { cluster: name, user: "u" } })),
      clusters: names.map((name, at) => ({ name, cluster: { server: simulators[at].url } })),
      users: [{ name: "u", user: {} }],
    }),
  );
  const one = ["--kubeconfig", kubeconfig, "--all-contexts"];
  const each = names.map((name) => ["--kubeconfig", kubeconfig, "--context", name]);
  const results = { one: [], each: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ["one", "each"] : ["each", "one"];
    for (const which of order)
      results[which].push(which === "one" ? await watchServers([one], ["/api/clusters"]) : await watchServers(each, []));
  }
  console.log(
    `\n${CLUSTERS} clusters × ${NODES} nodes × 12 DaemonSets, ${SECONDS} s, ${ROUNDS} rounds in alternating order; median (least–most)`,
  );
  const row = (all) => ({
    "CPU s until all is read": spread(
      all.map(({ startS }) => startS),
      2,
    ),
    "CPU s of the watch": spread(
      all.map(({ watchS }) => watchS),
      2,
    ),
    "resident MB": spread(
      all.map(({ megabytes }) => megabytes),
      0,
    ),
  });
  // Computed per round, so that other load affects both alike.
  const ratio = (read, digits) =>
    spread(
      results.one.map((one, round) => read(one) / read(results.each[round])),
      digits,
    );
  console.table({
    "one process": row(results.one),
    [`${CLUSTERS} processes`]: row(results.each),
    "one ÷ the others": {
      "CPU s until all is read": ratio(({ startS }) => startS, 2),
      "CPU s of the watch": ratio(({ watchS }) => watchS, 2),
      "resident MB": ratio(({ megabytes }) => megabytes, 2),
    },
  });
  console.log(`load ${loadavg()[0].toFixed(1)}`);
} finally {
  await Promise.all(simulators.map(end));
  rmSync(folder, { recursive: true, force: true });
}
