import { afterEach, describe, expect, it } from "vitest";
import { until } from "../cluster/until.fixture.ts";
import { readCommand } from "../command-line/config.ts";
import { type SimulatedCluster, simulatedCluster } from "./simulated-cluster.fixture.ts";
import { keptTerminal } from "./terminal.fixture.ts";
import { waitOn } from "./wait.ts";

const NAME = "fluentd-elasticsearch";
let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** Waits for a DaemonSet of a scenario that has lived for `livedMs`, while its clock goes on; gives what came of it. */
async function waited(scenario: string, livedMs: number, flags: readonly string[] = [], during?: (simulated: SimulatedCluster) => void) {
  const simulated = await simulatedCluster(scenario);
  open = simulated;
  simulated.simulator.clock.advance(livedMs);
  const command = readCommand(["wait", `ds/${NAME}`, "-n", "kube-system", ...flags], {}, "test");
  if (command.kind !== "wait") throw new Error(command.kind);
  const terminal = keptTerminal();
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
  let isDone = false;
  await until(() => {
    if (result !== undefined) return true;
    // Not before it has begun: its first words follow its first look.
    if (terminal.out() !== "" || flags.includes("json")) {
      if (!isDone) during?.(simulated);
      isDone = true;
      simulated.simulator.clock.advance(250);
    }
    return false;
  }, "the wait's end");
  if (result === undefined) throw new Error("no result");
  return { result, out: terminal.out(), tookMs: simulated.simulator.clock.nowMs() - startedAtMs };
}

describe("wait ends as soon as it is certain", () => {
  it("R5 0 when the rollout is there, in kubectl's words", async () => {
    const { result, out } = await waited("image-update", 6000);
    expect(result).toEqual({ code: 0 });
    const lines = out.trim().split("\n");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^Waiting for daemon set /);
    expect(lines.at(-1)).toBe(`daemon set "${NAME}" successfully rolled out`);
  });
  it("R8 3 when it is stuck, within a minute of it and long before the timeout, with who holds it and why", async () => {
    const { result, out, tookMs } = await waited("bad-image", 6000);
    expect(result).toEqual({ code: 3 });
    expect(tookMs).toBeLessThan(75_000);
    expect(out).toMatch(/stuck: 3 of 3 places used, 3 held by (ErrImagePull|ImagePullBackOff)/);
    expect(out.match(/^ {2}\S+ +fluentd-elasticsearch-\w{5} +(ErrImagePull|ImagePullBackOff)$/gm)).toHaveLength(3);
  });
  it("4 when the time is over before either", async () => {
    const { result, out } = await waited("bad-image", 6000, ["--timeout", "20s"]);
    expect(result).toEqual({ code: 4 });
    expect(out).toMatch(/^timed out after 20 s: Waiting for daemon set /m);
  });
  it("5 when the DaemonSet goes", async () => {
    const { result, out } = await waited("bad-image", 6000, [], ({ simulator }) => {
      simulator.store.delete("daemonsets", "kube-system", NAME);
    });
    expect(result).toEqual({ code: 5 });
    expect(out).toContain(`daemon set "${NAME}" is gone`);
  });
  it("2 for OnDelete, whose rollout has no end, unless updated is what is waited for", async () => {
    const { result } = await waited("on-delete", 6000);
    expect("error" in result && String(result.error)).toMatch(/--for updated waits until every pod is of the new revision/);
  });
  it("0 for OnDelete when every pod is of the new revision", async () => {
    const { result, out } = await waited("on-delete", 6000, ["--for", "updated"], ({ simulator: { store } }) => {
      for (const { metadata } of store.list("pods", "kube-system")) store.delete("pods", "kube-system", metadata.name);
    });
    expect(result).toEqual({ code: 0 });
    expect(out).toContain(`Waiting for daemon set "${NAME}" to be updated by hand: 0 out of 6 pods are of the new revision...`);
  });
  it("-o json says the result, with the status that it was decided from", async () => {
    const { result, out } = await waited("bad-image", 6000, ["-o", "json"]);
    expect(result).toEqual({ code: 3 });
    expect(JSON.parse(out)).toMatchObject({
      result: "stuck",
      name: NAME,
      concern: { kind: "budgetHeld" },
      budget: { used: 3, allowed: 3 },
    });
  });
});
