import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { NodePod } from "@daemonscope/shared/http/node-pods";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { describe, expect, it } from "vitest";
import { joinRows } from "./join-rows.ts";

type Entry = NodeAnswer["daemonSets"][number];

const JOINED = 1_000_000;
const entry = (key: string, parts: Partial<Entry> = {}): Entry => ({ key, verdict: "run", cell: 0, checks: [], pods: [], ...parts });
const withPod = (ready: boolean): Partial<Entry> => ({ pods: [{ ready } as PodAnswer] });
const nodePod = (key: string, createdMs: number, startedMs: number | undefined, phase = "Running"): NodePod => ({
  uid: key,
  namespace: "a",
  name: key,
  owner: { kind: "daemonSet", key },
  phase,
  ready: true,
  terminating: false,
  createdAtMs: JOINED + createdMs,
  ...(startedMs === undefined ? {} : { startedAtMs: JOINED + startedMs }),
});

describe("N4 the agents of a joined node", () => {
  it("N4 are in the order in which they became ready, and the last one is marked", () => {
    const rows = joinRows(
      [
        entry("a/slow", { join: { createdMs: 1000, readyMs: 9000 }, ...withPod(true) }),
        entry("a/none"),
        entry("a/fast", { join: { createdMs: 1000, readyMs: 3000 }, ...withPod(true) }),
        entry("a/unwanted", { verdict: "exclude" }),
        entry("a/replaced", withPod(true)),
        entry("a/pulling", { join: { createdMs: 2000 }, ...withPod(false) }),
      ],
      JOINED,
      [nodePod("a/slow", 1000, 8000), nodePod("a/fast", 1000, 2000), nodePod("a/pulling", 2000, undefined, "Pending")],
    );
    expect(rows).toEqual([
      { key: "a/fast", created: 1000, started: 2000, ready: 3000, isSlowest: false },
      { key: "a/slow", created: 1000, started: 8000, ready: 9000, isSlowest: true },
      { key: "a/none", created: "notYet", started: "notYet", ready: "notYet", isSlowest: false },
      { key: "a/pulling", created: 2000, started: "notYet", ready: "notYet", isSlowest: false },
      { key: "a/replaced", created: "unknown", started: "unknown", ready: "unknown", isSlowest: false },
    ]);
  });

  it("N4 have no slowest one if two were ready at the same time", () => {
    const join = { createdMs: 0, readyMs: 3000 };
    expect(joinRows([entry("a/a", { join }), entry("a/b", { join })], JOINED, []).some(({ isSlowest }) => isSlowest)).toBe(false);
  });

  it("N4 have no rows if no join is known", () => {
    expect(joinRows([entry("a/none"), entry("a/replaced", withPod(true))], JOINED, [])).toEqual([]);
  });

  it.each([
    ["the clock of the node is behind", nodePod("a/x", 2000, 1000)],
    ["the pod was replaced", nodePod("a/x", 60_000, 61_000)],
    ["its containers restarted", nodePod("a/x", 2000, undefined)],
    ["it started after it was ready", nodePod("a/x", 2000, 30_000)],
  ])("N4 the start is unknown if %s", (_, pod) => {
    const [row] = joinRows([entry("a/x", { join: { createdMs: 2000, readyMs: 5000 }, ...withPod(true) })], JOINED, [pod]);
    expect(row).toMatchObject({ created: 2000, started: "unknown", ready: 5000 });
  });

  it("N4 the first Ready is unknown if the pod is Ready again", () => {
    const [row] = joinRows([entry("a/x", { join: { createdMs: 2000 }, ...withPod(true) })], JOINED, []);
    expect(row?.ready).toBe("unknown");
  });
});
