import { expect, test } from "vitest";
import { storyRequest, withStory } from "./story-request.ts";

test("the link of a story parses back to the story", () => {
  const link = withStory("http://127.0.0.1:7373/daemonsets/a/b?group=zone", "hw-rng", 7);
  expect(link).toBe("http://127.0.0.1:7373/daemonsets/a/b?group=zone&story=hw-rng&seed=7");
  expect(storyRequest(new URL(link).search)).toEqual({ name: "hw-rng", seed: 7 });
});

test.each([
  ["", undefined],
  ["?story=", undefined],
  ["?seed=3", undefined],
  ["?story=tour", { name: "tour", seed: undefined }],
  ["?story=tour&seed=x", { name: "tour", seed: undefined, badSeed: "x" }],
  ["?story=tour&seed=4294967295", { name: "tour", seed: 4294967295 }],
  ["?story=tour&seed=4294967296", { name: "tour", seed: undefined, badSeed: "4294967296" }],
  ["?story=tour&seed=-1", { name: "tour", seed: undefined, badSeed: "-1" }],
])("%j requests %j", (search, wish) => {
  expect(storyRequest(search)).toEqual(wish);
});
