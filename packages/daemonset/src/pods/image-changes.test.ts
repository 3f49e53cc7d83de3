import { expect, test } from "vitest";
import { imageChanges } from "./image-changes.ts";

const TEMPLATE = [
  { name: "agent", image: "registry:5000/agent:1@sha256:ab" },
  { name: "helper", image: "helper:2" },
];

test.each([
  [undefined, []],
  ["agent=registry:5000/agent:1@sha256:ab\nhelper=helper:2", []],
  [
    "agent=registry:5000/agent:1-debug\nhelper=helper:2",
    [{ container: "agent", image: "registry:5000/agent:1-debug", templateImage: TEMPLATE[0]?.image }],
  ],
  ["istio-proxy=istio:1\nhelper=helper:3", [{ container: "helper", image: "helper:3", templateImage: "helper:2" }]],
])("C14 a pod with %j differs from its template by %j", (images, changes) => {
  expect(imageChanges(images === undefined ? {} : { images }, TEMPLATE)).toEqual(changes);
});
