import { expect, test } from "vitest";
import { amountOf } from "../capacity/amount.ts";
import { DEFAULT_WORKLOAD, parseWorkload } from "./workload.ts";

test("Q2 parses the requests of one more pod", () => {
  const requests = new Map([
    ["cpu", amountOf("500m")],
    ["memory", amountOf("1Gi")],
  ]);
  expect(parseWorkload(DEFAULT_WORKLOAD)).toEqual({ kind: "requests", requests });
  expect(parseWorkload("nvidia.com/gpu=1")).toEqual({ kind: "requests", requests: new Map([["nvidia.com/gpu", amountOf("1")]]) });
});

test.each(["", "cpu", "cpu=", "cpu=-1", "cpu=many", "=1", "cpu=1,cpu=2", "cpu=1,,memory=1Gi"])("Q2 refuses %j", (text) => {
  expect(parseWorkload(text).kind).toBe("wrong");
});
