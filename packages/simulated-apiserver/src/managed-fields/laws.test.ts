import { expect, it } from "vitest";
import type { JsonObject } from "../objects/json.ts";
import { apiType } from "../schema/api-types.ts";
import { createRandom, type Random } from "../time/random.ts";
import { applyConfiguration, trackUpdate, type Writing } from "./field-manager.ts";
import { difference, EMPTY, fieldPaths, union } from "./field-set.ts";
import { readManaged } from "./managed.ts";
import { compare, fieldSetOf, merge, shapeOfType } from "./typed-value.ts";

const type = apiType("apps/v1.DaemonSet");
const shape = shapeOfType(type);
const writing = (manager: string): Writing => ({ type, apiVersion: "apps/v1", manager, now: "2026-01-01T00:00:00Z", reset: EMPTY });

const maybe = <T>(random: Random, make: () => T): T | undefined => (random.next() < 0.6 ? make() : undefined);

/** A configuration with all forms of ownership: maps, lists by key, sets, and values owned as a whole. */
function configuration(random: Random): JsonObject {
  const value = () => random.pick(["1", "2"]);
  // Never empty: an empty value has no owner.
  const labels = () => ({ [random.pick(["l", "m"])]: value(), both: value() });
  const containers = random
    .shuffle(["a", "b", "c"])
    .slice(random.int(0, 2))
    .map((name) => ({
      name,
      image: `${name}:${value()}`,
      ...(random.next() < 0.5 ? { ports: [{ containerPort: 80, hostPort: Number(value()) }] } : {}),
      ...(random.next() < 0.3 ? { command: [value()] } : {}),
    }));
  const config = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "x",
      labels: maybe(random, labels),
      finalizers: maybe(random, () => random.shuffle(["f/a", "f/b"]).slice(random.int(0, 1))),
    },
    spec: {
      minReadySeconds: maybe(random, () => random.int(1, 3)),
      template: {
        spec: {
          containers,
          tolerations: maybe(random, () => [{ key: value(), operator: "Exists" }]),
          nodeSelector: maybe(random, () => ({ k: value() })),
        },
      },
    },
  };
  return JSON.parse(JSON.stringify(config)) as JsonObject;
}

const from = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? 40);

it(`law: an apply has all its fields, is idempotent, and no owner has a missing field (SEED=${from} RUNS=${runs})`, () => {
  for (let seed = from; seed < from + runs; seed++) {
    const random = createRandom(seed);
    let live: JsonObject | undefined;
    for (let step = 0; step < 12; step++) {
      const config = configuration(random);
      const manager = random.pick(["me", "you", "kubectl"]);
      if (live !== undefined && random.next() < 0.3) {
        live = trackUpdate(live, merge(shape, live, config) as JsonObject, writing(`${manager}-edits`));
        continue;
      }
      const result = applyConfiguration(live, config, writing(manager), true);
      if ("conflicts" in result) throw new Error("a forced apply has no conflicts");
      live = result.object;
      const where = `SEED=${seed} step ${step}`;
      const { modified, removed } = compare(shape, config, live);
      expect(fieldPaths(union(modified, removed)), where).toEqual([]);
      const again = applyConfiguration(live, config, writing(manager), false);
      expect("object" in again && again.object, where).toEqual(live);
      const owned = [...(readManaged((live.metadata as JsonObject).managedFields) ?? [])].reduce(
        (set, [, owner]) => union(set, owner.fields),
        EMPTY,
      );
      const existing = union(fieldSetOf(shape, live), compare(shape, {}, live).added);
      expect(fieldPaths(difference(owned, existing)), where).toEqual([]);
    }
  }
});
