import { describe, expect, it, test } from "vitest";
import { type DecodedService, decodeService, decodeSlice } from "./decode-service.ts";
import { nearMissOf, type ReachPod, reachPorts, selectsPods, serviceReachOf } from "./service-reach.ts";

const service = (selector: Record<string, string>, spec: Record<string, unknown> = {}): DecodedService =>
  decodeService({
    metadata: { name: "gateway" },
    spec: { selector, clusterIP: "10.96.0.1", ports: [{ port: 514, targetPort: 5140 }], ...spec },
  }) as DecodedService;
const pod = (name: string, more: Partial<ReachPod> = {}): ReachPod => ({
  name,
  node: `node-of-${name}`,
  scheduled: true,
  ready: true,
  terminating: false,
  ...more,
});
const slice = (...endpoints: readonly object[]) =>
  decodeSlice({ metadata: { labels: { "kubernetes.io/service-name": "gateway" } }, endpoints });
const endpoint = (name: string, conditions: object) => ({
  addresses: ["10.0.0.1"],
  targetRef: { name },
  nodeName: `node-of-${name}`,
  conditions,
});

test("a Service selects pods that have every label of its selector", () => {
  expect(selectsPods(service({ app: "log" }), { app: "log", tier: "x" })).toBe(true);
  expect(selectsPods(service({ app: "log", tier: "y" }), { app: "log", tier: "x" })).toBe(false);
});

test.each([
  [{ app: "log-gatway" }, { app: "log-gateway" }, [{ key: "app", wants: "log-gatway", has: "log-gateway" }]],
  [{ app: "log-gateway", tier: "front" }, { app: "log-gateway" }, [{ key: "tier", wants: "front", has: undefined }]],
  [{ app: "log-gateway" }, { app: "log-gateway" }, undefined],
  [{ app: "database" }, { app: "log-gateway" }, undefined],
])("the selector %j nearly matches %j: %j", (selector, labels, differing) => {
  expect(nearMissOf(service(selector), labels)?.differing).toEqual(differing);
});

test("a Service without a selector selects no pods", () => {
  expect(decodeService({ metadata: { name: "x" }, spec: { clusterIP: "None" } })).toBeUndefined();
});

describe("the pods of a Service", () => {
  it("are those with a ready address; every other pod has a reason", () => {
    const pods = [
      pod("well"),
      pod("ill", { ready: false }),
      pod("going", { terminating: true }),
      pod("waiting", { scheduled: false, ready: false }),
      pod("relabelled"),
    ];
    const addresses = slice(
      endpoint("well", { ready: true }),
      endpoint("ill", { ready: false, serving: false }),
      endpoint("going", { ready: false, serving: true, terminating: true }),
    );
    const reach = serviceReachOf(service({ app: "log" }, { internalTrafficPolicy: "Local" }), addresses, pods, ["node-of-well", "other"]);
    expect(reach).toMatchObject({
      readyCount: 1,
      addressCount: 3,
      outsideCount: 4,
      nodesWithout: 1,
      isHeadless: false,
      internalTrafficPolicy: "Local",
    });
    expect(Object.fromEntries(reach.outside.map(({ pod: name, why }) => [name, why]))).toEqual({
      ill: "notReady",
      going: "terminating",
      waiting: "unscheduled",
      relabelled: "notListed",
    });
    expect(reach.addresses[0]?.ready).toBe(false);
    expect(reach.addresses.find((address) => address.pod === "going")).toMatchObject({ serving: true, terminating: true });
  });

  it("have a serving address if the slice has no conditions", () => {
    expect(slice({ addresses: ["10.0.0.1"], targetRef: { name: "a" } })[0]).toMatchObject({
      ready: true,
      serving: true,
      terminating: false,
    });
  });

  it("is headless if its address is None", () => {
    expect(serviceReachOf(service({ app: "log" }, { clusterIP: "None" }), [], [], []).isHeadless).toBe(true);
  });
});

test("ports of a pod with hostNetwork are those of the node", () => {
  const template = { containers: [{ name: "agent", image: "x", ports: [{ containerPort: 9100 }] }], sidecars: [] };
  expect(reachPorts({ ...template, hostNetwork: true })[0]?.hostPort).toBe(9100);
  expect(reachPorts({ ...template, hostNetwork: false })[0]?.hostPort).toBeUndefined();
});
