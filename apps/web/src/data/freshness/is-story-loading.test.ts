import { expect, it } from "vitest";
import { isStoryLoading } from "./is-story-loading.ts";

it.each([
  ["?story=tour&seed=7", "bad-image", true],
  ["?story=tour", "tour", false],
  ["?story=", "tour", false],
  ["?seed=7", "tour", false],
  ["?story=tour", undefined, false],
])("of %j while %s plays: %s", (search, scenario, isLoading) => {
  expect(isStoryLoading(search, scenario)).toBe(isLoading);
});
