import type { RealTime } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { afterEach, describe, expect, it } from "vitest";
import { type EmbeddedSimulator, replaceSimulator, startEmbeddedSimulator } from "./embedded-simulator.ts";

const NOON_MS = Date.UTC(2026, 5, 1, 12);
const CHOICE = { scenario: "bad-image", seed: 7, speed: 1, manualClock: false };

/**
 * A machine that takes `buildMs` to build a cluster, and then `listenMs` to listen. Its clock stops afterwards, and
 * its timers never fire.
 */
function machineTaking(buildMs: number, listenMs: number): RealTime {
  const readings = [NOON_MS, NOON_MS + buildMs];
  return { nowMs: () => readings.shift() ?? NOON_MS + buildMs + listenMs, setTimer: () => ({ cancel: () => undefined }) };
}

let simulator: EmbeddedSimulator | undefined;
afterEach(() => simulator?.close());

describe("the clock of a simulated cluster", () => {
  it("is that of the machine, regardless of the build time, and the story starts at its start", async () => {
    simulator = await startEmbeddedSimulator(CHOICE, { machine: machineTaking(7000, 40) });
    expect([simulator.pastEndedAtMs, simulator.startedAtMs]).toEqual([NOON_MS, NOON_MS + 7000]);
    expect(simulator.clock.nowMs()).toBe(NOON_MS + 7040);
    expect(Math.min(...simulator.steps().map(({ dueAtMs }) => dueAtMs))).toBeGreaterThan(simulator.startedAtMs);
  });

  it("equals the API's Date header", async () => {
    simulator = await startEmbeddedSimulator(CHOICE, { machine: machineTaking(0, 0) });
    const { headers } = await fetch(`${simulator.url}/version`);
    expect(headers.get("date")).toBe("Mon, 01 Jun 2026 12:00:00 GMT");
  });

  it("a replayed story gives the same cluster, including versions", async () => {
    const podsText = async ({ url }: EmbeddedSimulator) => (await fetch(`${url}/api/v1/pods`)).text();
    simulator = await startEmbeddedSimulator(CHOICE, { machine: machineTaking(7000, 0) });
    simulator.clock.stop();
    const { startedAtMs, story, seed } = simulator;
    const again = await replaceSimulator(simulator, CHOICE, { story, seed, startedAtMs });
    const first = await podsText(again);
    simulator = await replaceSimulator(again, CHOICE, { story, seed, startedAtMs });
    expect(simulator.pastEndedAtMs).toBe(NOON_MS);
    expect(await podsText(simulator)).toBe(first);
  });
});

it("announces a start of many nodes before it builds them, and none that it refuses", async () => {
  const start = (scenario: string, nodes: number) =>
    startEmbeddedSimulator(
      { ...CHOICE, scenario, nodes, manualClock: true },
      {
        announce: (line) => {
          throw new Error(line);
        },
      },
    );
  await expect(start("bad-image", 100_000)).rejects.toThrow("--nodes");
  await expect(start("big-cluster", 100_000)).rejects.toThrow("starting 100,000 nodes…");
  simulator = await start("big-cluster", 10);
});
