import { stableJson } from "@daemonscope/kube/values/stable-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODEL_SOURCES } from "../records/records.ts";
import { putDaemonSet, putNode } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { FixtureCluster, rememberedStep } from "./histories.fixture.ts";
import { aDaemonSet, aNode, EPOCH_MS } from "./objects.fixture.ts";
import type { SavedModel } from "./saved-model.ts";

const SEED = Number(process.env.SEED ?? 20260116);
const RUNS = Number(process.env.RUNS ?? 400);

const history = (maxLength: number) => fc.array(rememberedStep, { maxLength, size: "max" });
/** Columns of numbers as lists. */
const plain = (_: string, value: unknown): unknown => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value);
const restored = (saved: SavedModel) => new ClusterModel({ nowMs: 0, saved: JSON.parse(JSON.stringify(saved, plain)) as SavedModel });

describe(`a saved model continues after a restore, seed ${SEED}`, () => {
  it("M4 a model restored from JSON returns the same changes and saves the same JSON, byte for byte", () => {
    fc.assert(
      fc.property(fc.boolean(), history(60), history(20), (isWatched, before, after) => {
        const world = new FixtureCluster();
        const model = new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES });
        if (isWatched) for (const source of MODEL_SOURCES) world.apply({ do: "read", source }, model);
        if (isWatched) world.apply({ do: "beginMarks" }, model);
        for (const input of before) world.apply(input, model);
        model.takeChanges();
        const other = restored(model.save());
        expect(other.nextWakeAtMs()).toBe(model.nextWakeAtMs());
        const take = () => {
          expect(JSON.stringify(other.takeChanges())).toBe(JSON.stringify(model.takeChanges()));
          expect(other.nextWakeAtMs()).toBe(model.nextWakeAtMs());
        };
        for (const input of after) {
          if (input.do === "take" || input.do === "beginMarks") take();
          world.apply(input, model, other);
        }
        take();
        expect(stableJson(other.save())).toBe(stableJson(model.save()));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("M4 taking changes in time slices of one pair returns and remembers the same as taking them at once", () => {
    let parts = 0;
    fc.assert(
      fc.property(fc.boolean(), history(80), (isWatched, steps) => {
        const world = new FixtureCluster();
        const [model, other] = [1, 2].map(() => new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES }));
        if (model === undefined || other === undefined) return;
        if (isWatched) for (const source of MODEL_SOURCES) world.apply({ do: "read", source }, model, other);
        if (isWatched) world.apply({ do: "beginMarks" }, model, other);
        const take = () => {
          const taking = other.takeInParts(1);
          let part = taking.next();
          for (; !part.done; part = taking.next()) parts++;
          expect(JSON.stringify(part.value)).toBe(JSON.stringify(model.takeChanges()));
          expect(other.nextWakeAtMs()).toBe(model.nextWakeAtMs());
        };
        for (const input of steps) {
          if (input.do === "take" || input.do === "beginMarks") take();
          world.apply(input, model, other);
        }
        take();
        expect(stableJson(other.save())).toBe(stableJson(model.save()));
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(parts).toBeGreaterThan(RUNS);
  });
  it("refuses to save changes that were not taken", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply(putNode(aNode("n1")));
    expect(() => model.save()).toThrow("a model is saved when its changes are taken");
  });
});
