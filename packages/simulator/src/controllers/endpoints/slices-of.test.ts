import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { describe, expect, it } from "vitest";
import { pod } from "../objects.fixture.ts";
import { slicesOf } from "./slices-of.ts";

function service(spec: Record<string, unknown>): StoredObject {
  const metadata = { name: "s", namespace: "default", uid: "s", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  return { apiVersion: "v1", kind: "Service", metadata, spec: { selector: { app: "agent" }, ...spec } };
}

function podWithAddress(name: string, parts: Partial<Parameters<typeof pod>[0]> = {}): StoredObject {
  const made = pod({ name, on: "n1", readySince: 10, ...parts });
  return { ...made, status: { ...(made.status as object), podIP: `10.0.0.${name}` } };
}

const nowhere = () => undefined;
const conditions = (each: StoredObject, spec: Record<string, unknown> = {}) =>
  slicesOf(service(spec), [each], nowhere)[0]?.endpoints?.[0]?.conditions;

describe("S58 the endpoints of a Service", () => {
  it("S58 a ready and a terminating pod have their conditions, and a pod without an address is omitted", () => {
    expect(conditions(podWithAddress("1"))).toEqual({ ready: true, serving: true, terminating: false });
    expect(conditions(podWithAddress("1", { deleting: true }))).toEqual({ ready: false, serving: true, terminating: true });
    expect(conditions(pod({ name: "1", on: "n1", readySince: 10 }))).toBeUndefined();
  });
  it("S58 publishes addresses that are not ready if the Service requests it", () => {
    const notReadyPod = podWithAddress("1");
    const status = { ...(notReadyPod.status as object), conditions: [] };
    expect(conditions({ ...notReadyPod, status })).toMatchObject({ ready: false });
    expect(conditions({ ...notReadyPod, status }, { publishNotReadyAddresses: true })).toMatchObject({ ready: true, serving: true });
  });
  it("S58 without pods there is one slice without endpoints and ports", () => {
    expect(slicesOf(service({ ports: [{ port: 80 }] }), [podWithAddress("1", { phase: "Failed" })], nowhere)).toEqual([
      { endpoints: null, ports: null },
    ]);
  });
  it("S58 resolves a named port for each pod", () => {
    const named = (name: string, containerPort: number) =>
      podWithAddress(name, { spec: { containers: [{ name: "a", image: "a", ports: [{ name: "http", containerPort }] }] } });
    const slices = slicesOf(
      service({ ports: [{ port: 80, targetPort: "http" }] }),
      [named("1", 8080), named("2", 8080), named("3", 9090)],
      nowhere,
    );
    expect(slices.map(({ endpoints, ports }) => [endpoints?.length, ports?.[0]?.port])).toEqual([
      [2, 8080],
      [1, 9090],
    ]);
  });
  it("S58 a slice has at most a hundred endpoints", () => {
    const many = Array.from({ length: 250 }, (_, at) => podWithAddress(String(at)));
    expect(slicesOf(service({}), many, nowhere).map(({ endpoints }) => endpoints?.length)).toEqual([100, 100, 50]);
  });
});
