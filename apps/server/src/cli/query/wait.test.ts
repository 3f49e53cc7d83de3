import type { UpgradePhase } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, describe, expect, it, test } from "vitest";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { DECIDED_BY_ANOTHER } from "../terminal/exit-codes.ts";
import { type CapturedTerminal, capturedTerminal } from "../terminal/terminal.fixture.ts";
import { waitOn, waitVerdict } from "./wait.ts";
import { isAvailableAtStart } from "./wait-outcome.ts";

const NAME = "fluentd-elasticsearch";
const AVAILABLE_AT_START =
  'Warning: daemon set "fluentd-elasticsearch" has no readiness probe and minReadySeconds 0, so pods count as available when they start.';
let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** Waits for a DaemonSet of a scenario that has run for `advanceMs`, while its clock advances. Returns the result. */
async function waited(
  scenario: string,
  advanceMs: number,
  flags: readonly string[] = [],
  during?: (simulated: SimulatedCluster, terminal: CapturedTerminal) => void | Promise<void>,
) {
  const simulated = await simulatedCluster(scenario);
  open = simulated;
  simulated.simulator.clock.advance(advanceMs);
  const command = parseCommand(["wait", `ds/${NAME}`, "-n", "kube-system", ...flags], {}, "test");
  if (command.kind !== "wait") throw new Error(command.kind);
  const terminal = capturedTerminal();
  let result: { readonly code: number } | { readonly error: unknown } | undefined;
  waitOn(simulated.cluster, command.config, terminal).then(
    (code) => {
      result = { code };
    },
    (error: unknown) => {
      result = { error };
    },
  );
  const startedAtMs = simulated.simulator.clock.nowMs();
  // The first output follows the first check.
  await until(() => result !== undefined || terminal.out() !== "" || flags.includes("-o"), "the wait's beginning");
  if (result === undefined) await during?.(simulated, terminal);
  await until(() => {
    if (result !== undefined) return true;
    simulated.simulator.clock.advance(250);
    return false;
  }, "the wait's end");
  if (result === undefined) throw new Error("no result");
  return { result, out: terminal.out(), warnings: terminal.warnings, tookMs: simulated.simulator.clock.nowMs() - startedAtMs };
}

describe("wait ends as soon as the result is certain", () => {
  it("R5 exits 0 when the rollout is complete, with kubectl's messages", async () => {
    const { result, out } = await waited("image-update", 6000);
    expect(result).toEqual({ code: 0 });
    const lines = out.trim().split("\n");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^Waiting for daemon set /);
    expect(lines.at(-1)).toBe(`daemon set "${NAME}" successfully rolled out`);
  });
  const PROBED = { probes: ["liveness", "readiness"] };
  it.each([
    [true, "no probe", 0, [{}], []],
    [true, "a liveness probe only", 0, [{ probes: ["liveness"] }], []],
    [false, "a readiness probe of one container", 0, [{}, PROBED], []],
    [false, "a readiness probe of a sidecar", 0, [{}], [PROBED]],
    [false, "minReadySeconds", 5, [{}], []],
  ])("pods count as available when they start: %s with %s", (expected, _name, minReadySeconds, containers, sidecars) => {
    expect(isAvailableAtStart({ spec: { minReadySeconds, template: { containers, sidecars } } } as never)).toBe(expected);
  });
  it("warns after success if the pods count as available when they start", async () => {
    const { result, warnings } = await waited("image-update", 6000);
    expect(result).toEqual({ code: 0 });
    expect(warnings).toEqual([AVAILABLE_AT_START]);
  });
  it("R8 exits 3 within a minute if the rollout is stuck, with the holder and the reason", async () => {
    const { result, out, tookMs } = await waited("bad-image", 6000);
    expect(result).toEqual({ code: 3 });
    expect(tookMs).toBeLessThan(75_000);
    expect(out).toMatch(/STUCK \w+: image fluentd:v9-missing not found on 3 nodes/);
    expect(out.match(/^ {2}\S+ +fluentd-elasticsearch-\w{5} +ImagePullBackOff$/gm)).toHaveLength(3);
  });
  const moveToMissingPool = ({ simulator: { store } }: SimulatedCluster) => {
    const set = store.get("daemonsets", "kube-system", NAME);
    if (set === undefined) throw new Error(NAME);
    const spec = set.spec as { readonly template: { readonly spec: object } };
    const template = { ...spec.template, spec: { ...spec.template.spec, nodeSelector: { pool: "gpu-zz" } } };
    store.update("daemonsets", { ...set, spec: { ...spec, template } });
  };
  const NO_NODES = `daemon set "${NAME}" runs on no node: no node matches pool=gpu-zz`;
  it.each(["complete", "updated"])("exits 0 with a warning if no node matches, for %s", async (state) => {
    const { result, warnings } = await waited("bad-image", 6000, ["--for", state], moveToMissingPool);
    expect(result).toEqual({ code: 0 });
    expect(warnings).toEqual([`Warning: ${NO_NODES}.`]);
  });
  it("C13 succeeds without the right to list nodes, as kubectl rollout status does", async () => {
    open = await simulatedCluster("image-update", ["nodes"]);
    const command = parseCommand(["wait", `ds/${NAME}`, "-n", "kube-system"], {}, "test");
    if (command.kind !== "wait") throw new Error(command.kind);
    const terminal = capturedTerminal();
    expect(await waitOn(open.cluster, command.config, terminal)).toBe(0);
    expect(terminal.out()).toContain("successfully rolled out");
    expect(terminal.warnings[0]).toMatch(/^Warning: you may not list and watch nodes: /);
  });
  it("--require-nodes exits 8 if no node matches", async () => {
    const { result, out, warnings } = await waited("bad-image", 6000, ["--require-nodes"], moveToMissingPool);
    expect([result, out.trim().split("\n").at(-1), warnings]).toEqual([{ code: 8 }, NO_NODES, []]);
    await open?.close();
    const json = await waited("bad-image", 6000, ["--require-nodes", "-o", "json"], moveToMissingPool);
    expect(JSON.parse(json.out)).toMatchObject({ result: "noNodes", name: NAME });
  });
  it("exits 4 at the timeout", async () => {
    const { result, out, warnings } = await waited("bad-image", 6000, ["--timeout", "20s"]);
    expect(result).toEqual({ code: 4 });
    expect(warnings).toEqual([
      expect.stringMatching(/^error: timed out after 20s: \d of 12 pods of daemon set "fluentd-elasticsearch" are updated$/),
    ]);
    expect(out).not.toContain("timed out");
  });
  it("exits 5 if the DaemonSet is deleted", async () => {
    const { result, out } = await waited("bad-image", 6000, [], ({ simulator }) => {
      simulator.store.delete("daemonsets", "kube-system", NAME);
    });
    expect(result).toEqual({ code: 5 });
    expect(out).toContain(`daemon set "${NAME}" is gone`);
  });
  it("refuses OnDelete, which has no rollout end, unless it waits for updated", async () => {
    const { result } = await waited("on-delete", 6000);
    expect("error" in result && String(result.error)).toMatch(/Use --for=updated to wait until all pods run the new revision/);
  });
  it("exits 0 for OnDelete when every pod has the new revision", async () => {
    const { result, out } = await waited("on-delete", 6000, ["--for", "updated"], ({ simulator: { store } }) => {
      for (const { metadata } of store.list("pods", "kube-system")) store.delete("pods", "kube-system", metadata.name);
    });
    expect(result).toEqual({ code: 0 });
    expect(out).toContain(`Waiting for manual updates of daemon set "${NAME}" (OnDelete): 0 out of 6 pods run the new revision...`);
  });
  it("exits 4 if the server accepts connections and never answers", async () => {
    const server = await startRawApiServer(() => undefined);
    const timers: { readonly delayMs: number; readonly fire: () => void }[] = [];
    const cluster: OpenCluster = {
      transport: plainHttpTransport(server.url),
      identity: { context: "silent", server: server.url, version: undefined, simulated: false },
      clock: {
        nowMs: () => 0,
        rate: 1,
        after(delayMs, fire) {
          timers.push({ delayMs, fire });
          return { cancel: () => undefined };
        },
      },
      namespace: "default",
      words: 'cluster "silent"',
      simulator: undefined,
      warnings: [],
      close: () => Promise.resolve(),
    };
    const command = parseCommand(["wait", "ds/agent", "--timeout", "20s"], {}, "test");
    if (command.kind !== "wait") throw new Error(command.kind);
    const terminal = capturedTerminal();
    const code = waitOn(cluster, command.config, terminal);
    await until(() => server.requests.length > 0, "the first request");
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([20_000]);
    timers[0]?.fire();
    expect(await code).toBe(4);
    expect(terminal.warnings).toEqual(["error: timed out after 20s: the state of the rollout is unknown (it has not answered yet)"]);
    await server.close();
  });
  it("reports a lost and a restored connection once each, and decides nothing meanwhile", async () => {
    const { result, warnings } = await waited("image-update", 6000, [], async (simulated, terminal) => {
      simulated.cut();
      await until(() => terminal.warnings.length === 1, "the line that it is gone");
      // The whole rollout passes during the disconnect.
      const before = terminal.out();
      simulated.simulator.clock.advance(300_000);
      expect(terminal.out()).toBe(before);
      simulated.restore();
      await until(() => terminal.warnings.length >= 2, "the line that it is back");
    });
    expect(result).toEqual({ code: 0 });
    expect(warnings).toEqual([
      expect.stringMatching(/^Warning: the API server does not respond, and the printed data may be stale: \S+ (retrying|stale): .+\.$/),
      "The API server responds again.",
      AVAILABLE_AT_START,
    ]);
  });
  it("exits 4 at a timeout while disconnected, with the reason and the last known status marked as such", async () => {
    const cutOff = async (simulated: SimulatedCluster, terminal: CapturedTerminal) => {
      simulated.cut();
      await until(() => terminal.warnings.length === 1, "the line that it is gone");
    };
    const { result, warnings } = await waited("bad-image", 6000, ["--timeout", "20s"], cutOff);
    expect(result).toEqual({ code: 4 });
    expect(warnings.at(-1)).toMatch(
      /^error: timed out after 20s while the API server does not respond \(\S+ retrying: .+\)\. Last state: \d of 12 pods of daemon set /m,
    );
  });
  it("-o json prints the result, with the status that decided it", async () => {
    const { result, out } = await waited("bad-image", 6000, ["-o", "json"]);
    expect(result).toEqual({ code: 3 });
    expect(JSON.parse(out)).toMatchObject({
      result: "stuck",
      name: NAME,
      concern: { kind: "budgetHeld" },
      budget: { used: 3, allowed: 3 },
    });
  });
  it("-o github is one annotation with the causes, -o junit a failed test case, -o markdown a section", async () => {
    const github = await waited("bad-image", 6000, ["-o", "github"]);
    expect([github.result, github.out]).toEqual([
      { code: 3 },
      expect.stringMatching(
        /^::error title=DaemonSet kube-system\/fluentd-elasticsearch::STUCK .* not found on 3 nodes.*%0A {2}why: .*\n$/,
      ),
    ]);
    await open?.close();
    const junit = await waited("bad-image", 6000, ["-o", "junit"]);
    expect(junit.out).toContain('<testsuite name="wait" tests="1" failures="1"');
    expect(junit.out).toMatch(/name="DaemonSet kube-system\/fluentd-elasticsearch" time="\d+\.\d{3}">\n +<failure message="STUCK /);
    await open?.close();
    const markdown = await waited("bad-image", 6000, ["-o", "markdown"]);
    expect(markdown.out).toMatch(/^### Rollout\n\nDaemonSet kube-system\/fluentd-elasticsearch: \*\*STUCK .*\*\*\n\n```text\n {2}why: /);
  });
  it("-o junit has a passed test case after a success, and nothing else on stdout", async () => {
    const { result, out } = await waited("image-update", 6000, ["-o", "junit"]);
    expect(result).toEqual({ code: 0 });
    expect(out).toMatch(/^<\?xml .*\n<testsuites name="daemonscope" tests="1" failures="0">/);
    expect(out).toContain(`<system-out>daemon set &quot;${NAME}&quot; successfully rolled out</system-out>`);
  });
  it.each([
    ["stopped", "SIGTERM", 143],
    ["waiting", DECIDED_BY_ANOTHER, 130],
  ] as const)("-o json prints %s after the stop reason %s", async (text, reason, code) => {
    const { result, out } = await waited("image-update", 6000, ["-o", "json"], (_, terminal) => terminal.end(reason));
    expect([result, JSON.parse(out)]).toMatchObject([{ code }, { result: text, namespace: "kube-system", name: NAME }]);
  });
});

describe("wait for several DaemonSets", () => {
  async function waitedAll(scenario: string, advanceMs: number, ...words: readonly string[]) {
    const simulated = await simulatedCluster(scenario);
    open = simulated;
    simulated.simulator.clock.advance(advanceMs);
    const command = parseCommand(["wait", ...words], {}, "test");
    if (command.kind !== "wait") throw new Error(command.kind);
    const terminal = capturedTerminal();
    let isEnded = false;
    const ended = waitOn(simulated.cluster, command.config, terminal).finally(() => {
      isEnded = true;
    });
    ended.catch(() => undefined);
    await until(() => {
      if (!isEnded) simulated.simulator.clock.advance(250);
      return isEnded;
    }, "the wait's end");
    const code = await ended;
    return { code, out: terminal.out(), warnings: terminal.warnings };
  }
  it("N2 a timeout names the option that ignores nodes which shut down, if they are the only ones left", async () => {
    const { code, out, warnings } = await waitedAll(
      "graceful-shutdown",
      60_000,
      "ds/node-exporter",
      "-n",
      "monitoring",
      "--timeout",
      "20s",
    );
    expect(code).toBe(4);
    expect(`${out}${warnings.join("\n")}`).toContain(
      "available on all 3 nodes that stay; 3 are shutting down: --ignore-leaving-nodes ends this wait",
    );
  });
  it("succeeds when each rollout is complete, and prints each end", async () => {
    const { code, out } = await waitedAll("tour", 0, "ds/falco", "ds/falco", "-n", "security", "--timeout", "10m");
    expect([code, out.trim().split("\n").at(-1)]).toEqual([0, 'daemon set "falco" successfully rolled out']);
    await open?.close();
    const two = await waitedAll("tour", 0, "cilium", "kube-proxy", "-n", "kube-system", "-o", "json");
    expect(two.code).toBe(0);
    expect(JSON.parse(two.out)).toMatchObject([
      { result: "complete", name: "cilium" },
      { result: "complete", name: "kube-proxy" },
    ]);
  });
  it("-l selects by label, and one that is stuck decides the result", async () => {
    const stuck = await waitedAll("bad-image", 6000, "--all", "-A", "-o", "json");
    expect(stuck.code).toBe(3);
    expect(JSON.parse(stuck.out)).toMatchObject([{ result: "stuck", name: NAME }]);
    await open?.close();
    const none = waitedAll("bad-image", 0, "-l", "app=nothing", "-n", "kube-system");
    await expect(none).rejects.toThrow('There is no matching DaemonSet in namespace "kube-system".');
  });
  it("--all leaves out OnDelete with a warning, and refuses it alone", async () => {
    await expect(waitedAll("on-delete", 0, "--all", "-A")).rejects.toThrow(
      "no matching DaemonSet has a rollout that ends: use --for=updated",
    );
    await open?.close();
    const { code, warnings } = await waitedAll("tour", 0, "--all", "-n", "gpu-operator", "--timeout", "10m");
    expect(code).toBe(0);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^Warning: daemon set "nvidia-driver" uses OnDelete, so its rollout has no end\. /),
    );
  });
});

describe("waitVerdict", () => {
  it("N2 ignores leaving nodes if that is wanted, and all other nodes are updated and available", () => {
    const left = { rollout: { kind: "waitingForAvailable" }, reported: {}, concern: null, generation: 2, observedGeneration: 2 } as unknown;
    const record = { ...(left as DaemonSetRecord), doneExceptLeaving: true } as const;
    const ignoring = { until: "complete", ignoreLeavingNodes: true } as const;
    expect(waitVerdict(record, ignoring)).toEqual({ kind: "there" });
    expect(waitVerdict(record, { ...ignoring, ignoreLeavingNodes: false })).toEqual({ kind: "waiting" });
    expect(waitVerdict({ ...record, observedGeneration: 1 }, ignoring)).toEqual({ kind: "waiting" });
    expect(waitVerdict(left as DaemonSetRecord, ignoring)).toEqual({ kind: "waiting" });
  });
  const record = (parts: {
    readonly observed?: number;
    readonly updated?: number;
    readonly rollout?: DaemonSetRecord["rollout"]["kind"];
    readonly isStuck?: boolean;
  }) =>
    ({
      generation: 2,
      observedGeneration: parts.observed ?? 2,
      reported: { desiredNumberScheduled: 3, updatedNumberScheduled: parts.updated ?? 3 },
      rollout: { kind: parts.rollout ?? "updating", message: "" },
      concern: parts.isStuck === true ? { stuck: true } : null,
    }) as unknown as DaemonSetRecord;

  const managed = (phase: UpgradePhase): DaemonSetRecord => ({
    ...record({ rollout: "onDelete" }),
    managedBy: { controller: "gpu-operator", phases: [{ phase, count: 3, nodes: [] }] },
  });

  const FAILS = { newPodsFail: true, neverReady: { revision: 2, count: 1 } } as const;

  test.each([
    ["R5 complete", record({ rollout: "complete" }), "complete", "there"],
    ["R5 no node wants it", record({ rollout: "noNodes" }), "complete", "there"],
    ["R1 all updated and not all available", record({ rollout: "waitingForAvailable" }), "complete", "waiting"],
    ["R1 all updated, which is enough for `updated`", record({ rollout: "waitingForAvailable" }), "updated", "there"],
    ["R1 all updated by a status of the spec before", record({ rollout: "onDelete", observed: 1 }), "updated", "waiting"],
    ["R1 one is old", record({ rollout: "onDelete", updated: 2 }), "updated", "waiting"],
    ["R31 a controller still upgrades a node", managed("validating"), "updated", "waiting"],
    ["R31 a controller has upgraded each node", managed("upgraded"), "updated", "there"],
    ["R31 a controller gave up on a node", { ...managed("failed"), concern: { stuck: true } } as DaemonSetRecord, "updated", "stuck"],
    ["R10 only failing pods are new", { ...record({ rollout: "onDelete", updated: 1 }), ...FAILS }, "updated", "stuck"],
    ["R31 only failing pods are new, under a controller", { ...managed("restarting"), ...FAILS }, "updated", "waiting"],
    ["R8 stuck", record({ updated: 1, isStuck: true }), "complete", "stuck"],
    ["R8 complete takes precedence over stuck", record({ rollout: "complete", isStuck: true }), "complete", "there"],
  ] as const)("wait returns the verdict for: %s", (_, waitedRecord, until, kind) => {
    expect(waitVerdict(waitedRecord, { until, ignoreLeavingNodes: false })).toEqual({ kind });
  });
});
