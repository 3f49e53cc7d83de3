import { expect, it } from "vitest";
import { amountWriters } from "./audit-text.ts";

it.each<readonly ["cpu" | "memory", readonly (string | undefined)[], readonly (string | undefined)[]]>([
  ["cpu", ["10100m"], ["10.1"]],
  ["cpu", ["123456m"], ["123.456"]],
  ["cpu", ["9900m"], ["9900m"]],
  ["cpu", ["12"], ["12"]],
  ["cpu", ["2"], ["2"]],
  ["cpu", ["<none>"], ["<none>"]],
  ["cpu", ["1125m", "10100m", "6683m", undefined], ["1.125", "10.1", "6.683", undefined]],
  ["cpu", ["900m", "2"], ["900m", "2000m"]],
  ["memory", ["37784Mi"], ["36.9Gi"]],
  ["memory", ["10239Mi"], ["10239Mi"]],
  ["memory", ["10485760Ki"], ["10Gi"]],
  ["memory", ["20000Ti"], ["19.5Pi"]],
  ["memory", ["2Gi"], ["2Gi"]],
  ["memory", ["2Gi", "462Mi"], ["2048Mi", "462Mi"]],
  ["memory", ["4200Mi", "37784Mi", "0", "<none>", "128M"], ["4.1Gi", "36.9Gi", "0", "<none>", "128M"]],
])("a resource of a table has one unit, and cpu is exact: %s %j is %j", (resource, exact, short) => {
  const rows = exact.map((amount) => ({ of: { cpu: {}, memory: {}, [resource]: { amount } } }));
  expect(exact.map(amountWriters(rows, ["amount"])[resource])).toEqual(short);
});
