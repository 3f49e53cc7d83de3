import { statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";

const NAMESPACE = "monitoring";

it("T16 S58 a headless Service has an address for each pod, and drops one that is not ready", () => {
  const simulator = simulate("reach-the-daemon");
  const { store, clock } = simulator;
  const endpointsOf = (service: string) =>
    store
      .list("endpointslices", NAMESPACE)
      .filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === service)
      .flatMap(
        (slice) => (slice.endpoints ?? []) as { addresses: string[]; nodeName: string; zone: string; conditions: { ready: boolean } }[],
      );
  clock.advance(4000);
  expect(store.list("endpointslices")).toEqual([]);

  clock.advance(5000);
  const addresses = podsOf(simulator, "metrics-agent").map((pod) => statusOf(pod).podIP);
  expect(
    endpointsOf("metrics-agent")
      .flatMap((endpoint) => endpoint.addresses)
      .sort(),
  ).toEqual([...addresses].sort());
  expect(store.list("endpointslices", NAMESPACE)[0]).toMatchObject({
    metadata: { labels: { "service.kubernetes.io/headless": "" }, ownerReferences: [{ kind: "Service", name: "metrics-agent" }] },
    addressType: "IPv4",
    ports: [{ name: "metrics", port: 9100, protocol: "TCP" }],
  });

  clock.advance(10_000);
  expect(store.get("services", NAMESPACE, "log-gateway")?.spec).toMatchObject({ type: "ClusterIP", internalTrafficPolicy: "Local" });
  expect(endpointsOf("log-gateway")).toEqual([]);
  clock.advance(15_000);
  expect(endpointsOf("log-gateway")).toHaveLength(4);

  clock.advance(20_000);
  const ready = () => endpointsOf("metrics-agent").filter(({ conditions }) => conditions.ready);
  expect(ready().map(({ nodeName }) => nodeName)).not.toContain("worker-3");
  expect(ready()).toHaveLength(3);
  clock.advance(30_000);
  expect(ready()).toHaveLength(4);

  store.delete("services", NAMESPACE, "metrics-agent");
  clock.advance(1000);
  expect(endpointsOf("metrics-agent")).toEqual([]);
  expect(store.list("endpointslices", NAMESPACE)).toHaveLength(1);
});
