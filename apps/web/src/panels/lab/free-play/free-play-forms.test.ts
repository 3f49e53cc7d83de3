import { expect, test } from "vitest";
import { bodyOf, FORMS } from "./free-play-forms.ts";

const form = (word: string) => {
  const found = FORMS.find((each) => each.word === word);
  if (found === undefined) throw new Error(`no form ${word}`);
  return found;
};

test.each([
  ["label", { node: "n1", key: "disk", value: "" }, { node: "n1", key: "disk", value: "" }],
  ["unlabel", { node: "n1", key: "disk" }, { node: "n1", key: "disk" }],
  ["taint", { node: "n1", key: "a", value: "", effect: "NoExecute" }, { node: "n1", key: "a", effect: "NoExecute" }],
  ["silent", { node: "n1" }, { how: "silent", node: "n1" }],
  ["add-node", { like: "" }, {}],
  ["set-image", { daemonSet: "kube-system/cni", kind: "crash" }, { namespace: "kube-system", daemonSet: "cni", kind: "crash" }],
  [
    "fail-probe",
    { daemonSet: "kube-system/cni", node: "n1", probe: "liveness" },
    { namespace: "kube-system", daemonSet: "cni", node: "n1", probe: "liveness" },
  ],
  [
    "produce-cause",
    { daemonSet: "kube-system/cni", node: "n1", cause: "crash" },
    { namespace: "kube-system", daemonSet: "cni", node: "n1", cause: "crash" },
  ],
  ["end-cause", { daemonSet: "kube-system/cni", node: "n1" }, { namespace: "kube-system", daemonSet: "cni", node: "n1", cause: "none" }],
  ["orphan", { daemonSet: "a/b" }, { orphan: true, namespace: "a", daemonSet: "b" }],
  ["refuse", { resource: "pods", status: "503", times: "3" }, { resource: "pods", status: 503, times: 3 }],
  ["slow", { ms: "0" }, { ms: 0 }],
  ["stop-scheduler", {}, { runs: false }],
  ["stall", { resource: "" }, {}],
  ["older-state", { secondsAgo: "30" }, { secondsAgo: 30 }],
  ["skew-clock", { node: "", seconds: "-90" }, { seconds: -90 }],
  ["skew-clock", { node: "n1", seconds: "0" }, { node: "n1", seconds: 0 }],
])("the form %s with %j sends %j", (word, values, body) => {
  expect(bodyOf(form(word), values)).toEqual(body);
});

test("every form has a distinct name", () => {
  expect(new Set(FORMS.map(({ word }) => word)).size).toBe(FORMS.length);
});
