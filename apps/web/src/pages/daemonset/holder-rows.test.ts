import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import { describe, expect, it } from "vitest";
import { holderRows } from "./holder-rows.ts";

const group = (
  reason: HolderGroup["reason"],
  kind: "terminating" | "noPod" | "starting" | "readyNotAvailable",
  count = 1,
): HolderGroup => ({
  reason,
  cause: { kind },
  count,
  nodes: ["n1"],
  sinceMs: undefined,
});

const ending = group("terminating", "terminating");
const starting = group("newUnavailable", "starting", 2);

describe("the rows of the holders in a rollout", () => {
  it("lists the lanes that have pods, in the order of the tray", () => {
    const ready = group("newUnavailable", "readyNotAvailable");
    expect(holderRows([ready, starting, ending], false)).toEqual([
      { lane: "terminating", group: ending },
      { lane: "created", group: starting },
      { lane: "ready", group: ready },
    ]);
    expect(holderRows([], false)).toEqual([]);
  });
  it("lists more groups of a lane after the lanes", () => {
    const other = group("oldUnavailable", "starting");
    expect(holderRows([starting, other, ending], false).map(({ group: shown }) => shown)).toEqual([ending, starting, other]);
  });
  it("has two lanes with maxSurge", () => {
    const rows = holderRows([group("newUnavailable", "readyNotAvailable"), group("twoPods", "starting")], true);
    expect(rows.map(({ lane }) => lane)).toEqual(["created", "ready"]);
  });
});
