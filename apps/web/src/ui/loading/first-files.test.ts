import { expect, it } from "vitest";
import { firstFiles, firstPackages } from "./first-files.fixture.ts";

it("the first load contains no package except React", () => {
  expect(firstFiles().length).toBeGreaterThan(100);
  expect(firstPackages()).toEqual(["react", "react-dom"]);
});
