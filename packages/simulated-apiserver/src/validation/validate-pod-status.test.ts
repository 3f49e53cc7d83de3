import { expect, it } from "vitest";
import type { StoredObject } from "../objects/contract.ts";
import { podStatusErrors } from "./validate-pod-status.ts";

const pod = (status: object, nodeName?: string): StoredObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "default" } as StoredObject["metadata"],
  spec: { nodeName },
  status: { qosClass: "BestEffort", ...status },
});
const NO_IP = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const TWICE = "may specify no more than one IP for each IP family";

it.each<[object, readonly (string | RegExp)[]]>([
  [{}, []],
  [{ phase: "Weird", conditions: [{ type: "Ready", status: "Maybe" }] }, []],
  [{ conditions: [{ type: "example.com/Warm", status: "True", observedGeneration: 3 }] }, []],
  [{ conditions: [{ type: "a b" }] }, [/^status\.conditions\[0\]\.Type: Invalid value: "a b": name part must consist of/]],
  [
    { conditions: [{ type: "Ready", observedGeneration: -1 }] },
    ["status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer"],
  ],
  [{ nominatedNodeName: "a" }, []],
  [{ nominatedNodeName: "A b" }, [/^status\.nominatedNodeName: Invalid value: "A b": a lowercase RFC 1123 subdomain must consist of/]],
  [{ observedGeneration: -1 }, ["status.observedGeneration: Invalid value: -1: must be a non-negative integer"]],
  [{ qosClass: "Guaranteed" }, ['status.qosClass: Invalid value: "Guaranteed": field is immutable']],
  [{ podIPs: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }] }, []],
  [{ podIPs: [{ ip: "x" }] }, [`status.podIPs[0]: Invalid value: "x": ${NO_IP}`]],
  [{ podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] }, [`status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"10.0.0.2"}]: ${TWICE}`]],
  [{ hostIP: "10.0.0.1", hostIPs: [{ ip: "10.0.0.2" }] }, ['status.hostIPs[0].ip: Invalid value: "10.0.0.2": must be equal to `hostIP`']],
])("refuses a pod status with the API server's message: %j", (status, refused) => {
  const messages = podStatusErrors(pod(status), pod({})).map(({ field, message }) => `${field}: ${message}`);
  expect(messages).toEqual(refused.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))));
});

it("keeps an address that was invalid before, and nominates no node for a bound pod", () => {
  const malformed = pod({ podIPs: [{ ip: "x" }] });
  expect(podStatusErrors(pod({ podIPs: [{ ip: "x" }], phase: "Running" }), malformed)).toEqual([]);
  expect(podStatusErrors(pod({ nominatedNodeName: "b" }, "a"), pod({}, "a"))).toMatchObject([
    { field: "status.nominatedNodeName", message: "Forbidden: may not be set on pods that are already bound to a node" },
  ]);
});
