import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { daemonscope } from "./daemonscope-command.ts";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

interface Named {
  readonly name: string;
}

interface Kubeconfig {
  readonly clusters: readonly (Named & { readonly cluster: Readonly<Record<string, unknown>> })[];
  readonly users: readonly (Named & { readonly user: object })[];
}

/**
 * Writes a kubeconfig with a context for each stage. The first stage has two contexts, and one more context names a
 * server that does not exist.
 */
async function kubeconfigOf(folder: string, stages: readonly Stage[]): Promise<string> {
  const views = stages.map(({ kubectl }) => kubectl("config", "view", "--raw", "--flatten", "-o", "json"));
  const read = (await Promise.all(views)).map((view) => JSON.parse(view) as Kubeconfig);
  const clusters = read.map((config, at) => ({ ...config.clusters[0], name: `c${at + 1}` }));
  const users = read.map((config, at) => ({ ...config.users[0], name: `u${at + 1}` }));
  const first = clusters[0]?.cluster ?? {};
  const again = { ...first, server: String(first.server).replace("127.0.0.1", "localhost"), "insecure-skip-tls-verify": true };
  for (const field of ["certificate-authority", "certificate-authority-data"]) delete (again as Record<string, unknown>)[field];
  const context = (name: string, cluster: string, user: string) => ({ name, context: { cluster, user, namespace: "default" } });
  const file = join(folder, "config");
  writeFileSync(
    file,
    JSON.stringify({
      "current-context": "eu1",
      clusters: [...clusters, { name: "again", cluster: again }, { name: "gone", cluster: { server: "https://127.0.0.1:9" } }],
      users,
      contexts: [
        context("eu1", "c1", "u1"),
        context("us1", "c2", "u2"),
        context("eu1-again", "again", "u1"),
        context("gone", "gone", "u1"),
      ],
    }),
    { mode: 0o600 },
  );
  return file;
}

test("two control planes in one process: separate data, a duplicate context served once, a missing one without effect", async () => {
  const folder = mkdtempSync(join(tmpdir(), "several-"));
  const stages = await Promise.all([setStage("eu1", 3), setStage("us1", 2)]);
  const [eu1, us1] = stages;
  try {
    await Promise.all([
      eu1.apply(agent({ name: "fluentd", image: "fluentd:2", strategy: rolling(1) })),
      us1.apply(agent({ name: "fluentd", image: "fluentd:1", strategy: rolling(1), annotations: { team: "logs" } })),
      eu1.apply(agent({ name: "only-eu1", strategy: rolling(1) })),
    ]);
    const kubeconfig = await kubeconfigOf(folder, stages);
    const both = ["--context", "eu1", "--context", "us1"];

    const gate = await daemonscope(kubeconfig, "wait", "ds/fluentd", ...both);
    const warnings = gate.stderr.trimEnd().split("\n").sort();
    expect([gate.code, warnings, gate.out]).toEqual([
      0,
      ["eu1", "us1"].map((name) =>
        expect.stringContaining(`${name}: Warning: daemon set "fluentd" has no readiness probe and minReadySeconds 0`),
      ),
      expect.stringMatching(/^eu1: daemon set "fluentd" successfully rolled out$/m),
    ]);
    expect(gate.out).toMatch(/^us1: daemon set "fluentd" successfully rolled out$/m);

    const difference = await daemonscope(kubeconfig, "diff", "ds/fluentd", ...both);
    expect(difference.code).toBe(1);
    expect(difference.out).toContain("  container agent: image fluentd:2 → fluentd:1\n");
    expect(difference.out).toContain("annotation team added: logs");

    const status = await daemonscope(kubeconfig, "status", "-A", "--all-contexts");
    expect(status.code).toBe(2);
    expect(status.stderr).toMatch(/^gone: error: cluster "gone" .*connection refused/m);
    expect(status.stderr).toMatch(/^Warning: contexts "eu1" .* and "eu1-again" .* are the same cluster, which is used once, as "eu1"\./m);
    expect(status.out.split("\n").map((line) => line.split(/ +/).slice(0, 4).join(" "))).toEqual([
      "CLUSTER NAMESPACE NAME DESIRED",
      "eu1 default fluentd 3",
      "eu1 default only-eu1 3",
      "us1 default fluentd 2",
      "",
    ]);

    const product = await startDaemonscope(["--kubeconfig", kubeconfig, "--all-contexts"]);
    try {
      const fetchClusters = async () => (await (await fetch(`${product.url}/api/clusters`)).json()) as ClustersAnswer;
      await expect
        .poll(async () => (await fetchClusters()).clusters.map(({ name, hearing, nodes }) => `${name} ${hearing} ${nodes ?? "-"}`))
        .toEqual(["eu1 live 3", "us1 live 2", "gone silent -"]);
      const { clusters, notes } = await fetchClusters();
      expect(notes).toHaveLength(1);
      expect(clusters.map(({ agents }) => agents?.map(({ key, images, template }) => `${key} ${images[0]?.[1]} ${template}`))).toEqual([
        ["default/fluentd fluentd:2 0", "default/only-eu1 agent:1 0"],
        ["default/fluentd fluentd:1 1"],
        [],
      ]);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    } finally {
      await product.stop();
    }
  } finally {
    await Promise.all(stages.map((stage) => stage.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
});
