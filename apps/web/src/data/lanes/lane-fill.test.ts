import { expect, it } from "vitest";
import { laneFill } from "./lane-fill.ts";

const PARTS = ["old", "oldUnavailable", "oldLeaving", "leaving", "terminating", "failing", "available"] as const;

it("only pods of an old revision that stay have the hollow fill", () => {
  expect(PARTS.filter((part) => laneFill(part, "p").fill === "var(--st-old-fill)")).toEqual(["old", "oldUnavailable"]);
});

it("terminating pods are a faint fill with an edge, as in a cell", () => {
  expect(laneFill("terminating", "p")).toMatchObject({ fill: expect.stringContaining("color-mix"), stroke: "var(--st-terminating)" });
});
