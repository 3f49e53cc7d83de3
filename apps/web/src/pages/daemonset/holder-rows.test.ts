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
  it("gives each lane its place, whatever holds the slots", () => {
    const lanes = ["terminating", "gap", "created", "ready"];
    for (const holders of [[], [starting, ending], [group("newUnavailable", "readyNotAvailable")], [group("noPod", "noPod")]]) {
      const rows = holderRows(holders, false);
      expect(rows.map(({ lane }) => lane)).toEqual(lanes);
      expect(rows.flatMap(({ group: shown }) => shown ?? [])).toHaveLength(holders.length);
    }
    expect(holderRows([starting, ending], false).map(({ group: shown }) => shown)).toEqual([ending, undefined, starting, undefined]);
  });
  it("lists more groups of a lane after the lanes", () => {
    const other = group("oldUnavailable", "starting");
    expect(holderRows([starting, other, ending], false).map(({ group: shown }) => shown)).toEqual([
      ending,
      undefined,
      starting,
      undefined,
      other,
    ]);
  });
  it("has two lanes with maxSurge", () => {
    const rows = holderRows([group("twoPods", "starting")], true);
    expect(rows.map(({ lane }) => lane)).toEqual(["created", "ready"]);
  });
});
