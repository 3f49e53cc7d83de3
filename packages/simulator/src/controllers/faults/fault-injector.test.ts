import { isJsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionNamed, isReady, nodeNameOf, statusOf, taintsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { FAULT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { expect, test } from "vitest";
import { podsOf, simulate } from "../../scenarios/trace.fixture.ts";
import type { Simulator } from "../../simulator.ts";

const NAMESPACE = "kube-system";
const NAME = "fluentd-elasticsearch";
const NODE = "worker-02";
/** One word after each try, the other until the next try. */
const PULL_FAILS = expect.stringMatching(/^(ErrImagePull|ImagePullBackOff)$/);

const start = () => simulate("image-update", { manualSteps: true });

function setFaults({ store, clock }: Simulator, text: string | undefined, ms = 30_000): void {
  store.edit("daemonsets", NAMESPACE, NAME, ({ metadata }) => {
    const { [FAULT_ANNOTATION]: _before, ...rest } = metadata.annotations ?? {};
    metadata.annotations = text === undefined ? rest : { ...rest, [FAULT_ANNOTATION]: text };
  });
  clock.advance(ms);
}

const podOn = (simulator: Simulator, node: string) => podsOf(simulator, NAME).find((pod) => nodeNameOf(pod) === node);
const reasonOn = (simulator: Simulator, node: string) => {
  const [status] = listIn(statusOf(podOn(simulator, node) ?? expect.fail("no pod")), "containerStatuses");
  return objectIn(objectIn(status, "state"), "waiting").reason;
};

test("a fault replaces the pod of its node only, and its end brings a good pod back", () => {
  const simulator = start();
  const others = podsOf(simulator, NAME).filter((pod) => nodeNameOf(pod) !== NODE);
  setFaults(simulator, `startError=${NODE}`);
  expect(reasonOn(simulator, NODE)).toMatch(/RunContainerError|CrashLoopBackOff/);
  expect(podsOf(simulator, NAME).filter((pod) => nodeNameOf(pod) !== NODE)).toEqual(others);
  setFaults(simulator, undefined);
  expect(isReady(podOn(simulator, NODE) ?? expect.fail("no pod"))).toBe(true);
  expect(podsOf(simulator, NAME).filter((pod) => nodeNameOf(pod) !== NODE)).toEqual(others);
});

test("two faults on two nodes end one by one", () => {
  const simulator = start();
  setFaults(simulator, `configError=${NODE},imageNotFound=worker-03`);
  expect([reasonOn(simulator, NODE), reasonOn(simulator, "worker-03")]).toEqual(["CreateContainerConfigError", PULL_FAILS]);
  setFaults(simulator, "imageNotFound=worker-03");
  expect([reasonOn(simulator, NODE), reasonOn(simulator, "worker-03")]).toEqual([undefined, PULL_FAILS]);
});

test("text that names no fault and no node changes nothing", () => {
  const simulator = start();
  const before = podsOf(simulator, NAME);
  for (const text of ["", "nonsense", `toString=${NODE}`, "crash=no-such-node", `=${NODE}`, "crash="]) setFaults(simulator, text, 5000);
  expect(podsOf(simulator, NAME)).toEqual(before);
});

test("a deleted DaemonSet takes its faults of nodes with it", () => {
  const simulator = start();
  const { store, clock } = simulator;
  const taints = () => taintsOf(store.get("nodes", undefined, NODE) ?? expect.fail("no node")).map(({ key }) => key);
  setFaults(simulator, `misscheduled=${NODE}`);
  expect(taints()).toContain("example.com/dedicated");
  store.delete("daemonsets", NAMESPACE, NAME);
  clock.advance(5000);
  expect(taints()).not.toContain("example.com/dedicated");
});

test("a pod with a readiness gate is Ready once its condition is True", () => {
  const simulator = start();
  const { store, clock } = simulator;
  setFaults(simulator, `readinessGate=${NODE}`);
  const pod = podOn(simulator, NODE) ?? expect.fail("no pod");
  expect(conditionNamed(pod, "Ready")).toMatchObject({
    status: "False",
    reason: "ReadinessGatesNotReady",
    message: 'corresponding condition of pod readiness gate "lb.example.com/registered" does not exist.',
  });
  expect(conditionNamed(pod, "ContainersReady")?.status).toBe("True");
  const set = (status: string) => {
    const now = podOn(simulator, NODE) ?? expect.fail("no pod");
    const gate = { type: "lb.example.com/registered", status, lastTransitionTime: "2026-01-01T00:00:00Z" };
    const conditions = listIn(statusOf(now), "conditions").filter((each) => isJsonObject(each) && each.type !== gate.type);
    store.update("pods", { ...now, status: { ...statusOf(now), conditions: [...conditions, gate] } }, "status");
    clock.advance(1000);
    return conditionNamed(podOn(simulator, NODE) ?? expect.fail("no pod"), "Ready");
  };
  expect(set("False")).toMatchObject({
    status: "False",
    message: 'the status of pod readiness gate "lb.example.com/registered" is not "True", but False',
  });
  expect(set("True")).toMatchObject({ status: "True" });
});
