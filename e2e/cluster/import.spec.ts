import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { expect, test } from "@playwright/test";
import { run } from "./control-plane.ts";
import { seeded } from "./differential/seeded.ts";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MAIN = join(ROOT, "apps/server/dist/main.js");

/** Returns the audit policy that docs/log.md documents. */
function documentedPolicy(): string {
  const policy = /```yaml\n(apiVersion: audit[^`]+)```/.exec(readFileSync(join(ROOT, "docs/log.md"), "utf8"))?.[1];
  if (policy === undefined) throw new Error("docs/log.md gives no audit policy");
  return policy;
}

/** The live answer for each pair, while nothing changed. */
interface LiveVerdicts {
  readonly atMs: number;
  readonly verdicts: Readonly<Record<string, string>>;
}

async function ask(stage: Stage): Promise<LiveVerdicts> {
  await stage.quiet();
  const { rows, columns } = stage.observer.state();
  const verdicts: Record<string, string> = {};
  for (const key of sortedNames(columns))
    for (const node of sortedNames(rows)) {
      const [namespace = "", daemonSet = ""] = key.split("/");
      const answer = await fetch(`${stage.url}/api/explain?${new URLSearchParams({ namespace, daemonSet, node })}`);
      const { placement } = (await answer.json()) as ExplainAnswer;
      verdicts[`${daemonSet} ${node}`] = placement.verdict;
    }
  // 300 ms ago, because the parts received the last change at different times.
  return { atMs: Date.now() - 300, verdicts };
}

const daemonscope = (...args: readonly string[]) => run(process.execPath, [MAIN, ...args], undefined, process.env);

/** Returns the log in two forms: rotated, with one compressed part, and as written by two API servers. */
function inParts(text: string, folder: string): Readonly<Record<string, readonly string[]>> {
  const lines = text.split("\n").filter((line) => line !== "");
  const write = (name: string, part: readonly string[]) => {
    const bytes = Buffer.from(part.map((line) => `${line}\n`).join(""));
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(bytes) : bytes);
    return join(folder, name);
  };
  const [one, two] = [Math.floor(lines.length / 3), Math.floor((lines.length * 2) / 3)];
  const { pick } = seeded(20261124);
  const byServer = lines.map((line) => ({ line, server: pick(["a", "b"]) }));
  const linesOf = (server: string) => byServer.flatMap((each) => (each.server === server ? [each.line] : []));
  return {
    rotated: [
      write("rotated.log", lines.slice(two)),
      write("rotated-2026-01-31T02-30-00.000.log.gz", lines.slice(one, two)),
      write("rotated-2026-01-31T02-00-00.000.log", lines.slice(0, one)),
    ],
    servers: [write("b.log", linesOf("b")), write("a.log.gz", linesOf("a"))],
  };
}

async function askRecording(file: string, atMs: number) {
  const at = ["--from", file, "--at", String(atMs), "-A", "-o", "json"];
  const explained = await daemonscope("explain", ...at);
  const status = await daemonscope("status", ...at);
  const entries = JSON.parse(explained.stdout) as readonly { node: string; daemonSet: string; verdict: string }[];
  return {
    verdicts: Object.fromEntries(entries.map(({ node, daemonSet, verdict }) => [`${daemonSet} ${node}`, verdict])),
    // kwok removes resource versions. An audit log has no managed fields, which name the owner.
    status: JSON.parse(status.stdout, (key, value: unknown) =>
      key === "resourceVersion" || key === "owner" ? undefined : value,
    ) as unknown,
  };
}

/** Resolves with the time at which the output contains `words`. */
function waitForOutput(child: ChildProcess, words: string): Promise<number> {
  let output = "";
  return new Promise((done, failed) => {
    const read = (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes(words)) done(Date.now());
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", () => failed(new Error(`it ended before it said "${words}": ${output}`)));
  });
}
const ended = (child: ChildProcess) => new Promise((done) => child.once("close", done));

/** Runs a rollout, a taint and a node deletion, and notes the answers after each. */
async function changeCluster(stage: Stage): Promise<readonly LiveVerdicts[]> {
  const answers: LiveVerdicts[] = [];
  await stage.apply(agent({ name: "web", strategy: rolling(2) }));
  await stage.kubectl("rollout", "status", "ds/web", "--timeout=60s");
  answers.push(await ask(stage));
  await stage.kubectl("set", "image", "ds/web", "agent=agent:2");
  await stage.kubectl("taint", "node", "node-0", "gpu=yes:NoExecute");
  await stage.kubectl("rollout", "status", "ds/web", "--timeout=60s");
  answers.push(await ask(stage));
  await stage.kubectl("delete", "node", "node-2");
  answers.push(await ask(stage));
  return answers;
}

test("an audit log and a kwok recording give the verdicts of each moment, equal to daemonscope's recording", async () => {
  const stage = await setStage("import", 4, { auditPolicy: documentedPolicy() });
  const { dir, kubeconfig } = stage.cluster;
  const file = (name: string) => join(dir, name);
  const environment = { ...process.env, KUBECONFIG: kubeconfig };
  const recorder = spawn(process.execPath, [MAIN, "record", file("recorded.dslog")], { env: environment });
  let kwok: ChildProcess | undefined;
  try {
    await waitForOutput(recorder, "recording cluster");
    await stage.kubectl("get", "nodes,pods,daemonsets,controllerrevisions", "-A", "-o", "json");
    await stage.apply(agent({ name: "driver", strategy: rolling(1) }));
    await stage.kubectl("rollout", "status", "ds/driver", "--timeout=60s");
    kwok = spawn(process.env.CONTROL_PLANE ?? "", ["record", "--path", file("night.yaml")], { env: environment });
    const kwokStartMs = await waitForOutput(kwok, "recording");
    const answers = await changeCluster(stage);
    // A file ends at its last event, so there is one after the last answer.
    await stage.kubectl("label", "node", "node-1", "seen=yes");
    await stage.quiet(700);
    const kwokEnds = ended(kwok);
    const recorderEnds = ended(recorder);
    kwok.kill("SIGINT");
    recorder.kill("SIGINT");
    await Promise.all([kwokEnds, recorderEnds]);

    const audit = await daemonscope("import", file("audit.log"), file("audit.dslog"));
    expect(audit).toMatchObject({ code: 0, stderr: "" });
    const auditText = readFileSync(file("audit.log"), "utf8");
    expect(auditText, "the policy keeps what gives pods their nodes").toMatch(/"subresource":"binding".*"kind":"Binding"/);
    for (const [name, files] of Object.entries(inParts(auditText, dir)))
      expect(await daemonscope("import", ...files, file(`${name}.dslog`))).toMatchObject({ code: 0, stderr: "" });
    const start = ["--start", String(kwokStartMs)];
    expect(await daemonscope("import", file("night.yaml"), file("kwok.dslog"), ...start)).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(answers.map(({ verdicts }) => JSON.stringify(verdicts))).size, "each moment is another").toBe(answers.length);
    for (const [index, { atMs, verdicts }] of answers.entries()) {
      const recorded = await askRecording(file("recorded.dslog"), atMs);
      expect(recorded.verdicts).toEqual(verdicts);
      for (const imported of ["audit.dslog", "rotated.dslog", "servers.dslog", "kwok.dslog"]) {
        const answer = await askRecording(file(imported), atMs);
        expect(answer.verdicts, `${imported}, moment ${index}`).toEqual(verdicts);
        expect(answer.status, `${imported}, moment ${index}`).toEqual(recorded.status);
      }
    }
  } finally {
    recorder.kill("SIGKILL");
    kwok?.kill("SIGKILL");
    await stage.stop();
  }
});

test("R31 an audit log names the user who deletes the pods of an OnDelete DaemonSet", async () => {
  const stage = await setStage("import-deleter", 3, { auditPolicy: documentedPolicy() });
  const { dir } = stage.cluster;
  try {
    await stage.kubectl("get", "nodes,pods,daemonsets,controllerrevisions", "-A", "-o", "json");
    await stage.apply(agent({ name: "web", strategy: { type: "OnDelete" } }));
    const updatedPods = () => stage.observer.record("default/web")?.derived?.updatedNumberScheduled;
    await stage.observer.until("all pods run", () => updatedPods() === 3);
    await stage.kubectl("set", "image", "ds/web", "agent=agent:2");
    await stage.observer.until("all pods are old", () => updatedPods() === 0);
    const roller = ["--as=system:serviceaccount:ops:roller", "--as-group=system:masters"];
    await stage.kubectl("delete", "pod", "-l", "app=web", "--field-selector", "spec.nodeName=node-0", ...roller);
    await stage.observer.until("one pod is new", () => updatedPods() === 1);
    await stage.quiet(700);
    expect(await daemonscope("import", join(dir, "audit.log"), join(dir, "deleter.dslog"))).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await daemonscope("status", "--from", join(dir, "deleter.dslog"), "-A", "-o", "json");
    expect(stdout).toContain("2 old pods (OnDelete), which ServiceAccount ops/roller deletes");
  } finally {
    await stage.stop();
  }
});
