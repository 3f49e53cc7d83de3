import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CASE_NAMES, type CaseName } from "../../real-node/cases.ts";
import { type Gap, gapsOf, isBackOff, isWithin, rangesOf, type TimedState } from "./gaps.ts";
import { simulated, type Trace } from "./simulated-case.fixture.ts";
import { OTHER_EVENTS, OTHER_STATES, OTHER_TIMES } from "./simulator-differences.ts";
import { isPodEntry, type TraceEntry } from "./trace.ts";

const fileOf = (name: string) => new URL(name, import.meta.url);
const read = <T>(name: string) => JSON.parse(readFileSync(fileOf(name), "utf8")) as Readonly<Partial<Record<CaseName, T>>>;
const REAL = read<Trace>("traces.json");
/** From six recordings, because kubelet's jitter is up to 50 %. */
const REAL_GAPS = read<Readonly<Record<string, Gap>>>("gaps.json");
const RECORDED = CASE_NAMES.filter((name) => REAL[name] !== undefined);
/** Each seed gives other random delays. The median is compared. */
const SEEDS = [3, 4, 5, 6, 7];

/** Returns the states without back-offs: their lengths, from a moment to minutes, depend on the kubelet's jitter. */
const withoutBackOffs = ({ states }: Trace): readonly string[] => states.map(([, state]) => state).filter((state) => !isBackOff(state));

describe("a simulated kubelet does what a real one did", () => {
  it.each(RECORDED)("%s", (name) => {
    const real = REAL[name] as Trace;
    const trace = simulated(name);
    const states = [withoutBackOffs(trace), withoutBackOffs(real)] as const;
    // A loaded machine records a few states less in the same time.
    const length = Math.min(states[0].length, states[1].length);
    expect(length).toBeGreaterThanOrEqual(states[1].length - 2);
    expect(trace.states.some(([, state]) => isBackOff(state))).toBe(real.states.some(([, state]) => isBackOff(state)));
    const isEqual = JSON.stringify(states[0].slice(0, length)) === JSON.stringify(states[1].slice(0, length));
    if (OTHER_STATES[name] === undefined) expect(states[0].slice(0, length)).toEqual(states[1].slice(0, length));
    else expect(isEqual, OTHER_STATES[name]).toBe(false);
    if (OTHER_EVENTS[name] !== undefined) return;
    const wanted = Object.entries(real.events).filter(([event]) => !event.includes("connection refused"));
    expect(
      Object.keys(trace.events)
        .filter((event) => !event.includes("connection refused"))
        .sort(),
    ).toEqual(wanted.map(([event]) => event).sort());
    for (const [event, count] of wanted)
      expect(Math.abs((trace.events[event] ?? 0) - count), `${event}: ${trace.events[event]}, on a real node ${count}`).toBeLessThanOrEqual(
        Math.max(2, count * 0.25),
      );
  });
});

describe("a simulated kubelet takes as long as a real one, within 1 s or 20 %", () => {
  it.each(RECORDED)("%s", (name) => {
    const ranges = REAL_GAPS[name] ?? {};
    const { gap, reason } = OTHER_TIMES[name] ?? {};
    const found = new Map<string, number[]>();
    for (const seed of SEEDS)
      for (const [key, seconds] of Object.entries(gapsOf(simulated(name, seed).states)))
        if (ranges[key] !== undefined) found.set(key, [...(found.get(key) ?? []), seconds]);
    const different = [...found].flatMap(([key, seconds]) => {
      const median = seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? 0;
      const range = ranges[key] ?? [0, 0];
      return isWithin(median, range) ? [] : [`${key}: ${median.toFixed(1)} s, on a real node ${range.join(" to ")} s`];
    });
    expect(different.filter((each) => gap?.test(each) !== true)).toEqual([]);
    if (gap !== undefined)
      expect(
        different.some((each) => gap.test(each)),
        reason,
      ).toBe(true);
    // A gap that only one side has comes from another sequence of states, which the other tests compare.
    if (OTHER_STATES[name] === undefined) expect(found.size).toBeGreaterThanOrEqual(Math.floor(Object.keys(ranges).length / 2));
  });
});

const FOLDERS = process.env.GAPS_FROM?.split(",") ?? [];

/** Returns the states of the first pod in a file of REAL_TRACES. */
function recordedStates(folder: string, name: CaseName): readonly TimedState[] {
  const entries = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as readonly TraceEntry[];
  return entries
    .filter(isPodEntry)
    .filter(({ pod }) => pod === 0)
    .map(({ at, phase, ready, containers }) => [at, `${phase}${ready ? " ready" : ""}: ${containers.join(", ")}`.trim()] as const);
}

/** Cases with equal states. Their recordings count together. */
const ALIKE: readonly (readonly CaseName[])[] = [["missing", "private", "limited", "broken"]];

// Replaces the stored gaps: GAPS_FROM=FOLDER,FOLDER with folders of REAL_TRACES, in addition to traces.json.
it.runIf(FOLDERS.length > 0)("stores the gaps of recordings", () => {
  const lines = RECORDED.flatMap((name) => {
    const recordings = (ALIKE.find((names) => names.includes(name)) ?? [name]).flatMap((each) => [
      REAL[each]?.states ?? [],
      ...FOLDERS.map((folder) => recordedStates(folder, each)),
    ]);
    const rows = Object.entries(rangesOf(recordings.map(gapsOf))).map(
      ([key, gap]) => `    ${JSON.stringify(key)}: [${gap.map((each) => Number(each.toFixed(1))).join(", ")}]`,
    );
    return rows.length === 0 ? [] : [`  ${JSON.stringify(name)}: {\n${rows.join(",\n")}\n  }`];
  });
  writeFileSync(fileOf("gaps.json"), `{\n${lines.join(",\n")}\n}\n`);
});
