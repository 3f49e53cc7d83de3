import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface FiringAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: "pending" | "firing";
}

export interface RunningPrometheus {
  readonly alerts: () => Promise<readonly FiringAlert[]>;
  /** Values of an instant query, by their labels. */
  readonly query: (
    promql: string,
  ) => Promise<readonly { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }[]>;
  readonly stop: () => Promise<void>;
}

/** Returns a free port, because Prometheus does not report the port that it chooses for port 0. */
function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => done(port));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once("exit", () => done()));
}

/** Number of paths that Prometheus scrapes. */
const TARGETS = 2;

/** Starts a real Prometheus that scrapes a Daemonscope, and evaluates rules, four times a second. */
export async function startPrometheus(url: string, ruleFile: string): Promise<RunningPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-prometheus-"));
  const target = { static_configs: [{ targets: [new URL(url).host] }] };
  writeFileSync(
    join(folder, "prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "250ms", scrape_timeout: "250ms", evaluation_interval: "250ms" },
      rule_files: [ruleFile],
      scrape_configs: [
        { job_name: "daemonscope", ...target },
        { job_name: "daemonsets", metrics_path: "/metrics/daemonsets", ...target },
      ],
    }),
  );
  const port = await freePort();
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  child.stderr.on("data", (part: Buffer) => {
    output = `${output}${part}`.slice(-4000);
  });
  const api = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    if (!answer.ok) throw new Error(`Prometheus answered ${answer.status} to ${path}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly data: unknown }).data;
  };
  const stop = async () => {
    child.kill("SIGTERM");
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${output}`);
    // Prometheus reports ready seconds before its first scrape.
    const scraped = await api("/api/v1/query?query=up").then(
      (data) => (data as { readonly result: readonly unknown[] }).result.length,
      () => 0,
    );
    if (scraped === TARGETS) break;
    if (tries > 300) {
      await stop();
      throw new Error(`Prometheus is not ready: ${output}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    alerts: async () => ((await api("/api/v1/alerts")) as { readonly alerts: readonly FiringAlert[] }).alerts,
    query: async (promql) =>
      (
        (await api(`/api/v1/query?query=${encodeURIComponent(promql)}`)) as {
          readonly result: Awaited<ReturnType<RunningPrometheus["query"]>>;
        }
      ).result,
    stop,
  };
}
