import { expect, it } from "vitest";
import { trailLines } from "./trail-lines.ts";

const AT_MS = Date.UTC(2026, 0, 5, 12);

it("W10 prints one line per step of a pod trail, with its time and missing condition", () => {
  const lines = trailLines({
    at: AT_MS,
    pod: "agent-x7f",
    creation: { by: "revision", atMs: AT_MS - 70_000, revision: 4 },
    steps: [
      { name: "wanted", kind: "came", atMs: AT_MS - 70_000 },
      { name: "created", kind: "came", atMs: AT_MS - 70_000 },
      { name: "bound", kind: "came", atMs: undefined },
      { name: "started", kind: "came", atMs: AT_MS - 30_400 },
      {
        name: "ready",
        kind: "lost",
        atMs: AT_MS - 1000,
        needs: { kind: "trouble", trouble: { kind: "reason", reason: "CrashLoopBackOff" } },
      },
      { name: "available", kind: "missing", needs: { kind: "minReadySeconds", seconds: 30, atMs: undefined } },
    ],
  });
  expect(lines).toEqual([
    "  how it got here, as it was watched:",
    "    2026-01-05T11:58:50.000Z        revision 4",
    "    2026-01-05T11:58:50.000Z        created (at once)",
    "    time unknown                    bound",
    "    2026-01-05T11:59:29.600Z        started",
    "    until 2026-01-05T11:59:59.000Z  Ready: CrashLoopBackOff",
    "    not now                         available: needs 30 s Ready",
  ]);
});

it("W10 prints nothing without a current or recent pod", () => {
  expect(trailLines({ at: AT_MS, pod: undefined, steps: [] })).toEqual([]);
});
