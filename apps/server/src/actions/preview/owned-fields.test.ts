import { expect, test } from "vitest";
import { appliedSpecOf } from "./owned-fields.ts";

const entry = (manager: string, operation: string, spec: object, subresource?: string) => ({
  manager,
  operation,
  fieldsV1: { "f:spec": spec },
  ...(subresource === undefined ? {} : { subresource }),
});
const inPod = (spec: object) => ({ "f:template": { "f:spec": spec } });
const AGENT = 'k:{"name":"agent"}';
const stored = {
  minReadySeconds: 5,
  template: {
    spec: {
      nodeSelector: { pool: "a", disk: "ssd" },
      tolerations: [{ operator: "Exists" }],
      containers: [{ name: "agent", image: "agent:1", env: [{ name: "A", value: "1" }], resources: { requests: { cpu: "100m" } } }],
    },
  },
};
const owned = (managedFields: readonly object[], now: object) =>
  appliedSpecOf({ metadata: { managedFields }, spec: stored } as never, "daemonscope", now as never);

const OURS = entry("daemonscope", "Apply", {
  "f:minReadySeconds": {},
  ...inPod({
    "f:nodeSelector": { "f:disk": {} },
    "f:tolerations": {},
    "f:containers": {
      [AGENT]: { ".": {}, "f:name": {}, "f:image": {}, "f:env": { 'k:{"name":"A"}': { ".": {}, "f:name": {}, "f:value": {} } } },
    },
  }),
});

test("removes a field that only this server applied and the manifest omits", () => {
  expect(owned([OURS], { template: { spec: { containers: [{ name: "agent" }] } } })).toEqual({
    minReadySeconds: 5,
    template: {
      spec: {
        nodeSelector: { disk: "ssd" },
        tolerations: [{ operator: "Exists" }],
        containers: [{ name: "agent", image: "agent:1", env: [{ name: "A", value: "1" }] }],
      },
    },
  });
});

test("keeps fields that another manager owns too, and does not own theirs", () => {
  const theirs = entry("kubectl", "Update", {
    "f:minReadySeconds": {},
    ...inPod({
      "f:nodeSelector": { "f:pool": {} },
      "f:containers": { [AGENT]: { "f:image": {}, "f:resources": { "f:requests": { "f:cpu": {} } } } },
    }),
  });
  // The selector is omitted, and another manager has a part of it: that part stays, so nothing of it is owned here.
  expect(owned([OURS, theirs], { template: { spec: { containers: [{ name: "agent" }] } } })).toEqual({
    template: { spec: { tolerations: [{ operator: "Exists" }], containers: [{ name: "agent", env: [{ name: "A", value: "1" }] }] } },
  });
  expect(owned([OURS, theirs], { template: { spec: { nodeSelector: { pool: "a" }, containers: [{ name: "agent" }] } } })).toMatchObject({
    template: { spec: { nodeSelector: { disk: "ssd" } } },
  });
});

test("ignores an update under its own name and status entries", () => {
  expect(owned([entry("daemonscope", "Update", { "f:minReadySeconds": {} })], {})).toEqual({});
  expect(owned([entry("daemonscope", "Apply", { "f:minReadySeconds": {} }, "status")], {})).toEqual({});
});
