import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RecordedLog, readLogFile } from "../../history/storage/log-file.ts";
import { parseCommand } from "../options/parse-command.ts";
import { recordOn } from "../record/record.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { history, historyOn } from "./history.ts";
import { SCHEMAS } from "./schemas.ts";

const NAME = "fluentd-elasticsearch";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-history-"));
const file = join(folder, "night.dslog");
let simulated: SimulatedCluster;

function configOf(words: readonly string[]) {
  const command = parseCommand(["history", ...words], {}, "test");
  if (command.kind !== "history") throw new Error(command.kind);
  return command.config;
}

async function ofRecording(...words: readonly string[]) {
  const terminal = capturedTerminal();
  expect(await history(configOf([...words, "--from", file]), terminal)).toBe(0);
  return { out: terminal.out(), warnings: terminal.warnings };
}

beforeAll(async () => {
  simulated = await simulatedCluster("bad-image");
  const command = parseCommand(["record", file], {}, "test");
  if (command.kind !== "record") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const ended = recordOn(simulated.cluster, command.config, terminal);
  await vi.waitUntil(() => terminal.warnings.length > 0, { timeout: 20_000 });
  const { store, clock } = simulated.simulator;
  /** Advances the time, and waits until the recording has a change. */
  const pass = async (ms: number, isRecorded: (end: RecordedLog["end"]) => boolean) => {
    clock.advance(ms);
    const isThere = async () => {
      try {
        return isRecorded((await readLogFile(readFileSync(file))).end);
      } catch {
        // The first block is not written yet.
        return false;
      }
    };
    await vi.waitUntil(isThere, { timeout: 20_000 });
  };
  const concern = ({ model }: RecordedLog["end"]) => model.reading.daemonSetRecord(`kube-system/${NAME}`)?.concern;
  await pass(90_000, (end) => concern(end)?.kind === "failing");
  store.edit("nodes", undefined, "worker-05", (node) => {
    node.spec = { ...(node.spec as object), taints: [{ key: "dedicated", value: "ml", effect: "NoSchedule" }] };
  });
  await pass(30_000, ({ state }) => nodeNamed(state, "worker-05")?.taints.length === 1);
  store.delete("daemonsets", "kube-system", NAME);
  await pass(60_000, ({ model }) => model.reading.daemonSetRecord(`kube-system/${NAME}`) === undefined);
  terminal.end();
  await ended;
});
afterAll(async () => {
  await simulated.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("history of a recording", () => {
  it("has a line for the rollout, its problem, a taint, an eligibility and the deletion", async () => {
    const { out, warnings } = await ofRecording(`ds/${NAME}`, "-n", "kube-system");
    expect(warnings).toEqual([]);
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^TIME +OBJECT +EVENT$/);
    expect(lines.slice(1).map((line) => line.replace(/^\S+ +/, "").replace(/ {2,}/g, " "))).toEqual(
      expect.arrayContaining([
        `ds/${NAME} rollout of revision 2 started`,
        expect.stringMatching(new RegExp(`^ds/${NAME} (FAILING|STUCK): image fluentd:v9-missing not found on \\d nodes.*: worker-`)),
        "node/worker-05 taints added dedicated=ml:NoSchedule",
        expect.stringMatching(new RegExp(`^ds/${NAME} (deleted|is being deleted)$`)),
      ]),
    );
  });
  it("-o json has each event with its time in UTC, and --since leaves out earlier ones", async () => {
    const { out } = await ofRecording("-A", "-o", "json", "--since", "80s");
    const entries = JSON.parse(out) as readonly { readonly at: string; readonly type: string }[];
    expect(entries.map(({ type }) => type)).not.toContain("rolloutStarted");
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: "deleted",
        namespace: "kube-system",
        daemonSet: NAME,
        at: expect.stringMatching(/^2026-01-05T12:0\d:\S+Z$/),
      }),
    );
  });
  it("matches its schema, and -o name, jsonpath and --no-headers work as in the other lists", async () => {
    const isAnswer = new Ajv({ strict: true }).compile(await SCHEMAS.history());
    const { out } = await ofRecording("-A", "-o", "json");
    expect(isAnswer(JSON.parse(out)), JSON.stringify(isAnswer.errors)).toBe(true);
    const names = (await ofRecording("-A", "-o", "name")).out.trimEnd().split("\n");
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining([`daemonset.apps/${NAME}`, "node/worker-05"]));
    expect((await ofRecording("-A", "-o", "jsonpath={.items[*].type}")).out).toContain("rolloutStarted");
    expect((await ofRecording("-A", "--no-headers")).out).not.toContain("OBJECT");
  });
  it("without events it names the file and the time, and another namespace", async () => {
    const { out, warnings } = await ofRecording("-n", "logging");
    expect(out).toBe("");
    expect(warnings).toEqual([expect.stringMatching(/^No events found in \S+ from 2026-01-05T\S+ to 2026-01-05T\S+\./)]);
  });
  it("refuses an unknown name, a start after the end, and an engine", async () => {
    await expect(ofRecording("ds/fluentd-elastic", "-A")).rejects.toThrow('There is no DaemonSet "fluentd-elastic"');
    await expect(ofRecording("-A", "--since", "2027-01-01T00:00:00Z")).rejects.toThrow(/^--since 2027-01-01T00:00:00Z is after the end, /);
    expect(() => configOf(["--from", "nats://a"])).toThrow("history cannot read an engine: use --from FILE");
    expect(() => configOf(["-o", "wide"])).toThrow("history has no wide output");
  });
});

describe("history of a cluster", () => {
  it("refuses an unknown name, and shows events of nodes only without a name", async () => {
    const cluster = await simulatedCluster("bad-image");
    try {
      const unknown = historyOn(cluster.cluster, configOf(["ds/nope", "-n", "kube-system"]), capturedTerminal());
      await expect(unknown).rejects.toThrow(
        'There is no DaemonSet "nope" in namespace "kube-system": there is only fluentd-elasticsearch.',
      );
      const objectsOf = async (...words: readonly string[]) => {
        const terminal = capturedTerminal();
        await historyOn(cluster.cluster, configOf([...words, "-o", "json"]), terminal);
        return (JSON.parse(terminal.out()) as readonly { readonly nodes?: readonly string[] }[]).filter(({ nodes }) => nodes !== undefined);
      };
      expect(await objectsOf(`ds/${NAME}`, "-n", "kube-system")).toEqual([]);
    } finally {
      await cluster.close();
    }
  });
  it("has the API server's events and revisions, in order of time", async () => {
    const cluster = await simulatedCluster("bad-image");
    try {
      cluster.simulator.clock.advance(90_000);
      const terminal = capturedTerminal();
      expect(await historyOn(cluster.cluster, configOf([`ds/${NAME}`, "-n", "kube-system", "-o", "json"]), terminal)).toBe(0);
      const entries = JSON.parse(terminal.out()) as readonly { readonly at: string; readonly message: string }[];
      expect(entries.map(({ message }) => message)).toEqual(
        expect.arrayContaining(["revision 2 created", expect.stringMatching(/^SuccessfulCreate: Created pod/)]),
      );
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
      expect(terminal.warnings).toEqual([expect.stringMatching(/^Note: a cluster keeps its events for about an hour\./)]);
    } finally {
      await cluster.close();
    }
  });
  it("N2 joins the rejections of a graceful shutdown to one entry", async () => {
    const cluster = await simulatedCluster("graceful-shutdown");
    try {
      cluster.simulator.clock.advance(60_000);
      const terminal = capturedTerminal();
      await historyOn(cluster.cluster, configOf(["ds/node-exporter", "-n", "monitoring", "-o", "json"]), terminal);
      const entries = JSON.parse(terminal.out()) as readonly { readonly reason?: string; readonly message: string }[];
      expect(entries.filter(({ reason }) => reason === "NodeShutdown").map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^NodeShutdown: 3 nodes shut down \(batch-1, batch-2, batch-3\): 3 pods ended, the kubelet rejected \d+ pods in \d+s$/,
        ),
      ]);
      expect(entries.find(({ reason }) => reason === "NodeShutdown")).toMatchObject({ lastAt: expect.stringMatching(/^2026-01-05T12:00/) });
      expect(entries.filter(({ reason = "" }) => ["FailedDaemonPod", "SuccessfulDelete"].includes(reason))).toEqual([]);
    } finally {
      await cluster.close();
    }
  });
  it("R31 has the upgrade that failed, with its node and its controller", async () => {
    const cluster = await simulatedCluster("gpu-operator-upgrade");
    try {
      cluster.simulator.clock.advance(160_000);
      for (const [name, expected] of [
        ["nvidia-driver-daemonset", ["gpu-operator failed the upgrade of gpu-3"]],
        ["nvidia-device-plugin-daemonset", []],
      ] as const) {
        const terminal = capturedTerminal();
        await historyOn(cluster.cluster, configOf([`ds/${name}`, "-n", "gpu-operator", "-o", "json"]), terminal);
        const entries = JSON.parse(terminal.out()) as readonly { readonly type: string; readonly message: string }[];
        const failed = entries.filter(({ type }) => type === "upgradeFailed");
        expect(failed.map(({ message }) => message)).toEqual(expected);
        for (const each of failed) expect(each).toMatchObject({ at: "2026-01-05T12:02:10.000Z", nodes: ["gpu-3"] });
      }
    } finally {
      await cluster.close();
    }
  });
  it("R33 has the time at which an owner returned to an earlier template", async () => {
    const cluster = await simulatedCluster("argo-cd-reverts");
    try {
      cluster.simulator.clock.advance(85_000);
      const terminal = capturedTerminal();
      expect(await historyOn(cluster.cluster, configOf(["ds/log-agent", "-n", "logging", "-o", "json"]), terminal)).toBe(0);
      const entries = JSON.parse(terminal.out()) as readonly { readonly type: string; readonly message: string }[];
      const second = entries.findIndex(({ message }) => message === "revision 2 created");
      expect(entries[second + 1]?.message, "the first pod is deleted in the second of the change").toContain("Deleted pod: ");
      expect(entries.slice(0, second).map(({ type }) => type)).toEqual(["revision"]);
      expect(entries.filter(({ type }) => type === "revision").map(({ message }) => message)).toEqual([
        "revision created with the template that is now revision 3",
        "revision 2 created",
        "Argo CD application log-agents reverted revision 2",
      ]);
      // The story restarts the pods after a minute: the return is no longer the last change.
      cluster.simulator.clock.advance(60_000);
      const later = capturedTerminal();
      await historyOn(cluster.cluster, configOf(["ds/log-agent", "-n", "logging", "-o", "json"]), later);
      const revisions = (JSON.parse(later.out()) as readonly { readonly at: string; readonly type: string; readonly message: string }[])
        .filter(({ type }) => type === "revision")
        .map(({ message }) => message);
      expect(revisions.slice(-2)).toEqual(["Argo CD application log-agents reverted revision 2", "revision 4 created by a restart"]);
    } finally {
      await cluster.close();
    }
  });
});
