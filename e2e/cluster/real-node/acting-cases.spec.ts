import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import type { LogMessage } from "@daemonscope/shared/http/logs";
import type { PodPageAnswer } from "@daemonscope/shared/http/pod";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { english } from "@daemonscope/words/english";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { expect, test } from "@playwright/test";
import { daemonscope } from "../daemonscope-command.ts";
import { rolling, surging } from "../manifests.ts";
import { rawWatch } from "../oracle.ts";
import { realNodeMissing } from "./real-node.ts";
import { type Stage, startStage } from "./recording.ts";

// Each test changes the node or a separate DaemonSet, and waits for the states that follow. The last ones disturb the
// whole node.
test.skip(realNodeMissing !== undefined, realNodeMissing);
test.describe.configure({ mode: "serial" });

const LIMIT_MS = 120_000;
const AGENT = "real-node.test/agent:1";
const FAKE_NODES = 3;
const ALL_NODES = FAKE_NODES + 1;
const ON_REAL = { nodeSelector: { "real-node": "true" } };

let stage: Stage;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  stage = await startStage(FAKE_NODES);
});
test.afterAll(async () => stage?.stop());

interface Plan {
  readonly container?: object;
  readonly pod?: object;
  readonly strategy?: object;
}

const serving = { args: ["run", "-listen", ":8080"], readinessProbe: { httpGet: { path: "/ready", port: 8080 }, periodSeconds: 1 } };

async function apply(name: string, { container = {}, pod = ON_REAL, strategy = rolling(1) }: Plan): Promise<void> {
  const manifest = {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "default" },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy: strategy,
      template: {
        metadata: { labels: { app: name } },
        spec: { terminationGracePeriodSeconds: 2, ...pod, containers: [{ name: "main", image: AGENT, ...container }] },
      },
    },
  };
  await stage.cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify(manifest));
}

const remove = (name: string) => stage.cluster.mustKubectl(["delete", "daemonset", name, "--wait=false"]);
const recordOf = (name: string) => stage.observer.record(`default/${name}`);
const verdictOf = (name: string) => {
  const found = recordOf(name);
  return found === undefined ? undefined : verdictKindOf(found);
};
const messageOf = (name: string) => {
  const concern = recordOf(name)?.concern;
  return concern ? concernText(english, concern.detail) : "";
};
const untilVerdict = (name: string, verdict: string) =>
  stage.observer.until(`${name} is ${verdict}`, () => verdictOf(name) === verdict, LIMIT_MS);
const untilAvailable = (name: string, count: number) =>
  stage.observer.until(`${name} has ${count} available pods`, () => recordOf(name)?.reported.numberAvailable === count, LIMIT_MS);

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly nodeName?: string; readonly containers: readonly { readonly image: string }[] };
  readonly status: {
    readonly phase: string;
    readonly reason?: string;
    readonly startTime?: string;
    readonly containerStatuses?: readonly { readonly restartCount: number; readonly lastState?: Json }[];
  };
}

async function podsOf(name: string): Promise<readonly Pod[]> {
  const text = await stage.cluster.mustKubectl(["get", "pods", "-l", `app=${name}`, "-o", "json"]);
  return (JSON.parse(text) as { readonly items: readonly Pod[] }).items;
}

/** Returns the pod of a DaemonSet on the real node that is not terminating. */
const realPod = async (name: string): Promise<Pod | undefined> =>
  (await podsOf(name)).find(({ metadata, spec }) => spec.nodeName === "real-1" && metadata.deletionTimestamp === undefined);

async function podAnswer(pod: string): Promise<PodPageAnswer> {
  const answer = await fetch(`${stage.product.url}/api/pod?namespace=default&pod=${pod}`);
  return (await answer.json()) as PodPageAnswer;
}

/** Returns the reasons of the events of a pod, as the API has them. */
const reasonsOf = async (pod: string): Promise<readonly string[]> =>
  (
    await stage.cluster.mustKubectl([
      "get",
      "events",
      "--field-selector",
      `involvedObject.name=${pod}`,
      "-o",
      "jsonpath={.items[*].reason}",
    ])
  ).split(" ");

test("a rollout over fake nodes and a real one gives kubectl's sentence and counts", async () => {
  await apply("both", { container: serving, pod: {} });
  await untilAvailable("both", ALL_NODES);
  await stage.cluster.mustKubectl(["set", "image", "ds/both", "main=real-node.test/agent:2"]);
  expect((await daemonscope(stage.cluster.kubeconfig, "wait", "ds/both", "--timeout=120s")).code).toBe(0);
  await untilVerdict("both", "fine");
  const sentence = await stage.cluster.mustKubectl(["rollout", "status", "ds/both", "--watch=false"]);
  expect(recordOf("both")?.rollout.message).toBe(sentence.trim());
  expect(recordOf("both")).toMatchObject({
    reported: { numberAvailable: ALL_NODES, updatedNumberScheduled: ALL_NODES },
    disagreements: [],
  });
  const pod = await realPod("both");
  expect(await stage.cluster.mustKubectl(["logs", pod?.metadata.name ?? ""])).toMatch(/^start version=2/);
  await remove("both");
});

test("a surge over fake nodes and a real one has no unavailable pod", async () => {
  await apply("surge", { container: serving, pod: {}, strategy: surging(1) });
  await untilAvailable("surge", ALL_NODES);
  const before = stage.observer.statusWrites.length;
  await stage.cluster.mustKubectl(["set", "image", "ds/surge", "main=real-node.test/agent:2"]);
  await stage.cluster.mustKubectl(["rollout", "status", "ds/surge", "--timeout=120s"]);
  await untilVerdict("surge", "fine");
  const writes = stage.observer.statusWrites.slice(before).filter(({ key }) => key === "default/surge");
  expect(Math.min(...writes.map(({ counts }) => counts.numberAvailable))).toBe(ALL_NODES);
  await remove("surge");
});

test("a pod whose image is missing runs once the image appears", async () => {
  await apply("late", { container: { image: "real-node.test/agent:98" } });
  // Early, because kubelet doubles its delay with each try.
  await untilVerdict("late", "failing");
  stage.node.publishImage("agent:98");
  await untilAvailable("late", 1);
  await untilVerdict("late", "fine");
  await remove("late");
});

test("`wait` names the missing readiness probe if a crashing image replaces all pods", async () => {
  await apply("unprobed", { pod: ON_REAL });
  await untilAvailable("unprobed", 1);
  const crash = [{ op: "add", path: "/spec/template/spec/containers/0/args", value: ["run", "-exit-after", "2s", "-exit-code", "3"] }];
  await stage.cluster.mustKubectl(["patch", "daemonset", "unprobed", "--type=json", "-p", JSON.stringify(crash)]);
  const { stderr } = await daemonscope(stage.cluster.kubeconfig, "wait", "ds/unprobed", "--timeout=60s");
  await remove("unprobed");
  expect(stderr).toMatch(/no readiness probe/);
});

test("exec and tcp probes decide whether a pod is ready", async () => {
  const probe = (readinessProbe: object) => ({
    container: { args: serving.args, readinessProbe: { periodSeconds: 1, ...readinessProbe } },
  });
  await apply("exec-true", probe({ exec: { command: ["/agent", "exists", "/agent"] } }));
  await apply("exec-false", probe({ exec: { command: ["/agent", "exists", "/absent"] } }));
  await apply("tcp-open", probe({ tcpSocket: { port: 8080 } }));
  await apply("tcp-closed", probe({ tcpSocket: { port: 8081 } }));
  for (const name of ["exec-true", "tcp-open"]) await untilAvailable(name, 1);
  for (const name of ["exec-false", "tcp-closed"]) {
    await expect.poll(async () => reasonsOf((await realPod(name))?.metadata.name ?? ""), { timeout: LIMIT_MS }).toContain("Unhealthy");
    expect(recordOf(name)?.reported.numberAvailable).toBe(0);
  }
  for (const name of ["exec-true", "exec-false", "tcp-open", "tcp-closed"]) await remove(name);
});

test("the page's log of a previous run equals kubectl's", async () => {
  await apply("logs", { container: { args: ["run", "-exit-after", "2s", "-exit-code", "4"] } });
  const restarts = async () => (await realPod("logs"))?.status.containerStatuses?.[0]?.restartCount ?? 0;
  await expect.poll(restarts, { timeout: LIMIT_MS }).toBeGreaterThanOrEqual(2);
  const pod = (await realPod("logs"))?.metadata.name ?? "";
  const query = new URLSearchParams({ namespace: "default", daemonSet: "logs", pod, previous: "true" });
  // While a container restarts, kubelet may have no log of the previous run. It then answers with a sentence without a
  // time.
  await expect(async () => {
    const kubectlLog = await stage.cluster.mustKubectl(["logs", "-p", pod]);
    expect(kubectlLog).toContain("end with code 4");
    const abort = new AbortController();
    const { body } = await fetch(`${stage.product.url}/api/logs?${query}`, { signal: abort.signal });
    let text = "";
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.includes("end with code")) break;
    }
    abort.abort();
    const messages = text.split("\n").flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as LogMessage] : []));
    const lines = messages.flatMap((message) => (message.kind === "lines" ? message.lines : []));
    // The page shows the time before each line.
    expect(lines.map((line) => line.replace(/^\d{4}-\S+Z /, ""))).toEqual(kubectlLog.trimEnd().split("\n"));
  }).toPass({ timeout: LIMIT_MS });
  await remove("logs");
});

test("T15 a static pod runs without a DaemonSet, and its deleted mirror returns with its old start, on a real node", async () => {
  const name = "static-real-1";
  const phases = new Set<string>();
  const stream = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const path = `/api/v1/namespaces/default/pods?${stream}&fieldSelector=metadata.name%3D${name}`;
  const watch = rawWatch(stage.cluster.kubeconfig, path, (line) => {
    const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: Pod };
    if (type !== "BOOKMARK") phases.add(object.status.phase);
  });
  // The first bookmark: the watch misses nothing from now on.
  await expect.poll(() => watch.lines.length, { timeout: LIMIT_MS }).toBeGreaterThan(0);
  const mirror = async (): Promise<Pod | undefined> => {
    const { stdout } = await stage.cluster.kubectl(["get", "pod", name, "-o", "json", "--ignore-not-found"]);
    return stdout.trim() === "" ? undefined : (JSON.parse(stdout) as Pod);
  };
  const phase = async () => (await mirror())?.status.phase;
  const container = { name: "main", image: AGENT };
  stage.node.putStaticPod("static", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "static", namespace: "default" },
    spec: { containers: [container] },
  });
  await expect.poll(phase, { timeout: LIMIT_MS }).toBe("Running");
  const first = await mirror();
  await expect.poll(() => [...phases], "the mirror is Pending first").toEqual(["Pending", "Running"]);
  watch.stop();
  const answer = await podAnswer(name);
  expect(answer).toMatchObject({ kind: "there", pod: { name } });
  expect("daemonSet" in answer && answer.daemonSet).toBeFalsy();

  await stage.cluster.mustKubectl(["delete", "pod", name, "--wait=false"]);
  await expect.poll(async () => (await mirror())?.metadata.uid ?? first?.metadata.uid, { timeout: LIMIT_MS }).not.toBe(first?.metadata.uid);
  await expect.poll(phase, { timeout: LIMIT_MS }).toBe("Running");
  const second = await mirror();
  const startMs = Date.parse(second?.status.startTime ?? "");
  expect(startMs, "the pod did not restart").toBeLessThanOrEqual(Date.parse(second?.metadata.creationTimestamp ?? ""));
  expect(second?.status.startTime).toBe(first?.status.startTime);
  expect(second?.status.containerStatuses?.[0]?.restartCount).toBe(0);
});

test("the events of a static pod are listed for its mirror, on a real node", async () => {
  const { podEvents } = await podAnswer("static-real-1");
  expect(podEvents.events.map(({ reason }) => reason)).toContain("Started");
});

test("a container that did not start has no time of start, on a real node", async () => {
  await apply("no-start", { container: { command: ["/nonexistent"] } });
  const lastState = async () => (await realPod("no-start"))?.status.containerStatuses?.[0]?.lastState?.terminated;
  await expect.poll(lastState, { timeout: LIMIT_MS }).toMatchObject({ reason: "StartError", startedAt: "1970-01-01T00:00:00Z" });
  const answer = await podAnswer((await realPod("no-start"))?.metadata.name ?? "");
  await remove("no-start");
  expect(answer.kind === "there" && answer.pod.containers[0]?.before?.startedAtMs).toBeUndefined();
});

test("a pod without a network gets no sandbox until the network is repaired", async () => {
  stage.node.breakNetwork();
  await apply("no-network", {});
  await expect
    .poll(async () => reasonsOf((await realPod("no-network"))?.metadata.name ?? ""), { timeout: LIMIT_MS })
    .toContain("FailedCreatePodSandBox");
  expect(recordOf("no-network")?.reported.numberAvailable).toBe(0);
  stage.node.repairNetwork();
  await untilAvailable("no-network", 1);
  await remove("no-network");
});

test("a kubelet that stops answering is named, and a deleted pod waits for it", async () => {
  await apply("silent", {});
  await untilAvailable("silent", 1);
  const pod = await realPod("silent");
  await stage.node.stopKubelet();
  try {
    await stage.observer.until(
      "the node does not respond",
      () => nodeNamed(stage.observer.state(), "real-1")?.ready === "Unknown",
      LIMIT_MS,
    );
    await untilVerdict("silent", "nodesUnready");
    await stage.cluster.mustKubectl(["delete", "pod", pod?.metadata.name ?? "", "--wait=false"]);
    await expect.poll(async () => (await podsOf("silent"))[0]?.metadata.deletionTimestamp, { timeout: LIMIT_MS }).toBeDefined();
  } finally {
    await stage.node.continueKubelet();
  }
  await stage.node.untilReady();
  await expect
    .poll(async () => (await realPod("silent"))?.metadata.uid ?? pod?.metadata.uid, { timeout: LIMIT_MS })
    .not.toBe(pod?.metadata.uid);
  await untilVerdict("silent", "fine");
  await remove("silent");
});

test("after a power cut the pods run again, with exit code 255", async () => {
  await apply("power", {});
  await untilAvailable("power", 1);
  await stage.node.cutPower();
  await stage.observer.until("the node does not respond", () => nodeNamed(stage.observer.state(), "real-1")?.ready === "Unknown", LIMIT_MS);
  await stage.node.boot();
  await stage.node.untilReady();
  const status = async () => (await realPod("power"))?.status.containerStatuses?.[0];
  await expect
    .poll(status, { timeout: LIMIT_MS })
    .toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 255, reason: "Unknown" } } });
  await untilVerdict("power", "fine");
  await remove("power");
});

test("a node with DiskPressure rejects pods until the pressure ends", async () => {
  const pressure = async () =>
    (
      await stage.cluster.mustKubectl(["get", "node", "real-1", "-o", `jsonpath={.status.conditions[?(@.type=="DiskPressure")].status}`])
    ).trim();
  await stage.node.restartKubelet({ nodefsAvailable: "99%" });
  await expect.poll(pressure, { timeout: LIMIT_MS }).toBe("True");
  await apply("pressed", {});
  await stage.observer.until("a loop of rejected pods", () => /because of DiskPressure/.test(messageOf("pressed")), LIMIT_MS);
  await stage.node.restartKubelet();
  await expect.poll(pressure, { timeout: LIMIT_MS }).toBe("False");
  await untilAvailable("pressed", 1);
  await remove("pressed");
});
