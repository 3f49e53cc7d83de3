import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { importRecording } from "../../cli/record/import.ts";
import { capturedTerminal } from "../../cli/terminal/terminal.fixture.ts";
import { replayTo } from "../replay/replay-to.ts";
import { readLogFile } from "../storage/log-file.ts";
import { daemonSet, node, pod, revision } from "./imported-objects.fixture.ts";

const BEGAN = Date.parse("2026-01-31T02:00:10Z");
const SNAPSHOT = [node("n1"), node("n2"), pod("n1"), pod("n2"), daemonSet, revision];

function patch(resource: string, name: string, seconds: number, method: string, content?: object) {
  const isApps = resource === "daemonsets";
  return {
    apiVersion: "action.kwok.x-k8s.io/v1alpha1",
    durationNanosecond: seconds * 1e9,
    kind: "ResourcePatch",
    method,
    resource: { ...(isApps ? { group: "apps" } : {}), resource, version: "v1" },
    target: { name, ...(resource === "nodes" ? {} : { namespace: "default" }) },
    ...(content === undefined ? {} : { template: content }),
  };
}
/** n3 is created 20 s after the start, so that the start is known. Then n2 is tainted, and its pod is deleted. */
const NIGHT = [
  patch("nodes", "n3", 20, "create", { ...node("n3"), metadata: { ...node("n3").metadata, creationTimestamp: "2026-01-31T02:00:30Z" } }),
  patch("nodes", "n2", 60, "patch", { spec: { taints: [{ key: "disk", value: "full", effect: "NoExecute" }] } }),
  patch("pods", "agent-n2", 61, "delete"),
  patch("nodes", "n1", 90, "patch", {
    status: {
      $setElementOrder: [],
      "$setElementOrder/conditions": [{ type: "MemoryPressure" }, { type: "Ready" }],
      conditions: [{ type: "Ready", status: "False" }],
    },
  }),
];

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function imported(text: string, startMs?: number) {
  const folder = folderOfTest();
  const from = join(folder, "night.yaml");
  const file = join(folder, "night.dslog");
  writeFileSync(from, text);
  const terminal = capturedTerminal();
  await importRecording({ from: [from], file, overwrite: false, ...(startMs === undefined ? {} : { startMs }) }, terminal);
  const log = await readLogFile(readFileSync(file));
  const at = async (ms: number) => {
    const { model, state } = await replayTo(log, { fromMs: ms, toMs: ms });
    const record = (name: string) => state.nodes.find((each) => each?.name === name);
    return { model, state, record };
  };
  return { log, at, terminal, warnings: terminal.warnings.map((line) => line.replaceAll(folder, "")) };
}
const yaml = (documents: readonly object[]) => documents.map((each) => stringify(each)).join("---\n");

describe("a kwok recording", () => {
  it("is played at the times in its objects", async () => {
    const { log, at, warnings } = await imported(yaml([...SNAPSHOT, ...NIGHT]));
    expect([log.segments[0]?.fromMs, Math.floor(log.end.atMs / 1000)]).toEqual([BEGAN, Math.floor((BEGAN + 90_000) / 1000)]);
    const before = await at(BEGAN + 59_000);
    expect(before.record("n2")?.taints).toEqual([]);
    expect(before.state.nodes.filter(Boolean).map((each) => each?.name)).toEqual(["n1", "n2", "n3"]);
    const after = await at(BEGAN + 62_000);
    expect(after.record("n2")?.taints).toEqual([{ key: "disk", value: "full", effect: "NoExecute" }]);
    expect(after.record("n1")?.ready).toEqual(before.record("n1")?.ready);
    const end = await at(log.end.atMs);
    expect(end.record("n1")?.ready).not.toEqual(before.record("n1")?.ready);
    expect(warnings).toEqual([
      "/night.yaml does not say when it began: 2026-01-31T02:00:10.000Z by its objects; --start TIME says it better.",
    ]);
  });
  it("produces the marks of a live watch", async () => {
    const { log } = await imported(yaml([...SNAPSHOT, ...NIGHT]));
    const marks = log.timeline.between(BEGAN, log.end.atMs).map(({ kind, atMs }) => `${kind} ${Math.round((atMs - BEGAN) / 1000)}`);
    expect(marks).toEqual([
      "nodeJoined 20",
      "taintsChanged 60",
      "concernBegan 60",
      "concernEnded 61",
      "nodeNotReady 90",
      "concernBegan 90",
    ]);
  });
  it("begins at a given time", async () => {
    const { log, warnings } = await imported(yaml([...SNAPSHOT, ...NIGHT]), BEGAN + 5000);
    expect([log.segments[0]?.fromMs, warnings]).toEqual([BEGAN + 5000, []]);
  });
  it("counts its times, from kwokctl's start, from a given time", async () => {
    const text = yaml([...SNAPSHOT, ...NIGHT]).replaceAll(
      /\d{4}-\d\d-\d\dT[\d:]+Z/g,
      (time) => `$(time-offset-nanosecond ${(Date.parse(time) - BEGAN) * 1e6})`,
    );
    await expect(imported(text)).rejects.toThrow("does not say when that was: say it by --start TIME");
    const plain = await imported(yaml([...SNAPSHOT, ...NIGHT]), BEGAN);
    const { at, warnings } = await imported(text, BEGAN);
    expect(warnings).toEqual([]);
    const { record } = await at(BEGAN + 59_000);
    expect(record("n3")).toEqual((await plain.at(BEGAN + 59_000)).record("n3"));
  });
  it("warns about unknown objects, missing kinds, and a truncated end", async () => {
    const unknown = patch("pods", "other", 95, "patch", { status: { phase: "Failed" } });
    const text = yaml([...SNAPSHOT.filter((each) => each !== revision), ...NIGHT, unknown, patch("nodes", "n3", 99, "delete")]);
    const { warnings, at, log } = await imported(text.slice(0, -1));
    expect(warnings.slice(1)).toEqual([
      "/night.yaml contains no controllerrevisions: facts that depend on them stay unknown.",
      "/night.yaml: 1 patch is of an object that it does not hold, and what that was cannot be known: pods default/other, at 2026-01-31T02:01:45.000Z.",
      "/night.yaml: 1 document was cut off at its end, and left out: the last, 11.",
    ]);
    const { state, record } = await at(log.end.atMs);
    expect([record("n3")?.name, state.sources.controllerrevisions.detail]).toEqual(["n3", "the import does not contain all of them"]);
  });
  it("leaves no file if nothing could be converted, and keeps its input unchanged", async () => {
    const folder = folderOfTest();
    const file = join(folder, "night.dslog");
    const terminal = capturedTerminal();
    await expect(importRecording({ from: [join(folder, "none")], file, overwrite: false }, terminal)).rejects.toThrow("There is no file");
    await expect(importRecording({ from: [folder], file, overwrite: false }, terminal)).rejects.toThrow("is a folder");
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(file, "kept");
    await expect(importRecording({ from: [file], file, overwrite: true }, terminal)).rejects.toThrow("is what is read: name another file");
    expect(readFileSync(file, "utf8")).toBe("kept");
  });
  it.each([
    ["", "is no recording of kwok"],
    ["hello", "is no recording of kwok"],
    ["daemonscope log 1\n", /^File \S+night\.yaml is a recording of daemonscope already: show it with replay, or add --anonymise/],
    [yaml([daemonSet]), "holds no nodes"],
    [yaml([node("n1")]), "holds no DaemonSets"],
    [yaml([...SNAPSHOT, { ...NIGHT[0], target: {} }]), "document 7 that is no whole patch"],
  ])("%#: unusable input is refused in one sentence", async (text, sentence) => {
    await expect(imported(text)).rejects.toThrow(sentence);
  });
});
