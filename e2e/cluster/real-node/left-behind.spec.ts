import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../control-plane.ts";
import { leftBehind, sharedState } from "./left-behind.ts";
import { type RealNode, realNodeMissing, startRealNode } from "./real-node.ts";

test.skip(realNodeMissing !== undefined, realNodeMissing);
test.describe.configure({ mode: "serial" });

const PODS = 12;
const LIMIT_MS = 120_000;
/** Larger than any process id. */
const DEAD_PID = 99_999_999;

let cluster: ControlPlane;
let before: readonly string[];

test.beforeAll(async () => {
  before = sharedState();
  cluster = await startControlPlane({ nodes: 0 });
});
test.afterAll(async () => cluster?.stop());

function pod(index: number): object {
  const container = { name: "main", image: "real-node.test/agent:1", args: ["run", "-term-delay", "-1s"] };
  const ports = index === 0 ? { ports: [{ containerPort: 8080, hostPort: 18080 }] } : {};
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `busy-${index}` },
    spec: { nodeName: "real-1", terminationGracePeriodSeconds: 30, containers: [{ ...container, ...ports }] },
  };
}

/** Starts a node and runs pods on it that ignore SIGTERM, one of them with a host port. */
async function busyNode(): Promise<RealNode> {
  const node = await startRealNode(cluster);
  const items = Array.from({ length: PODS }, (_, index) => pod(index));
  await cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  await expectRunning();
  return node;
}

async function expectRunning(): Promise<void> {
  const running = async () =>
    (await cluster.mustKubectl(["get", "pods", "--field-selector=status.phase=Running", "-o", "name"])).trim().split("\n");
  await expect.poll(async () => (await running()).length, { timeout: LIMIT_MS }).toBe(PODS);
}

async function removeObjects(): Promise<void> {
  await cluster.mustKubectl(["delete", "pods", "--all", "--force", "--grace-period=0"]);
  await cluster.mustKubectl(["delete", "node", "real-1"]);
}

async function expectNothing(node: RealNode): Promise<void> {
  await expect.poll(() => leftBehind(node.pid), { timeout: LIMIT_MS, message: "of the node nothing is left" }).toEqual([]);
  expect(sharedState(), "the rest of the machine is unchanged").toEqual(before);
}

test("a real node with many pods leaves nothing behind when it stops", async () => {
  const node = await busyNode();
  expect(await cluster.mustKubectl(["logs", "busy-1"]), "the API server reaches kubelet").toMatch(/^start version=1 host=busy-1/);
  await cluster.mustKubectl(["exec", "busy-1", "--", "/agent", "exists", "/agent"]);
  expect(leftBehind(node.pid), "the check sees a node that runs").not.toEqual([]);
  await node.stop();
  await expectNothing(node);
  await removeObjects();
});

test("a real node whose supervisor is killed leaves nothing behind", async () => {
  const node = await busyNode();
  node.kill();
  await expectNothing(node);
  await removeObjects();
});

test("a real node boots again after a power cut, runs its pods again, and leaves nothing behind", async () => {
  const node = await busyNode();
  await node.cutPower();
  expect(
    leftBehind(node.pid)
      .filter((line) => !line.startsWith("daemonscope-"))
      .filter((line) => !line.includes("clean.sh")),
  ).toEqual([]);
  await node.boot();
  const restarts = ["get", "pods", "-o", "jsonpath={.items[*].status.containerStatuses[0].lastState.terminated.exitCode}"];
  await expect
    .poll(async () => (await cluster.mustKubectl(restarts)).trim(), { timeout: LIMIT_MS })
    .toBe(Array.from({ length: PODS }, () => "255").join(" "));
  await expectRunning();
  await node.stop();
  await expectNothing(node);
  await removeObjects();
});

/** Starts a node with other programs, and expects the sentence with which it ends. */
async function expectFailedStart(stubs: Readonly<Record<string, string>>, sentence: RegExp): Promise<void> {
  const programs = mkdtempSync(join(tmpdir(), "real-node-programs-"));
  try {
    for (const [name, script] of Object.entries({ agent: `exec "${process.env.REAL_NODE}/agent" "$@"`, ...stubs }))
      writeFileSync(join(programs, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
    mkdirSync(join(programs, "registry", "manifests"), { recursive: true });
    await expect(startRealNode(cluster, "real-1", programs)).rejects.toThrow(sentence);
    expect(sharedState()).toEqual(before);
  } finally {
    rmSync(programs, { recursive: true });
  }
}

test("a containerd that does not start gives one sentence, and leaves nothing behind", async () => {
  await expectFailedStart({ containerd: "echo the disk is full\nexit 1" }, /^containerd did not start: the disk is full$/);
});

test("a port that is in use gives one sentence, and leaves nothing behind", async () => {
  const agent = `"${process.env.REAL_NODE}/agent"`;
  const isOpen = "(: < /dev/tcp/127.0.0.1/5000) 2> /dev/null";
  const taken = `if [ "$1" = forward ]; then ${agent} registry 127.0.0.1:5000 / & until ${isOpen}; do :; done; fi\nexec ${agent} "$@"`;
  await expectFailedStart({ agent: taken }, /^127\.0\.0\.1:5000 is in use inside the node$/);
});

test("the next start removes what a killed run left", async () => {
  const folder = join(tmpdir(), `daemonscope-real-node-${DEAD_PID}`);
  const cgroup = `/sys/fs/cgroup/pids/real-node-${DEAD_PID}`;
  mkdirSync(folder);
  writeFileSync(join(folder, "cgroup"), `real-node-${DEAD_PID}`);
  writeFileSync(join(folder, "link"), `rn${DEAD_PID}`);
  mkdirSync(join(cgroup, "kubepods"), { recursive: true });
  const node = await startRealNode(cluster);
  expect([existsSync(folder), existsSync(cgroup)]).toEqual([false, false]);
  await node.stop();
  await expectNothing(node);
});
