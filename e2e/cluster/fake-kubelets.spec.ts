import { expect, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { agent, PROBE } from "./manifests.ts";
import { isPodEntry, Tracer } from "./real-node/trace.ts";

// The fake kubelets pass through the states of a real one, as `real-node/traces.json` has them.

const LIMIT_MS = 90_000;

let cluster: ControlPlane;
let tracer: Tracer;

test.beforeAll(async () => {
  cluster = await startControlPlane({ nodes: 1 });
  tracer = new Tracer(cluster.kubeconfig, "default");
});
test.afterAll(async () => {
  tracer?.stop();
  await cluster?.stop();
});

const apply = (plan: Parameters<typeof agent>[0]) => cluster.mustKubectl(["apply", "-f", "-"], agent(plan));
/** Returns the states of the first pod of a DaemonSet, each with the second at which it came. */
const states = (name: string) =>
  tracer
    .trace(name)
    .filter(isPodEntry)
    .filter(({ pod }) => pod === 0)
    .map(({ at, phase, ready, containers }) => ({ at, text: `${phase}${ready ? " ready" : ""}: ${containers.join(", ")}` }));
const events = (name: string) => tracer.trace(name).flatMap((entry) => (isPodEntry(entry) ? [] : [entry]));

async function untilState(name: string, state: string): Promise<void> {
  await expect
    .poll(() => states(name).map(({ text }) => text), { timeout: LIMIT_MS, message: `${name} comes to: ${state}` })
    .toContain(state);
}

test("a crashing container runs, ends, restarts at once, and then after a growing back-off", async () => {
  test.setTimeout(2 * LIMIT_MS);
  await apply({ name: "crasher", image: "agent:crash" });
  await untilState("crasher", "Running ready: agent running 3 last:Error/1");
  const seen = states("crasher");
  expect(
    seen
      .map(({ text }) => text)
      .filter((text) => !text.startsWith("Pending"))
      .slice(0, 9),
  ).toEqual([
    "Running ready: agent running 0",
    "Running: agent terminated Error/1 0",
    "Running ready: agent running 1 last:Error/1",
    "Running: agent terminated Error/1 1 last:Error/1",
    "Running: agent waiting CrashLoopBackOff 1 last:Error/1",
    "Running ready: agent running 2 last:Error/1",
    "Running: agent terminated Error/1 2 last:Error/1",
    "Running: agent waiting CrashLoopBackOff 2 last:Error/1",
    "Running ready: agent running 3 last:Error/1",
  ]);
  // The second and the third restart.
  const pauses = [1, 2].map((restarts) => {
    const at = (text: string) => seen.find((each) => each.text === text)?.at ?? 0;
    return (
      at(`Running ready: agent running ${restarts + 1} last:Error/1`) - at(`Running: agent terminated Error/1 ${restarts} last:Error/1`)
    );
  });
  expect(pauses[0]).toBeGreaterThanOrEqual(9);
  expect(pauses[1]).toBeGreaterThanOrEqual(19);
  expect(pauses[1]).toBeLessThan(40);
  const backOff = events("crasher").filter(({ event }) => event.startsWith("Warning BackOff"));
  expect(backOff.map(({ event, count }) => `${event}, ${count}`)).toEqual([
    "Warning BackOff Back-off restarting failed container agent in pod POD_default(UID), 1",
    "Warning BackOff Back-off restarting failed container agent in pod POD_default(UID), 2",
  ]);
});

test("a crashing container with a readiness probe is never ready, and shows its back-off at once", async () => {
  await apply({ name: "probed", image: "agent:crash", readinessProbe: PROBE });
  await untilState("probed", "Running: agent waiting CrashLoopBackOff 2 last:Error/1");
  expect(states("probed").filter(({ text }) => text.includes("ready"))).toEqual([]);
});

test("a missing image is ErrImagePull until the next look, and its event has kubelet's words", async () => {
  await apply({ name: "unpulled", image: "agent:missing" });
  await expect
    .poll(() => states("unpulled").map(({ text }) => text), { timeout: LIMIT_MS })
    .toEqual(
      expect.arrayContaining([
        "Pending: agent waiting ContainerCreating 0",
        "Pending: agent waiting ErrImagePull 0",
        "Pending: agent waiting ImagePullBackOff 0",
      ]),
    );
  const texts = events("unpulled").map(({ event }) => event);
  const reference = '"agent:missing"';
  expect(texts).toContain(
    `Warning Failed Failed to pull image ${reference}: rpc error: code = NotFound desc = failed to pull and unpack image ${reference}: failed to resolve image: agent:missing: not found`,
  );
  expect(texts).toContain(`Normal BackOff Back-off pulling image ${reference}`);
});

test("init containers complete before the others start, and a deleted pod succeeds before it is gone", async () => {
  const initContainers = [
    { name: "prepare", image: "prepare:1" },
    { name: "proxy", image: "proxy:1", restartPolicy: "Always" },
  ];
  await apply({ name: "well", initContainers });
  const running = "prepare terminated Completed/0 0, proxy running 0, agent running 0";
  await untilState("well", `Running ready: ${running}`);
  expect(states("well").map(({ text }) => text)).toContain(
    "Pending: prepare waiting PodInitializing 0, proxy waiting PodInitializing 0, agent waiting PodInitializing 0",
  );
  await cluster.mustKubectl(["delete", "pod", "-l", "app=well"]);
  await untilState(
    "well",
    "Succeeded deleted: prepare terminated Completed/0 0, proxy terminated Completed/0 0, agent terminated Completed/0 0",
  );
  await apply({ name: "unstarted", image: "agent:missing" });
  await untilState("unstarted", "Pending: agent waiting ErrImagePull 0");
  await cluster.mustKubectl(["delete", "pod", "-l", "app=unstarted"]);
  await untilState("unstarted", "Failed deleted: agent terminated ContainerStatusUnknown/137 0");
});

test("fake nodes report the version of the control plane", async () => {
  const version = JSON.parse(await cluster.mustKubectl(["version", "-o", "json"])) as {
    readonly serverVersion: { readonly gitVersion: string };
  };
  const kubelets = await cluster.mustKubectl(["get", "nodes", "-o", "jsonpath={.items[*].status.nodeInfo.kubeletVersion}"]);
  expect(kubelets).toBe(version.serverVersion.gitVersion);
});
