import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { describe, expect, it } from "vitest";
import { bandLookAt, bandsOf, placeBands } from "./bands.ts";
import { laneItems } from "./lanes.ts";

const detail = { kind: "nodesUnready", count: 1 } as const;
const concern = (atMs: number, daemonSet: string, kind: "failing" | "nodesUnready" | "waitsForYou"): TimelineEvent => ({
  kind: "concernBegan",
  atMs,
  daemonSet,
  concern: kind,
  stuck: false,
  detail,
});
const bands = (...events: readonly TimelineEvent[]) => bandsOf(laneItems(events, { kind: "all" }));

describe("the bands of the timeline", () => {
  it("join a rollout and its failure, which is drawn over it", () => {
    const [band, ...others] = bands(
      { kind: "rolloutStarted", atMs: 0, daemonSet: "a/log", hash: "b" },
      concern(60_000, "a/log", "failing"),
      { kind: "rolloutFinished", atMs: 90_000, daemonSet: "a/log", hash: "b" },
    );
    expect(others).toEqual([]);
    expect(band?.name).toEqual({ kind: "daemonSet", name: "log" });
    expect(band?.toMs).toBeUndefined();
    expect(band?.parts.map(({ look }) => look)).toEqual(["rolling", "failing"]);
    expect([30_000, 70_000].map((atMs) => band && bandLookAt(band, atMs))).toEqual(["rolling", "failing"]);
  });
  it("are separate if a DaemonSet was well between them", () => {
    const ended: TimelineEvent = { kind: "concernEnded", atMs: 5000, daemonSet: "a/log", concern: "failing" };
    expect(bands(concern(0, "a/log", "failing"), ended, concern(60_000, "a/log", "failing"))).toHaveLength(2);
  });
  it("show NotReady nodes once, and not for each DaemonSet", () => {
    const found = bands(
      { kind: "nodeNotReady", atMs: 0, node: "n1" },
      { kind: "nodeNotReady", atMs: 2000, node: "n2" },
      concern(3000, "a/log", "nodesUnready"),
    );
    expect(found.map(({ name }) => name)).toEqual([{ kind: "nodes", nodes: ["n1", "n2"] }]);
  });
  it("have two lanes without overlaps, the worst first, and a count of the others", () => {
    const found = bands(
      concern(0, "a/manual", "waitsForYou"),
      concern(100, "a/one", "failing"),
      concern(200, "a/two", "failing"),
      concern(300, "a/three", "failing"),
    );
    const { placed, hidden } = placeBands(found, { xOf: (atMs) => atMs, nowMs: 400, width: 400, nameWidth: () => 50 });
    expect(placed.map(({ band, lane, nameX, isNameBefore }) => [band.name, lane, nameX, isNameBefore])).toEqual([
      [{ kind: "daemonSet", name: "one" }, 0, 92, true],
      [{ kind: "daemonSet", name: "two" }, 1, 192, true],
    ]);
    expect(hidden).toBe(2);
  });
  it("leave out a band that waits for a person before one that moves", () => {
    const found = bands(concern(0, "a/manual", "waitsForYou"), concern(10, "a/one", "failing"), {
      kind: "rolloutStarted",
      atMs: 20,
      daemonSet: "a/log",
      hash: "b",
    });
    const { placed } = placeBands(found, { xOf: (atMs) => atMs, nowMs: 400, width: 400, nameWidth: () => 50 });
    expect(placed.map(({ band }) => band.name)).toEqual(["one", "log"].map((name) => ({ kind: "daemonSet", name })));
  });
  it("have their name behind the bar, or at the left edge, if there is no space before it", () => {
    const ended: TimelineEvent = { kind: "concernEnded", atMs: 90, daemonSet: "a/one", concern: "failing" };
    const [short] = bands(concern(20, "a/one", "failing"), ended);
    const [long] = bands(concern(20, "a/one", "failing"));
    const space = { xOf: (atMs: number) => atMs, nowMs: 400, width: 400, nameWidth: () => 50 };
    const placeOf = (band: typeof short) => placeBands(band === undefined ? [] : [band], space).placed[0];
    expect(placeOf(short)).toMatchObject({ nameX: 98, barX: 20, isNameBefore: false });
    expect(placeOf(long)).toMatchObject({ nameX: 20, barX: 78, isNameBefore: false, hasName: true });
    const [narrow] = placeBands(long === undefined ? [] : [long], { ...space, isNameOptional: true }).placed;
    expect(narrow, "a phone keeps the bar").toMatchObject({ barX: 20, hasName: false });
  });
  it("are dashed from the start of a rollout that waits for a person", () => {
    const [band] = bands({ kind: "rolloutStarted", atMs: 0, daemonSet: "a/log", hash: "b" }, concern(5000, "a/log", "waitsForYou"));
    expect(band?.parts).toEqual([{ look: "manual", fromMs: 0, toMs: undefined }]);
    const manual = concern(5000, "a/log", "waitsForYou");
    const ended: TimelineEvent = { kind: "concernEnded", atMs: 9000, daemonSet: "a/log", concern: "waitsForYou" };
    const failing = { ...concern(9000, "a/log", "failing"), sinceMs: 7000 };
    expect(bands(manual, ended, failing)[0]?.parts).toEqual([
      { look: "manual", fromMs: 5000, toMs: 7000 },
      { look: "failing", fromMs: 7000, toMs: undefined },
    ]);
  });
});
