import { expect, test } from "vitest";
import { readSectionQuery } from "./section-query.ts";

test.each([
  ["tail=-5&since=abc", {}],
  ["tail=0&since=1.5&previous=maybe", {}],
  ["tail=5001&since=604801", {}],
  ["tail=5000&since=604800&previous=true", { tail: "5000", since: "604800", previous: "true" }],
  ["find=-5&pod=x&tail=7", { find: "-5", pod: "x", tail: "7" }],
])("%s in a link: an invalid value becomes the default", (search, query) => {
  expect(readSectionQuery(new URLSearchParams(search))).toEqual(query);
});
