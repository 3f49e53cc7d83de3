import { expect, it } from "vitest";
import { revisionTags } from "./revision-tags.ts";

const tags = (...entries: readonly (readonly string[])[]) => [
  ...revisionTags(entries.map((images, at) => ({ hash: `h${at}`, images }))).values(),
];

it("names the image that differs between revisions", () => {
  expect(tags(["proxy:1", "agent:2"], ["proxy:1", "agent:1"])).toEqual(["2", "1"]);
  expect(tags(["registry:5000/team/agent:1.4.2"])).toEqual(["1.4.2"]);
});

it("reads an image without a tag, and a digest", () => {
  expect(tags(["registry:5000/agent"], [`agent@sha256:${"4f53cda18c2b".padEnd(64, "0")}`])).toEqual(["latest", "4f53cda18c2b"]);
});

it("has no tag for an unknown template", () => {
  expect(tags([], ["agent:1"])).toEqual(["1"]);
});
