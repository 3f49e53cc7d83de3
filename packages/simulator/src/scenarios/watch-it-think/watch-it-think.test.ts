import { conditionNamed, labelsOf, phaseOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";

it("T23 a node's label becomes a pod step by step: created, bound, started, ready, available", () => {
  const simulator = simulate("watch-it-think");
  const { store, clock } = simulator;
  const seen: string[] = [];
  const record = (what: string) => {
    const text = `${((clock.nowMs() - Date.UTC(2026, 0, 1)) / 1000).toFixed(1)} ${what}`;
    if (seen.at(-1)?.replace(/^\S+ /, "") !== what) seen.push(text);
  };
  const stops = [
    store.subscribe("nodes", ({ object }) => {
      if (object.metadata.name === "worker-2" && labelsOf(object).role !== undefined) record("node labelled");
    }),
    store.subscribe("pods", ({ object }) => {
      if (podsOf(simulator, "thinker").length < 2 || object.metadata.creationTimestamp < "2026-01-01") return;
      const isReady = conditionNamed(object, "Ready")?.status === "True";
      record(
        specOf(object).nodeName === undefined
          ? "pod created"
          : isReady
            ? "pod ready"
            : statusOf(object).podIP
              ? `pod starts, ${phaseOf(object)}`
              : "pod bound",
      );
    }),
    store.subscribe("daemonsets", ({ object }) => record(`available ${String(statusOf(object).numberAvailable)}`)),
  ];
  clock.advance(20_000);
  for (const stop of stops) stop();
  expect(seen.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "node labelled",
    "pod created",
    "available 1",
    "pod bound",
    "available 1",
    "pod starts, Pending",
    "pod ready",
    "available 1",
    "available 2",
  ]);
  const at = (what: string) => Number(seen.find((line) => line.endsWith(what))?.split(" ")[0]);
  expect(at("pod bound")).toBeLessThan(5.1);
  expect(at("pod starts, Pending")).toBeGreaterThanOrEqual(6.5);
  expect(at("pod ready")).toBeGreaterThanOrEqual(8.5);
  expect(at("available 2")).toBeGreaterThanOrEqual(11);
});
