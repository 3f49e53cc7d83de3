import { describe, expect, it } from "vitest";
import type { Simulator } from "../simulator.ts";
import { SCENARIOS } from "./scenarios.ts";
import { simulate } from "./trace.fixture.ts";

const PLAYED_MS = 240_000;
const STEP_MS = 10_000;

/** Returns the pages of taints and labels that have something to show of a cluster. */
function pagesOf({ store }: Simulator): readonly string[] {
  const tainted = store.list("nodes").some(({ spec }) => ((spec as { taints?: readonly object[] } | undefined)?.taints ?? []).length > 0);
  const selective = store.list("daemonsets").some((set) => {
    const { nodeSelector, affinity } = (set.spec as { template: { spec: { nodeSelector?: object; affinity?: object } } }).template.spec;
    return nodeSelector !== undefined || affinity !== undefined;
  });
  return [...(tainted ? ["taints"] : []), ...(selective ? ["labels"] : [])];
}

describe.each(SCENARIOS.map((story) => [story.name, story] as const))("%s", (name, { opensOn, fits }) => {
  it("opens on a page whose DaemonSet exists from the start", () => {
    const [page = "", namespace = "", daemonSet = ""] = opensOn.split("/");
    expect(["", "daemonsets", "nodes", "taints", "labels"]).toContain(page);
    if (page === "daemonsets") expect(simulate(name).store.get("daemonsets", namespace, daemonSet)).toBeDefined();
    if (page === "taints" || page === "labels") expect(fits).toContain(page);
  });

  it("lists the pages of taints and labels exactly if it uses them", () => {
    const simulator = simulate(name, { ...(name === "big-cluster" ? { nodes: 100 } : {}) });
    const seen = new Set(pagesOf(simulator));
    for (let ms = 0; ms < PLAYED_MS; ms += STEP_MS) {
      simulator.clock.advance(STEP_MS);
      for (const side of pagesOf(simulator)) seen.add(side);
    }
    expect([...seen].sort()).toEqual([...fits].sort());
  });
});
