import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe, encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeOfText, keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import type { HistoryAnswer } from "@daemonscope/shared/http/history";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { expect, test } from "vitest";
import { framesIn, messagesIn } from "../../frames/live-frames.fixture.ts";
import { parseCommand, type ServeConfig } from "../options/parse-command.ts";
import { kubeconfigText } from "../simulate/simulated-kubeconfig.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { serve } from "./serve.ts";

function startServe(line: string) {
  const stop = new AbortController();
  const output: string[] = [];
  let onOutput: (() => void) | undefined;
  const terminal: Terminal = {
    print(text) {
      output.push(text);
      onOutput?.();
    },
    write: (text) => output.push(text),
    warn: (text) => output.push(text),
    stdin: () => {
      throw new Error("serve reads nothing");
    },
    environment: {},
    home: "/nonexistent",
    platform: "linux",
    isTerminal: false,
    columns: () => undefined,
    rows: () => undefined,
    stop: stop.signal,
  };
  const command = parseCommand(line.split(" "), {}, "test");
  const ended = serve((command as { readonly config: ServeConfig }).config, terminal);
  /** Returns the first matching address in the output. */
  const address = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = output.map((text) => pattern.exec(text)?.[1]).find((text) => text !== undefined);
      if (found !== undefined) return found;
      await Promise.race([new Promise<void>((done) => (onOutput = done)), ended]);
    }
  };
  return { stop, output, ended, address };
}

test("serves a simulated cluster from API to keyframe; a stop sends bye", async () => {
  const { stop, output, ended, address } = startServe("serve --simulate=min-ready-seconds --clock=manual --no-open --port 0");
  const url = await address(/^(http:\/\/127\.0\.0\.1:\d+)\/$/);
  const simulator = await address(/^simulator (http:\/\/127\.0\.0\.1:\d+)$/);
  expect(output[0]).toBe(`${url}/`);
  expect(output[1]).toMatch(/^daemonscope \S+ · SIMULATED cluster "min-ready-seconds", \d+ nodes$/);
  while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise((done) => setImmediate(done));

  let browser = decodeKeyframe(keyframeOfText(await (await fetch(`${url}/api/keyframe`)).text()));
  if (browser === undefined) throw new Error("the keyframe was refused");
  expect(browser.cluster).toMatchObject({ simulated: true, scenario: "min-ready-seconds" });
  expect(rowCount(browser.rows)).toBeGreaterThan(0);
  const stream = await fetch(`${url}/api/stream?after=${browser.epoch}.${browser.seq}`);
  const text = stream.text();
  for (let step = 0; step < 40; step++)
    expect((await fetch(`${simulator}/simulator/advance?ms=1000`, { method: "POST" })).status).toBe(200);
  let lastText: string;
  do lastText = await (await fetch(`${url}/api/keyframe`)).text();
  while (keyframeOfText(lastText).head.seq <= browser.seq);
  const last = keyframeOfText(lastText).head;
  stop.abort();
  await ended;

  const messages = messagesIn(await text);
  expect(messages[0]?.event).toBe("hello");
  expect(messages[0]?.data.clockRate).toBe(0);
  expect(messages.at(-1)?.event).toBe("bye");
  for (const frame of framesIn(messages, browser)) {
    const applied = applyFrame(browser, frame);
    if (applied.kind !== "applied") throw new Error(`refused: ${applied.kind}`);
    browser = applied.state;
    if (browser.seq === last.seq) expect(keyframeText(encodeKeyframe(browser))).toBe(lastText);
  }
  expect(browser.seq).toBeGreaterThanOrEqual(last.seq);
});

test("an unknown scenario gives the nearest name", async () => {
  await expect(startServe("serve --simulate=toru").ended).rejects.toThrow(/did you mean "tour"/);
});

test.each([
  "serve --simulate=hw-rng --nodes 10 --no-open --port 0",
  "serve --simulate --nodes 10 --no-open --port 0",
  "status --simulate=hw-rng --nodes 10",
])("refuses a number of nodes if the scenario fixes it: %s", async (line) => {
  await expect(startServe(line).ended).rejects.toThrow(
    /^--nodes cannot be used with "(hw-rng|tour)", whose nodes are fixed: choose big-cluster$/,
  );
});

test("refuses options of a simulated cluster for a real one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-serve-"));
  const file = join(folder, "config");
  writeFileSync(file, kubeconfigText("http://127.0.0.1:1"));
  await expect(startServe(`serve --kubeconfig ${file} --seed 7`).ended).rejects.toThrow(
    '--seed works only with a simulated cluster, and this is cluster "daemonscope-simulated" (http://127.0.0.1:1): add --simulate',
  );
  rmSync(folder, { recursive: true });
});

test("an unusable kubeconfig is an error with a remedy, never a simulated cluster", async () => {
  await expect(startServe("serve --kubeconfig /nonexistent/config").ended).rejects.toThrow(/--simulate/);
});

test("F2 another story has another epoch at the same addresses, without leftovers", async () => {
  const { stop, ended, address } = startServe("serve --simulate=hw-rng --clock=manual --no-open --port 0");
  const url = await address(/^(http:\/\/127\.0\.0\.1:\d+)\/$/);
  const simulator = await address(/^simulator (http:\/\/127\.0\.0\.1:\d+)$/);
  const keyframe = async () => keyframeOfText(await (await fetch(`${url}/api/keyframe`)).text());
  const nodesOf = async (names: readonly string[]) => {
    for (;;) {
      const found = await keyframe();
      if (decodeKeyframe(found)?.rows.names.join() === names.join() && found.head.daemonSets.length > 0) return found.head;
    }
  };
  const before = await nodesOf(["worker-1", "worker-2", "worker-3"]);
  const answer = await fetch(`${url}/api/lab/story`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "control-plane-taint" }),
  });
  expect(answer.status).toBe(200);
  const after = await nodesOf(["control-plane", "worker-1"]);
  expect(after.epoch).not.toBe(before.epoch);
  expect(after.cluster).toMatchObject({
    scenario: "control-plane-taint",
    server: simulator,
    simulated: true,
    version: before.cluster.version,
  });
  expect(after.daemonSets.map(({ key }) => key)).toEqual(["default/redis-ds"]);
  stop.abort();
  await ended;
  await expect(fetch(`${simulator}/version`)).rejects.toThrow();
});

test("L3 history in a folder survives a restart with a gap; a folder of another cluster is refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-serve-"));
  const simulated = startServe("serve --simulate=image-update --clock=manual --no-open --port 0");
  const kubeconfig = join(folder, "config");
  const simulator = await simulated.address(/^simulator (http:\/\/127\.0\.0\.1:\d+)$/);
  writeFileSync(kubeconfig, kubeconfigText(simulator));
  const history = join(folder, "past");
  const keptBy = async (url: string) => (await (await fetch(`${url}/api/history`)).json()) as HistoryAnswer;
  const served = async () => {
    const server = startServe(`serve --kubeconfig ${kubeconfig} --history ${history} --no-open --port 0`);
    const url = await server.address(/^(http:\/\/127\.0\.0\.1:\d+)\/$/);
    await expect.poll(async () => (await keptBy(url)).retained?.checkpoints.length).toBeTruthy();
    return { ...server, url };
  };
  const first = await served();
  const before = await keptBy(first.url);
  first.stop.abort();
  await first.ended;
  const second = await served();
  await expect.poll(async () => (await keptBy(second.url)).retained?.gaps?.length).toBe(1);
  const { retained } = await keptBy(second.url);
  expect(retained?.fromMs).toBe(Math.floor(before.retained?.fromMs ?? 0));
  const answer = await fetch(`${second.url}/api/taints?at=${before.retained?.toMs}`);
  expect(answer.status).toBe(200);
  second.stop.abort();
  await second.ended;
  writeFileSync(kubeconfig, kubeconfigText("http://127.0.0.1:1"));
  await expect(startServe(`serve --kubeconfig ${kubeconfig} --history ${history} --no-open --port 0`).ended).rejects.toThrow(
    `The folder ${history} holds the history of another cluster, "daemonscope-simulated" (${simulator}): name another folder.`,
  );
  simulated.stop.abort();
  await simulated.ended;
  rmSync(folder, { recursive: true });
});
