import { expect, test } from "vitest";
import { amountText } from "../../capacity/amount.ts";
import { aDaemonSet } from "../../model/objects.fixture.ts";
import { templateRequests } from "./template-requests.ts";

const requestsOf = (spec: object): object => {
  const { requests } = templateRequests({ ...aDaemonSet("agent"), fullTemplate: JSON.stringify({ spec }) });
  return Object.fromEntries([...requests].map(([name, amount]) => [name, amountText(name, amount)]));
};
const containers = [{ name: "agent", resources: { requests: { cpu: "100m" } } }];

test.each<[string, object, object]>([
  ["a request of the pod replaces those of its containers", { requests: { cpu: "300m" } }, { cpu: "300m" }],
  ["a limit of the pod is its request", { limits: { memory: "1Gi" } }, { cpu: "100m", memory: "1Gi" }],
  ["a limit of the pod is no request if a container has one", { limits: { cpu: "2" } }, { cpu: "100m" }],
  ["a request of the pod counts before its limit", { requests: { cpu: "1" }, limits: { cpu: "2" } }, { cpu: "1" }],
])("W4 %s", (_rule, resources, requests) => {
  expect(requestsOf({ containers, resources })).toEqual(requests);
});
