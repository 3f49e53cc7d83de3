import { expect, test } from "vitest";
import { newNameOf } from "./old-names.ts";

test.each([
  ["node-role.kubernetes.io/master", { key: "node-role.kubernetes.io/control-plane", since: "1.25" }],
  ["beta.kubernetes.io/os", { key: "kubernetes.io/os", since: "1.14" }],
  ["kubernetes.io/os", undefined],
  ["constructor", undefined],
])("%s has the new name %j", (key, name) => {
  expect(newNameOf(key)).toEqual(name);
});
