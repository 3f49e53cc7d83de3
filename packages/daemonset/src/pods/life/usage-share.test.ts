import { expect, it } from "vitest";
import { usageOf } from "./usage-share.ts";

const MI = 2 ** 20;

it.each([
  [
    "below its limit",
    { requests: { memory: "100Mi" }, limits: { memory: "200Mi" } },
    50 * MI,
    { usedShare: 0.25, requestShare: 0.5, atLimit: false },
  ],
  ["at its limit", { requests: { memory: "100Mi" }, limits: { memory: "200Mi" } }, 199 * MI, { requestShare: 0.5, atLimit: true }],
  [
    "without a limit, against four times its request",
    { requests: { memory: "100Mi" }, limits: {} },
    100 * MI,
    { usedShare: 0.25, requestShare: 0.25, atLimit: false },
  ],
  [
    "without a limit, beyond four times its request",
    { requests: { memory: "10Mi" }, limits: {} },
    100 * MI,
    { usedShare: 1, requestShare: 0.1 },
  ],
  [
    "with a limit alone, which is the request too",
    { requests: {}, limits: { memory: "100Mi" } },
    50 * MI,
    { usedShare: 0.5, requestShare: 1 },
  ],
  ["without request and limit", { requests: {}, limits: {} }, 50 * MI, { usedShare: 1, requestShare: undefined, atLimit: false }],
  [
    "not measured",
    { requests: { memory: "100Mi" }, limits: { memory: "200Mi" } },
    undefined,
    { used: undefined, usedShare: 0, atLimit: false },
  ],
  ["with a limit that cannot be read", { requests: {}, limits: { memory: "many" } }, 50 * MI, { limit: undefined, atLimit: false }],
])("W7 usage %s", (_, container, used, expected) => {
  expect(usageOf(container, "memory", used)).toMatchObject(expected);
});
