import { drain } from "@daemonscope/kube/base/drain";
import { expect, test } from "vitest";
import { jsonInParts } from "./json-in-slices.ts";

/** A linear congruential generator: the same values for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function anyValue(random: () => number, depth: number): unknown {
  const pick = Math.floor(random() * (depth > 4 ? 6 : 9));
  if (pick === 0) return null;
  if (pick === 1) return undefined;
  if (pick === 2) return random() < 0.5;
  if (pick === 3) return random() < 0.2 ? Number.NaN : Math.round(random() * 1e6) / 7;
  if (pick === 4) return `"漢\u2028\ud800 ${random()}`;
  if (pick === 5) return random() < 0.5 ? new Date(0) : Symbol("left out");
  const length = Math.floor(random() * (depth < 2 ? 900 : 4));
  if (pick < 8) return Array.from({ length }, () => anyValue(random, depth + 1 + Math.floor(random() * 4)));
  return Object.fromEntries(Array.from({ length }, (_, at) => [`${at} "name"`, anyValue(random, depth + 1 + Math.floor(random() * 4))]));
}

test("JSON in time slices equals the JSON of the whole value", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed);
    const value = { at: seed, list: Array.from({ length: 600 }, () => anyValue(random, 2)), any: anyValue(random, 0), none: [], empty: {} };
    expect(Buffer.concat(drain(jsonInParts(value))).toString("utf8"), `seed ${seed}`).toBe(
      Buffer.from(JSON.stringify(value)).toString("utf8"),
    );
  }
});

test("a long list and a nested long list are written in many slices", () => {
  const names = Array.from({ length: 5000 }, (_, at) => `node-${at}`);
  for (const value of [names, [[names]], { steps: [{ nodes: names }] }]) {
    const parts = [...jsonInParts(value)].length;
    expect(parts).toBeGreaterThanOrEqual(3);
  }
});
