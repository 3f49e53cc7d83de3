import { expect, test } from "vitest";
import { fileNameOf, originLine } from "./origin.ts";

const cluster = { context: "arn:aws:eks/eu 1", server: "https://10.0.0.1", version: undefined, simulated: false };
const atMs = Date.UTC(2026, 10, 21, 3, 12, 20, 123);

test("a file states its cluster, subject and time, and whether it was simulated or not live", () => {
  expect(fileNameOf({ cluster, atMs, isLive: true }, "logging/fluent-bit", "csv")).toBe(
    "arn-aws-eks-eu-1_logging-fluent-bit_2026-11-21T03-12-20Z.csv",
  );
  const simulated = { ...cluster, context: "tour", simulated: true };
  expect(fileNameOf({ cluster: simulated, atMs, isLive: false }, "daemonsets", "svg")).toBe(
    "SIMULATED_tour_daemonsets_2026-11-21T03-12-20Z_not-live.svg",
  );
  const recorded = { ...cluster, recorded: { fromMs: 0, toMs: 1 } };
  expect(originLine({ cluster: { ...recorded, simulated: true }, atMs, isLive: true })).toMatch(/^RECORDED SIMULATED arn/);
  expect(fileNameOf({ cluster: recorded, atMs, isLive: true }, "daemonsets", "svg")).toMatch(/^RECORDED_arn/);
  expect(originLine({ cluster: simulated, atMs, isLive: false })).toBe("SIMULATED tour · 2026-11-21 03:12:20 UTC · NOT LIVE");
});
