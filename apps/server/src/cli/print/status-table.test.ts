import { fresh, modelOf, plainRecordOf } from "@daemonscope/daemonset/rollout/scene.fixture";
import { expect, it } from "vitest";
import { statusRow } from "./status-table.ts";

const NOW_MS = 3_600_000;
const lag = { field: "numberReady", reported: 0, derived: 1, cause: { kind: "notWritten" } } as const;

it.each([
  ["an equal status", [], false],
  ["a short lag", [{ ...lag, sinceMs: NOW_MS - 1000 }], false],
  ["a lag that lasts", [{ ...lag, sinceMs: NOW_MS - 2000 }], true],
  ["a lag from before the watch", [lag], true],
])("C10 marks a status that lags: %s", (_what, disagreements, isMarked) => {
  const record = { ...plainRecordOf(modelOf({ nodes: [{}], pods: [fresh(1, { readyAtMs: 0 })], nowMs: NOW_MS })), disagreements };
  const cells = statusRow(record, { nowMs: NOW_MS, isWide: false, withNamespace: false, isOld: false });
  expect(cells).toContain(isMarked ? "lagging" : "current");
});
