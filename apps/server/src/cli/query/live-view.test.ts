import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { UTC } from "../../platform/text/local-time.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { displayWidth } from "../print/display-width.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { type Key, keyOf } from "../terminal/key-input.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { LiveView } from "./live-view.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";
import { isRedrawn } from "./watch-in-place.ts";

const ESC = "\u001b";
const CONTROL = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]|\\r`, "g");
const KEY = "kube-system/fluentd-elasticsearch";
let simulated: SimulatedCluster | undefined;
let model: CommandModel | undefined;
afterEach(async () => {
  await model?.close();
  await simulated?.close();
});

interface Screen {
  readonly size: { rows: number; columns: number };
  readonly environment: Record<string, string>;
}

/** Opens a view of a simulated cluster whose clock is stopped, and returns what reached its terminal. */
async function shown(scenario: string, afterMs: number, screen: Partial<Screen> = {}) {
  const size = screen.size ?? { rows: 24, columns: 80 };
  simulated = await simulatedCluster(scenario);
  simulated.simulator.clock.advance(afterMs);
  const command = parseCommand(["status", "-A", "-w"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const captured = capturedTerminal({ NO_COLOR: "1", ...screen.environment });
  model = openCommandModel(simulated.cluster, {
    plan: command.config,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal: captured,
  });
  expect(await model.listed(captured.stop)).toBe(true);
  let press: (key: Key) => void = () => undefined;
  let isClosed = false;
  const writes: string[] = [];
  const terminal: Terminal = {
    ...captured,
    isTerminal: true,
    rows: () => size.rows,
    columns: () => size.columns,
    write: (text) => void writes.push(text),
    openKeys(onKey) {
      press = onKey;
      return {
        close() {
          isClosed = true;
        },
      };
    },
  };
  const time = manualTime();
  const view = new LiveView({ model, key: KEY, terminal, timers: time.timers, zone: UTC });
  return {
    view,
    time,
    size,
    writes,
    captured,
    isClosed: () => isClosed,
    type: (...texts: readonly string[]) => {
      for (const text of texts) {
        const key = keyOf(text);
        if (key !== undefined) press(key);
      }
      time.pass(500);
    },
    /** The lines of the last frame. */
    lines: () => (writes.at(-1) ?? "").replace(CONTROL, "").split("\n").slice(0, -1),
  };
}
const [UP, DOWN, ENTER, ESCAPE, CTRL_C] = ["\u001b[A", "\u001b[B", "\r", "\u001b", "\u0003"] as const;

describe("status ds/NAME --watch on a terminal", () => {
  it("shows a stuck rollout on 24 rows of 80 columns", async () => {
    const { lines } = await shown("bad-image", 90_000);
    await expect(`${lines().join("\n")}\n`).toMatchFileSnapshot("./live-view.golden/stuck.txt");
  });
  it("shows a running rollout with slots, rate and the time left", async () => {
    const { lines } = await shown("image-update", 12_000);
    await expect(`${lines().join("\n")}\n`).toMatchFileSnapshot("./live-view.golden/rolling.txt");
  });
  it.each([
    [24, 80],
    [10, 40],
    [4, 20],
    [60, 200],
  ])("no frame wraps or scrolls on %d rows of %d columns", async (rows, columns) => {
    const { lines, view, time } = await shown("bad-image", 90_000, { size: { rows, columns } });
    view.happenings = [{ atMs: 0, type: "event", message: "x".repeat(300) }];
    time.pass(500);
    expect(lines().length).toBeLessThanOrEqual(rows - 1);
    for (const line of lines()) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  });
  it("writes at most twice a second, and every second without a change", async () => {
    const { view, time, writes } = await shown("bad-image", 90_000);
    const before = writes.length;
    for (let at = 0; at < 100; at++) {
      view.changed();
      time.pass(50);
    }
    expect(writes.length - before).toBeLessThanOrEqual(11);
    const busy = writes.length;
    time.pass(10_000);
    expect(writes.length - busy).toBeGreaterThanOrEqual(9);
    expect(writes.length - busy).toBeLessThanOrEqual(11);
  });
  it("a key selects a row, explains it, and goes back", async () => {
    const { lines, type } = await shown("bad-image", 90_000);
    const selected = () =>
      lines()
        .find((line) => line.startsWith("> "))
        ?.split(/\s+/)[1];
    const first = selected();
    type(DOWN);
    const second = selected();
    expect(second).not.toBe(first);
    type(ENTER);
    expect(lines()).toContainEqual(`${second}:`);
    expect(lines().join("\n")).toMatch(/^cause: image fluentd:v9-missing not found/m);
    type(ESCAPE, UP);
    expect(selected()).toBe(first);
  });
  it("lists the old pods under OnDelete, which wait for the user", async () => {
    const { lines } = await shown("on-delete", 6000);
    expect(lines().filter((line) => /^[> ] worker-\d+ .* Old +to delete \(OnDelete\)$/.test(line))).toHaveLength(6);
  });
  it("filters rows by node, pod or reason", async () => {
    const { lines, type } = await shown("bad-image", 90_000);
    const rows = () => lines().filter((line) => /^[> ] worker-/.test(line)).length;
    expect(rows()).toBe(3);
    type("/", ..."worker-02");
    expect(rows()).toBe(1);
    type(ENTER);
    expect(lines().at(-1)).toContain("/ filter: worker-02");
    type("/", ..."nothing", ENTER);
    expect(lines()).toContain('No rows match "nothing".');
    type(ESCAPE);
    expect(rows()).toBe(3);
  });
  it("a pause keeps the state and its time", async () => {
    const { lines, type } = await shown("bad-image", 90_000);
    const clock = lines()[0]?.trim().slice(-8);
    type("p");
    simulated?.simulator.clock.advance(60_000);
    type("x");
    expect(lines()[0]).toMatch(new RegExp(`${clock} paused$`));
    type("p");
    expect(lines()[0]).not.toContain("paused");
  });
  it("a pause writes no unchanged frame", async () => {
    const { type, time, writes } = await shown("bad-image", 90_000);
    type("p");
    const paused = writes.length;
    time.pass(5000);
    expect(writes.length).toBe(paused);
    type(DOWN);
    expect(writes.length).toBe(paused + 1);
  });
  it("an event of another day has its date", async () => {
    const { lines, view, time } = await shown("bad-image", 90_000);
    view.happenings = [
      { atMs: Date.UTC(2026, 0, 4, 23, 59, 58), type: "revision", message: "revision 1 created" },
      { atMs: Date.UTC(2026, 0, 5, 0, 0, 1), type: "revision", message: "revision 2 created" },
    ];
    time.pass(500);
    expect(lines()).toEqual(expect.arrayContaining(["01-04 23:59:58  revision 1 created", "00:00:01  revision 2 created"]));
  });
  it("redraws the whole screen after a change of its size", async () => {
    const { size, time, writes } = await shown("bad-image", 90_000);
    size.columns = 60;
    time.pass(1000);
    expect(writes.at(-1)?.startsWith(`${ESC}[2J`)).toBe(true);
  });
  it("writes ASCII in the locale C, and no colors with NO_COLOR", async () => {
    const { view, time, writes } = await shown("bad-image", 90_000, { environment: { LANG: "C" } });
    view.happenings = [{ atMs: 0, type: "event", message: "节点 → ✓" }];
    time.pass(500);
    expect(writes.at(-1)).toMatch(/^\p{ASCII}*$/u);
    expect(writes.join("")).not.toMatch(new RegExp(`${ESC}\\[[0-9]+m`));
  });
  it.each([
    ["q", "q", 0],
    ["Ctrl-C", CTRL_C, 130],
  ])("%s ends it, shows the cursor, and leaves the last frame", async (_name, text, code) => {
    const { view, type, writes, isClosed, time } = await shown("bad-image", 90_000);
    type(text);
    expect(await view.ended()).toBe(code);
    expect(writes.at(-1)).toBe("\u001b[?25h");
    expect(isClosed()).toBe(true);
    expect(time.waiting).toBe(0);
    expect(writes.join("")).not.toContain("\u001b[?1049");
  });
  it("a signal ends it with the code of the signal", async () => {
    const { view, captured } = await shown("bad-image", 90_000);
    captured.end("SIGTERM");
    expect(await view.ended()).toBe(143);
  });
  it.each([
    ["status ds/a -w", true],
    ["status ds/a", false],
    ["status ds/a ds/b -w", false],
    ["status -w", false],
    ["status ds/a -w -o json", false],
    ["status ds/a -w --timestamps", false],
    ["status ds/a -w --output-watch-events", false],
  ])("%s: redrawn %s", (line, expected) => {
    const command = parseCommand(line.split(" "), {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const terminal = capturedTerminal();
    expect(isRedrawn(command.config, { ...terminal, isTerminal: true })).toBe(expected);
    expect(isRedrawn(command.config, terminal)).toBe(false);
    expect(isRedrawn(command.config, { ...terminal, isTerminal: true, environment: { TERM: "dumb" } })).toBe(false);
  });
});
