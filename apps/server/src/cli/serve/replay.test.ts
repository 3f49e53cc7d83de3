import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import type { HistoryAnswer, HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import type { Keyframe } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { describe, expect, it, onTestFinished } from "vitest";
import { serverOnManualTime } from "../../api/context.fixture.ts";
import { kubeNode } from "../../cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { replay } from "./replay.ts";

/** A recording of a cluster with a tainted node, as the page would receive it. */
async function recorded() {
  const { live, consumer, time, tick, get, writer } = serverOnManualTime();
  live.beginMarks();
  tick();
  time.pass(60_000);
  const before = time.nowMs();
  time.pass(1000);
  consumer(putNode(kubeNode("n1", { taints: [{ key: "disk", effect: "NoSchedule" }] })));
  tick();
  await writer?.flush();
  const response = await get("/api/history/recording");
  expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="daemonscope-1970-01-01T00-1\d-\d\d.dslog"$/);
  return { bytes: response.rawPayload, before, hash: live.log.hash() };
}

function fileOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "night.dslog");
  writeFileSync(file, bytes);
  return file;
}

/** A server over a file; it ends with the test. */
async function replayed(file: string) {
  const terminal = capturedTerminal();
  const ended = replay({ file, port: 0, open: false, logLevel: "silent" }, terminal);
  onTestFinished(async () => {
    terminal.end();
    await ended;
  });
  await Promise.race([ended, expect.poll(() => terminal.out()).toContain("http://")]);
  const address = /http:\S+/.exec(terminal.out())?.[0] ?? "";
  const get = async (path: string) => {
    const response = await fetch(new URL(path, address));
    const text = await response.text();
    return { status: response.status, body: path === "/api/keyframe" ? keyframeOfText(text) : (JSON.parse(text) as unknown) };
  };
  return { terminal, get };
}

describe("replay", () => {
  it("L1 shows the last state, and any earlier one, without a cluster, marked as recorded", async () => {
    const { bytes, before, hash } = await recorded();
    const { terminal, get } = await replayed(fileOf(bytes));
    expect(terminal.out()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\ndaemonscope \S+ · RECORDED cluster "test", 1970\S+ to 1970\S+\n/);
    const state = decodeKeyframe((await get("/api/keyframe")).body as Keyframe);
    expect(state && stateHash(state)).toBe(hash);
    expect(state?.cluster.recorded?.toMs).toBeGreaterThanOrEqual(state?.at ?? Number.POSITIVE_INFINITY);
    const frames = (await get(`/api/history/frames?from=${before}&to=${before}`)).body as HistoryFramesAnswer;
    expect(decodeKeyframe(frames.keyframe)?.cluster).toEqual(state?.cluster);
    expect((await get("/api/node?name=n1")).body).toMatchObject({ node: { taints: [{ key: "disk" }] } });
    expect((await get(`/api/node?name=n1&at=${before}`)).body).toMatchObject({ at: before, node: { taints: [] } });
    expect(((await get("/api/history")).body as HistoryAnswer).happenings.map(({ kind }) => kind)).toContain("taintsChanged");
    expect(await get("/api/pod?namespace=kube-system&pod=logs-1")).toMatchObject({ status: 404, body: { code: "OnlyRecorded" } });
  });
  it("L4 shows the readable part of a torn file, with a warning", async () => {
    const { bytes } = await recorded();
    // The last block but one holds the last event; the last block marks the end of the watch.
    const { terminal, get } = await replayed(fileOf(bytes.subarray(0, bytes.length - 60)));
    expect(terminal.warnings.join()).toMatch(
      /^The last \d+ bytes of \S+ are damaged or cut off: it is read up to where it is sound, \S+Z\.$/,
    );
    expect((await get("/api/node?name=n1")).body).toMatchObject({ node: { taints: [] } });
  });
  it("a missing file, or one that is no recording, gives one sentence", async () => {
    const config = { port: 0, open: false, logLevel: "silent" } as const;
    await expect(replay({ ...config, file: "/nonexistent.dslog" }, capturedTerminal())).rejects.toThrow(
      "There is no file /nonexistent.dslog.",
    );
    const file = fileOf(Buffer.from("kind: List"));
    await expect(replay({ ...config, file }, capturedTerminal())).rejects.toThrow(`${file} is not a daemonscope recording.`);
  });
});
