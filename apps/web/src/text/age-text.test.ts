import { expect, it } from "vitest";
import { ageText } from "./age-text.ts";

it("an age is as kubectl writes it, and 0 where a clock is behind", () => {
  expect([ageText(90_000), ageText(1500), ageText(-4000)]).toEqual(["90s", "1s", "0s"]);
});
