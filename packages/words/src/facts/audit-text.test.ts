import { expect, it } from "vitest";
import { shortAmount } from "./audit-text.ts";

it.each([
  ["10100m", "10.1"],
  ["123456m", "123"],
  ["9900m", "9900m"],
  ["37784Mi", "36.9Gi"],
  ["10239Mi", "10239Mi"],
  ["10485760Ki", "10Gi"],
  ["20000Ti", "19.5Pi"],
  ["2Gi", "2Gi"],
  ["12", "12"],
  ["<none>", "<none>"],
])("an amount in a table: %s is %s", (exact, short) => expect(shortAmount(exact)).toBe(short));
