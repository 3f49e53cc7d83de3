import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import type { CommandResult } from "./control-plane.ts";
import { agent, rolling } from "./manifests.ts";
import { COUNT_FIELDS, statusesIn } from "./oracle.ts";
import { type Stage, setStage } from "./stage.ts";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");

interface Command {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<CommandResult>;
}

function daemonscope(stage: Stage, args: readonly string[], input = ""): Command {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, KUBECONFIG: stage.cluster.kubeconfig },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => {
    stdout += part.toString("utf8");
  });
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString("utf8");
  });
  child.stdin.end(input);
  const ended = once(child, "close").then(([code]) => ({ code: (code as number | null) ?? -1, stdout, stderr }));
  return { child, out: () => stdout, stderr: () => stderr, ended };
}

test("wait, status and explain agree with a real control plane, and with kubectl", async () => {
  test.setTimeout(300_000);
  const stage = await setStage("commands", 4);
  try {
    await stage.apply(agent({ name: "fluentd", strategy: rolling(1) }));
    // R5: complete when kubectl reports so.
    const [waitResult, kubectlResult] = await Promise.all([
      daemonscope(stage, ["wait", "ds/fluentd"]).ended,
      stage.cluster.kubectl(["rollout", "status", "ds/fluentd", "--timeout=120s"]),
    ]);
    expect(waitResult).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Warning: daemon set "fluentd" has no readiness probe .*\n$/),
    });
    expect(waitResult.stdout.trim().split("\n").at(-1)).toBe(kubectlResult.stdout.trim().split("\n").at(-1));

    // Shell completion offers the existing names.
    expect((await daemonscope(stage, ["__complete", "status", "ds/f"]).ended).stdout).toBe("ds/fluentd\n:4\n");
    expect((await daemonscope(stage, ["__complete", "explain", "--node", "node-0"]).ended).stdout).toBe("node-0\n:4\n");

    // C6: a line for every status that the API serves, in order.
    const watching = daemonscope(stage, ["status", "ds/fluentd", "--watch", "-o", "json"]);
    await expect.poll(() => watching.out(), { timeout: 30_000 }).toContain('"fluentd"');
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:2");
    expect((await daemonscope(stage, ["wait", "fluentd"]).ended).code).toBe(0);
    await stage.quiet();
    watching.child.kill("SIGINT");
    const watched = await watching.ended;
    expect(watched.code).toBe(130);
    const lines = watched.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { generation: number; observedGeneration: number; reported: Record<string, number> });
    const printed = lines
      .map(({ generation, observedGeneration, reported }) =>
        JSON.stringify({ generation, observedGeneration, counts: COUNT_FIELDS.map((field) => reported[field]) }),
      )
      .filter((text, at, all) => text !== all[at - 1]);
    const written = statusesIn(stage.oracleLines(), "default", "fluentd").map((status) => JSON.stringify(status));
    expect(printed).toEqual(written.slice(-printed.length));
    expect(printed.length).toBeGreaterThan(4);

    // R8: reports a stuck rollout long before the timeout, with the nodes that hold it.
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:missing");
    const stuck = await daemonscope(stage, ["wait", "ds/fluentd", "--timeout", "5m"]).ended;
    expect(stuck.code).toBe(3);
    expect(stuck.stdout).toMatch(/^STUCK \w+: image \S+ (?:cannot be pulled(?: \([a-z ]+\))?|not found) on 1 node: node-\d/m);
    expect(stuck.stdout).toMatch(/^ {2}node-\d +fluentd-\w{5} +ImagePullBackOff$/m);
    expect((await daemonscope(stage, ["wait", "ds/fluentd", "--timeout", "1s"]).ended).code).not.toBe(0);

    // P1: explains a manifest before it is applied.
    await stage.kubectl("taint", "node", "node-0", "dedicated=db:NoSchedule");
    const manifest = agent({ name: "new" });
    const planned = await daemonscope(stage, ["explain", "--daemonset", "-", "-o", "json"], manifest).ended;
    expect(planned.code, planned.stderr).toBe(0);
    const verdicts = (JSON.parse(planned.stdout) as { node: string; verdict: string }[]).map(({ node, verdict }) => `${node} ${verdict}`);
    expect(verdicts).toEqual(["node-0 keep", "node-1 run", "node-2 run", "node-3 run"]);
    await stage.apply(manifest);
    expect((await daemonscope(stage, ["wait", "ds/new"]).ended).code).toBe(0);
    const pods = JSON.parse(await stage.kubectl("get", "pods", "-l", "app=new", "-o", "json")) as {
      items: { spec: { nodeName: string } }[];
    };
    expect(pods.items.map(({ spec }) => spec.nodeName).sort()).toEqual(["node-1", "node-2", "node-3"]);

    // Under OnDelete kubectl refuses to wait, and so does `wait` without `--for updated`.
    await stage.apply(agent({ name: "by-hand", strategy: { type: "OnDelete" } }));
    const refused = await daemonscope(stage, ["wait", "ds/by-hand"]).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--for=updated")]);
    expect((await daemonscope(stage, ["wait", "ds/by-hand", "--for", "updated"]).ended).code).toBe(0);

    // Exit code 5: the DaemonSet is deleted.
    await stage.kubectl("set", "image", "ds/new", "agent=agent:missing");
    const orphaned = daemonscope(stage, ["wait", "ds/new"]);
    await expect.poll(() => orphaned.out(), { timeout: 30_000 }).toContain("Waiting for daemon set");
    await stage.kubectl("delete", "ds", "new");
    expect((await orphaned.ended).code).toBe(5);

    // An unknown name is reported with the nearest one.
    const wrong = await daemonscope(stage, ["status", "ds/fluent"]).ended;
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'error: there is no DaemonSet "fluent" in namespace "default": did you mean fluentd?\n',
    ]);
  } finally {
    await stage.stop();
  }
});

test("reports a server once when it goes and once when it returns, and never presents old data as current", async () => {
  const stage = await setStage("commands-outage", 2);
  try {
    await stage.apply(agent({ name: "fluentd", strategy: rolling(1) }));
    expect((await daemonscope(stage, ["wait", "ds/fluentd"]).ended).code).toBe(0);
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:missing");
    const watching = daemonscope(stage, ["status", "ds/fluentd", "--watch", "-o", "json"]);
    const waiting = daemonscope(stage, ["wait", "ds/fluentd", "--timeout", "12s"]);
    await expect.poll(() => watching.out() !== "" && waiting.out() !== "", { timeout: 30_000 }).toBe(true);
    stage.cluster.freezeApiServer();
    for (const command of [watching, waiting])
      await expect
        .poll(command.stderr, { timeout: 20_000 })
        .toMatch(/^Warning: the API server does not respond, and the printed data may be stale: \S+ stale: .*liveness probe.*\n$/);
    // A frozen server accepts connections. A wait that starts now still times out.
    const late = await daemonscope(stage, ["wait", "ds/fluentd", "--timeout", "2s"]).ended;
    expect([late.code, late.stderr]).toEqual([
      4,
      "error: timed out after 2s: the state of the rollout is unknown (it has not answered yet)\n",
    ]);
    const timedOut = await waiting.ended;
    expect(timedOut.code).toBe(4);
    expect(timedOut.stderr).toMatch(
      /^error: timed out after 12s while the API server does not respond \(.*\)\. Last state: \d+ of \d+ (updated )?pods of daemon set/m,
    );
    stage.cluster.thawApiServer();
    await expect.poll(watching.stderr, { timeout: 30_000 }).toMatch(/\nThe API server responds again\.\n$/);
    watching.child.kill("SIGTERM");
    const watched = await watching.ended;
    expect(watched.code).toBe(143);
    expect(JSON.parse(watched.stdout.trim().split("\n").at(-1) ?? "")).not.toHaveProperty("doubt");
    expect(watched.stderr.trim().split("\n")).toHaveLength(2);
  } finally {
    await stage.stop();
  }
});

test("reports a forbidden kind with the missing verbs", async () => {
  const stage = await setStage("forbidden", 1);
  try {
    await stage.kubectl("create", "serviceaccount", "reader");
    await stage.kubectl("create", "clusterrole", "nodes-only", "--verb=get,list,watch", "--resource=nodes");
    await stage.kubectl("create", "clusterrolebinding", "nodes-only", "--clusterrole=nodes-only", "--serviceaccount=default:reader");
    const refused = await daemonscope(stage, ["status", "-A", "--as", "system:serviceaccount:default:reader"]).ended;
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /^error: forbidden: user "system:serviceaccount:default:reader" cannot list and watch daemonsets\.apps \(also pods, controllerrevisions\.apps\) at the cluster scope\. Check: kubectl auth can-i --list --as /m,
    );
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
    // A manifest is compared with the nodes only, and needs no other request.
    const as = ["--as", "system:serviceaccount:default:reader"];
    const planned = await daemonscope(stage, ["explain", "--daemonset", "-", "-o", "json", ...as], agent({ name: "new" })).ended;
    expect(planned).toMatchObject({ code: 0, stderr: "" });
    // A user without access to pods gets that message, not the statement that there are none.
    await stage.apply(agent({ name: "fluentd", strategy: rolling(1) }));
    await stage.kubectl("create", "clusterrole", "no-pods", "--verb=get,list,watch", "--resource=daemonsets.apps");
    await stage.kubectl("create", "clusterrolebinding", "no-pods", "--clusterrole=no-pods", "--serviceaccount=default:reader");
    const unseen = await daemonscope(stage, ["explain", "ds/fluentd", "--node", "node-0", ...as]).ended;
    expect(unseen.code).toBe(0);
    expect(unseen.stdout).toContain("pods: not known: it takes the verbs list and watch on pods\n");
    expect(unseen.stderr).toMatch(/^Warning: the existing pods are not known: user ".*" cannot list and watch pods .*\n$/);
  } finally {
    await stage.stop();
  }
});
