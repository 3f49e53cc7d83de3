import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionsOf, isReady, phaseOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { describe, expect, it, test } from "vitest";
import { simulate } from "../../scenarios/trace.fixture.ts";

const AGENT = "real-node.test/agent:1";

/** A pod without an owner on a node, in a cluster where nothing else happens. */
function bare(container: JsonObject, more: JsonObject = {}, annotations: Record<string, string> = {}) {
  const { store, clock } = simulate("hw-rng", { manualSteps: true });
  const [node] = store.list("nodes");
  const create = (name: string) =>
    store.create("pods", {
      metadata: { name, namespace: "default", annotations },
      spec: {
        nodeName: node?.metadata.name,
        tolerations: [{ operator: "Exists" }],
        containers: [{ name: "main", image: AGENT, ...container }],
        ...more,
      },
    });
  create("pod");
  const seen: StoredObject[] = [];
  store.subscribe("pods", ({ type, object }) => {
    if (type !== "DELETED") seen.push(object);
  });
  const now = (): StoredObject => store.get("pods", "default", "pod") as StoredObject;
  const main = (pod = now()): JsonObject => objectIn({ first: listIn(statusOf(pod), "containerStatuses")[0] }, "first");
  const eventsOf = (reason: string) => store.list("events").filter((event) => event.reason === reason);
  return { store, clock, seen, now, main, eventsOf, create };
}
const waitingReason = (status: JsonObject): unknown => objectIn(objectIn(status, "state"), "waiting").reason;

describe("a deleted pod", () => {
  const stop = ["/agent", "sleep", "6s"];
  test.each<[string, JsonObject, JsonObject, number, string, number]>([
    ["a program that heeds SIGTERM", {}, {}, 1000, "Succeeded", 0],
    ["a program that fails at its end", { args: ["run", "-term-code", "4"] }, {}, 1000, "Failed", 4],
    ["a program that ignores SIGTERM", { args: ["run", "-term-delay", "-1s"] }, { terminationGracePeriodSeconds: 8 }, 9000, "Failed", 137],
    [
      "a hook and a delay",
      { args: ["run", "-term-delay", "4s"], lifecycle: { preStop: { exec: { command: stop } } } },
      {},
      11_000,
      "Succeeded",
      0,
    ],
  ])("%s", (_name, container, more, ms, phase, exitCode) => {
    const { store, clock, seen, main, eventsOf } = bare(container, more);
    clock.advance(5000);
    store.delete("pods", "default", "pod");
    const deletedMs = clock.nowMs();
    clock.advance(ms);
    expect(store.get("pods", "default", "pod")).toBeUndefined();
    const last = seen.at(-1) as StoredObject;
    expect([phaseOf(last), isReady(last), objectIn(objectIn(main(last), "state"), "terminated").exitCode]).toEqual([
      phase,
      false,
      exitCode,
    ]);
    expect(conditionsOf(last).find(({ type }) => type === "Ready")?.reason).toBe(`Pod${phase === "Failed" ? "Failed" : "Completed"}`);
    expect(eventsOf("Killing").map(({ message }) => message)).toEqual(["Stopping container main"]);
    expect(deletedMs).toBeLessThan(clock.nowMs());
  });

  it("that never started fails, because its container cannot be located", () => {
    const { store, clock, seen, main } = bare({ image: "missing:1" });
    clock.advance(5000);
    store.delete("pods", "default", "pod");
    clock.advance(4000);
    expect(phaseOf(seen.at(-1) as StoredObject)).toBe("Failed");
    expect(main(seen.at(-1))).toMatchObject({ state: { terminated: { exitCode: 137, reason: "ContainerStatusUnknown" } } });
  });
});

describe("a missing object", () => {
  const env = (optional: boolean): JsonObject => ({
    env: [{ name: "X", valueFrom: { configMapKeyRef: { name: "absent", key: "x", ...(optional ? { optional } : {}) } } }],
  });
  const volumes = (optional: boolean): JsonObject => ({
    volumes: [{ name: "s", secret: { secretName: "absent", ...(optional ? { optional } : {}) } }],
  });

  it("in the environment holds up the container until the object and its key exist", () => {
    const { store, clock, now, main } = bare(env(false));
    clock.advance(30_000);
    expect(main()).toMatchObject({ state: { waiting: { reason: "CreateContainerConfigError", message: 'configmap "absent" not found' } } });
    store.create("configmaps", { metadata: { name: "absent", namespace: "default" }, data: { y: "1" } });
    clock.advance(16_000);
    expect(main()).toMatchObject({ state: { waiting: { message: "couldn't find key x in ConfigMap default/absent" } } });
    store.edit("configmaps", "default", "absent", (map) => {
      map.data = { x: "1" };
    });
    clock.advance(16_000);
    expect([phaseOf(now()), isReady(now())]).toEqual(["Running", true]);
  });

  it("in a volume holds up the pod, with a warning after each attempt", () => {
    const { store, clock, now, main, eventsOf } = bare({}, volumes(false));
    clock.advance(90_000);
    expect([phaseOf(now()), waitingReason(main())]).toEqual(["Pending", "ContainerCreating"]);
    expect(eventsOf("FailedMount")).toEqual([
      expect.objectContaining({ count: 8, message: 'MountVolume.SetUp failed for volume "s" : secret "absent" not found' }),
    ]);
    store.create("secrets", { metadata: { name: "absent", namespace: "default" } });
    clock.advance(70_000);
    expect(isReady(now())).toBe(true);
  });

  it.each([
    ["environment", env(true), {}],
    ["volume", {}, volumes(true)],
  ])("that is optional in the %s holds up nothing", (_name, container, more) => {
    const { clock, now } = bare(container, more);
    clock.advance(3000);
    expect(isReady(now())).toBe(true);
  });
});

describe("probes", () => {
  const exec = (command: string): JsonObject => ({ exec: { command: [command] }, periodSeconds: 1 });

  it.each([
    ["true", true],
    ["false", false],
  ])("a readiness probe that runs %s decides on readiness: %s", (command, ready) => {
    const { clock, now, eventsOf } = bare({ readinessProbe: exec(command) });
    clock.advance(10_000);
    expect([phaseOf(now()), isReady(now())]).toEqual(["Running", ready]);
    expect(eventsOf("Unhealthy").map(({ message }) => message)).toEqual(ready ? [] : ["Readiness probe failed: "]);
  });

  it("a TCP probe is refused where nothing listens", () => {
    const { clock, eventsOf } = bare({ readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 } });
    clock.advance(5000);
    expect(eventsOf("Unhealthy")[0]?.message).toMatch(
      /^Readiness probe failed: dial tcp 10\.244\.\d+\.\d+:8080: connect: connection refused$/,
    );
  });

  it("the annotation lets a steady pod's probes fail, and its removal lets them succeed", () => {
    const { store, clock, now, main } = bare({
      args: ["run", "-listen", ":80"],
      readinessProbe: { httpGet: { path: "/", port: 80 }, periodSeconds: 1 },
    });
    const setFailing = (kinds: string) =>
      store.edit("pods", "default", "pod", ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, "control-plane.test/probe-fails": kinds };
      });
    clock.advance(60_000);
    expect(isReady(now())).toBe(true);
    setFailing("readiness,startup");
    clock.advance(5000);
    expect([isReady(now()), main().restartCount]).toEqual([false, 0]);
    setFailing("");
    clock.advance(5000);
    expect(isReady(now())).toBe(true);
  });

  it("a liveness probe that begins to fail restarts the container", () => {
    const { store, clock, main, eventsOf } = bare({ livenessProbe: { ...exec("true"), failureThreshold: 2 } });
    clock.advance(60_000);
    store.edit("pods", "default", "pod", ({ metadata }) => {
      metadata.annotations = { "control-plane.test/probe-fails": "liveness" };
    });
    clock.advance(4500);
    expect(main().restartCount).toBeGreaterThan(0);
    expect(main()).toMatchObject({ lastState: { terminated: { exitCode: 0, reason: "Completed" } } });
    expect(eventsOf("Killing")[0]).toMatchObject({
      message: "Container main failed liveness probe, will be restarted",
      involvedObject: { fieldPath: "spec.containers{main}" },
    });
  });
});

test("a second pod finds the image on its node", () => {
  const { clock, create, eventsOf } = bare({ image: "agent:1" });
  clock.advance(3000);
  expect(eventsOf("Pulling")).toHaveLength(1);
  create("second");
  clock.advance(3000);
  expect(eventsOf("Pulling")).toHaveLength(1);
  expect(eventsOf("Pulled").map(({ message }) => String(message).replace(/in .*/, "in …"))).toEqual([
    'Successfully pulled image "agent:1" in …',
    'Container image "agent:1" already present on machine and can be accessed by the pod',
  ]);
});

test("a pod that is not restarted ends as its containers do", () => {
  for (const [code, phase] of [
    ["0", "Succeeded"],
    ["2", "Failed"],
  ]) {
    const { clock, now } = bare({ args: ["run", "-exit-after", "1s", "-exit-code", code] }, { restartPolicy: "Never" });
    clock.advance(5000);
    expect(phaseOf(now())).toBe(phase);
  }
});

test("S59 a rejected pod has no conditions and no container statuses", () => {
  const { clock, now } = bare({}, { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "65536" }] } });
  clock.advance(1000);
  expect(Object.keys(statusOf(now())).sort()).toEqual(["message", "phase", "qosClass", "reason", "startTime"]);
  expect(statusOf(now()).reason).toBe("SysctlForbidden");
});

test("a new node has its allocatable resources before the scheduler tries its pods", () => {
  const { store, clock } = simulate("startup-taint");
  clock.advance(60_000);
  expect(store.list("events").filter(({ reason }) => reason === "FailedScheduling")).toEqual([]);
  expect(store.get("nodes", undefined, "worker-6")).toBeDefined();
});
