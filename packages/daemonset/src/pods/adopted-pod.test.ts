import { expect, test } from "vitest";
import { adoptedPod } from "./adopted-pod.ts";

const TEMPLATE = [{ name: "web", image: "nginx:1.27" }];
const CURRENT = { hash: "new", templateGeneration: 1 };
const pod = { hash: "old", templateGeneration: "1", images: "web=nginx" };

test("C5 a pod of another template that has the DaemonSet's generation was adopted, and its image differs", () => {
  expect(adoptedPod(pod, CURRENT, TEMPLATE)).toEqual({
    imageChanges: [{ container: "web", image: "nginx", templateImage: "nginx:1.27" }],
  });
  expect(adoptedPod(pod, CURRENT, undefined)).toEqual({ imageChanges: [] });
});

test.each([
  ["of the current template", { ...pod, hash: "new" }, CURRENT],
  ["of another generation, which is old", { ...pod, templateGeneration: "2" }, CURRENT],
  ["without a hash", { ...pod, hash: undefined }, CURRENT],
  ["while the current revision is unknown", pod, { ...CURRENT, hash: undefined }],
])("C5 a pod %s is not marked as adopted", (_which, parts, current) => {
  expect(adoptedPod(parts, current, TEMPLATE)).toBeUndefined();
});
