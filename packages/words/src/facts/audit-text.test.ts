import { expect, it } from "vitest";
import { shortAmounts } from "./audit-text.ts";

it.each<readonly [readonly (string | undefined)[], readonly (string | undefined)[]]>([
  [["10100m"], ["10.1"]],
  [["123456m"], ["123"]],
  [["9900m"], ["9900m"]],
  [["37784Mi"], ["36.9Gi"]],
  [["10239Mi"], ["10239Mi"]],
  [["10485760Ki"], ["10Gi"]],
  [["20000Ti"], ["19.5Pi"]],
  [["2Gi"], ["2Gi"]],
  [["12"], ["12"]],
  [["<none>"], ["<none>"]],
  [
    ["1125m", "10100m", "2475m", undefined],
    ["1.13", "10.1", "2.48", undefined],
  ],
  [
    ["4200Mi", "37784Mi", "0", "<none>"],
    ["4.1Gi", "36.9Gi", "0", "<none>"],
  ],
  [
    ["900m", "2"],
    ["0.9", "2"],
  ],
])("a column of a table has one unit: %j is %j", (exact, short) => expect(shortAmounts(exact)).toEqual(short));
