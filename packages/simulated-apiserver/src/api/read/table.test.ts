import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredObject } from "../../objects/contract.ts";
import { daemonSet, node, pod, type TestedApi, testedApi, touch } from "../api.fixture.ts";
import { podReady, podRestarts, podStatus } from "./pod-cells.ts";

const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json" };
let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

type Table = {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[] | null;
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object?: StoredObject }[];
  readonly kind: string;
};

const cells = async (path: string): Promise<Record<string, unknown>[]> => {
  const { body } = await api.ask("GET", path, undefined, TABLE);
  const table = body as unknown as Table;
  return table.rows.map((row) => Object.fromEntries((table.columnDefinitions ?? []).map(({ name }, at) => [name, row.cells[at]])));
};

describe("kubectl's columns", () => {
  it("of DaemonSets", async () => {
    api.store.create("daemonsets", daemonSet("x"));
    api.clock.advance(90_000);
    expect(await cells("/apis/apps/v1/namespaces/default/daemonsets")).toEqual([
      {
        Name: "x",
        Desired: 0,
        Current: 0,
        Ready: 0,
        "Up-to-date": 0,
        Available: 0,
        "Node Selector": "<none>",
        Age: "90s",
        Containers: "a",
        Images: "a:1",
        Selector: "app=x",
      },
    ]);
  });

  it("of nodes, by their conditions, roles and cordon", async () => {
    api.store.create("nodes", {
      ...node("a", { "node-role.kubernetes.io/worker": "", "node-role.kubernetes.io/control-plane": "" }),
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        nodeInfo: { kubeletVersion: "v1.36.3", kernelVersion: "6.12.0", architecture: "arm64" },
      },
    });
    api.store.create("nodes", {
      ...node("b"),
      spec: { unschedulable: true },
      status: { conditions: [{ type: "Ready", status: "Unknown" }] },
    });
    api.store.create("nodes", node("c"));
    expect(await cells("/api/v1/nodes")).toMatchObject([
      {
        Name: "a",
        Status: "Ready",
        Roles: "control-plane,worker",
        Version: "v1.36.3",
        "Internal-IP": "<none>",
        "Kernel-Version": "6.12.0 (arm64)",
      },
      { Name: "b", Status: "NotReady,SchedulingDisabled", Roles: "<none>", "Kernel-Version": "<unknown>" },
      { Name: "c", Status: "Unknown" },
    ]);
  });

  const running = (name: string, ready = true) => ({ name, ready, restartCount: 0, state: { running: {} } });
  it.each([
    [{ phase: "Pending" }, {}, "Pending", "0/1"],
    [
      { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] },
      {},
      "SchedulingGated",
      "0/1",
    ],
    [{ phase: "Failed", reason: "Evicted" }, {}, "Evicted", "0/1"],
    [{ phase: "Running", containerStatuses: [running("a")] }, {}, "Running", "1/1"],
    [
      { phase: "Pending", containerStatuses: [{ name: "a", state: { waiting: { reason: "ImagePullBackOff" } } }] },
      {},
      "ImagePullBackOff",
      "0/1",
    ],
    [{ phase: "Running", containerStatuses: [{ name: "a", state: { terminated: { exitCode: 137 } } }] }, {}, "ExitCode:137", "0/1"],
    [{ phase: "Running", containerStatuses: [{ name: "a", state: { terminated: { signal: 9 } } }] }, {}, "Signal:9", "0/1"],
    [
      { phase: "Pending", initContainerStatuses: [{ name: "i", state: { waiting: { reason: "PodInitializing" } } }] },
      { initContainers: [{ name: "i" }] },
      "Init:0/1",
      "0/1",
    ],
    [
      { phase: "Pending", initContainerStatuses: [{ name: "i", state: { waiting: { reason: "CrashLoopBackOff" } } }] },
      { initContainers: [{ name: "i" }] },
      "Init:CrashLoopBackOff",
      "0/1",
    ],
    [
      { phase: "Running", containerStatuses: [running("a")], initContainerStatuses: [{ ...running("s"), started: true }] },
      { initContainers: [{ name: "s", restartPolicy: "Always" }] },
      "Running",
      "2/2",
    ],
  ])("STATUS and READY of a pod with %j", (status, spec, expectedStatus, expectedReady) => {
    const created = { metadata: { name: "p" }, spec: { containers: [{ name: "a" }], ...spec }, status } as unknown as StoredObject;
    expect([podStatus(created), podReady(created)]).toEqual([expectedStatus, expectedReady]);
    const terminating = { ...created, metadata: { ...created.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
    expect(podStatus(terminating)).toBe(status.phase === "Failed" ? expectedStatus : "Terminating");
  });

  it("RESTARTS shows the time since the last restart", () => {
    const created = {
      metadata: { name: "p" },
      status: { containerStatuses: [{ restartCount: 3, lastState: { terminated: { finishedAt: "2026-01-01T00:00:00Z" } } }] },
    } as unknown as StoredObject;
    expect(podRestarts(created, Date.UTC(2026, 0, 1, 0, 5))).toBe("3 (5m ago)");
  });
});

describe("forms of an object", () => {
  it("Tables carry metadata, the object or nothing, as set by includeObject", async () => {
    api.store.create("pods", pod("p"));
    const row = async (query: string) =>
      ((await api.ask("GET", `/api/v1/pods?${query}`, undefined, TABLE)).body as unknown as Table).rows[0];
    expect((await row(""))?.object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "p" } });
    expect((await row("includeObject=Object"))?.object).toMatchObject({ kind: "Pod", spec: {} });
    expect(await row("includeObject=None")).not.toHaveProperty("object");
  });

  it("PartialObjectMetadata has no spec", async () => {
    api.store.create("pods", pod("p"));
    const { body } = await api.ask("GET", "/api/v1/pods", undefined, {
      accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    });
    expect(body.kind).toBe("PartialObjectMetadataList");
    expect(body.items[0]).toEqual({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: api.store.get("pods", "default", "p")?.metadata,
    });
  });

  it("skips protobuf if JSON is accepted too, and refuses it alone", async () => {
    expect((await api.ask("GET", "/api/v1/pods", undefined, { accept: "application/vnd.kubernetes.protobuf,application/json" })).code).toBe(
      200,
    );
    expect((await api.ask("GET", "/api/v1/pods", undefined, { accept: "application/vnd.kubernetes.protobuf" })).code).toBe(406);
  });

  it("a watch of Tables sends the columns once, one row per event, and a Status for errors", async () => {
    api.store.create("pods", pod("p"));
    const watch = await api.watch("/api/v1/pods?watch=true", TABLE);
    touch(api.store, "pods", "p", "1");
    const [first, second] = (await watch.take(2)).map(({ object }) => object as unknown as Table);
    expect(first).toMatchObject({ kind: "Table", rows: [{ object: { metadata: { name: "p" } } }] });
    expect(first?.columnDefinitions?.[0]).toMatchObject({ name: "Name", format: "name", priority: 0 });
    expect(second).toMatchObject({
      kind: "Table",
      columnDefinitions: null,
      rows: [{ object: { metadata: { labels: { touched: "1" } } } }],
    });
    await watch.close();
    api.faults.expireHistory();
    const old = await api.watch("/api/v1/pods?watch=true&resourceVersion=1", TABLE);
    expect(await old.next()).toMatchObject({ type: "ERROR", object: { kind: "Status", code: 410 } });
  });
});
