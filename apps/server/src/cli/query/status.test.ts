import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { afterEach, describe, expect, it } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { statusReport } from "./status.ts";

const NAME = "fluentd-elasticsearch";
let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function runStatus(scenario: string, advanceMs: number, words: readonly string[]) {
  const simulated = await simulatedCluster(scenario);
  open = simulated;
  simulated.simulator.clock.advance(advanceMs);
  const command = parseCommand(["status", ...words], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  return { simulated, terminal, answer: statusReport(simulated.cluster, command.config, terminal) };
}
async function printed(scenario: string, advanceMs: number, words: readonly string[]): Promise<string> {
  const { terminal, answer } = await runStatus(scenario, advanceMs, words);
  expect(await answer).toBe(0);
  return terminal.out();
}

describe("status", () => {
  it("prints kubectl's columns first, in its order, then the additional ones", async () => {
    expect(await printed("image-update", 0, ["-A"])).toBe(
      [
        "NAMESPACE     NAME                    DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE   MISSCHEDULED   BUDGET   COUNTS    VERDICT   CONCERN",
        "kube-system   fluentd-elasticsearch   12        12        12      12           12          <none>          23h   0              -        current   HEALTHY   <none>",
        "",
      ].join("\n"),
    );
  });
  it("gives no age to a state that began at an unknown time before the first lists", async () => {
    expect(await printed("tour", 12_000, ["-n", "security"])).toMatch(/ MISSCHEDULED +1 pod does not tolerate taint /);
  });
  it("R31 dates an upgrade that failed before the command by the node's label, and states that", async () => {
    const { terminal, answer } = await runStatus("gpu-operator-upgrade", 160_000, ["-n", "gpu-operator"]);
    expect(await answer).toBe(0);
    expect(terminal.out()).toMatch(/^nvidia-driver-daemonset .* FAILING 30s +/m);
    expect(terminal.warnings).toContain("Note: the age of the failed upgrade is that of the label of gpu-3, and may be longer.");
  });
  it("B7 for one DaemonSet it explains kubectl's sentence, the holders of the budget and the problem, not in the rows of a pipe", async () => {
    const { terminal, answer } = await runStatus("bad-image", 90_000, ["-n", "kube-system", `ds/${NAME}`]);
    expect(await answer).toBe(0);
    expect(terminal.out().trimEnd().split("\n")).toHaveLength(2);
    const text = terminal.warnings.join("\n");
    expect(text).toContain(`Waiting for daemon set "${NAME}" rollout to finish: 3 out of 12 new pods have been updated...`);
    expect(text).toContain("budget: 3 of 3 used (maxUnavailable 25%)");
    expect(text.match(/^ {2}\S+ +fluentd-elasticsearch-\w{5} +ImagePullBackOff$/gm)).toHaveLength(3);
    expect(text).toMatch(/^STUCK \d+s: image fluentd:v9-missing not found on 3 nodes: /m);
  });
  it("--color=always paints no text on stderr, where control characters are escaped", async () => {
    open = await simulatedCluster("bad-image");
    open.simulator.clock.advance(90_000);
    const command = parseCommand(["status", "-n", "kube-system", `ds/${NAME}`], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const piped = capturedTerminal({ FORCE_COLOR: "1" });
    expect(await statusReport(open.cluster, command.config, piped)).toBe(0);
    expect(piped.warnings.join("\n")).toMatch(/^STUCK /m);
  });
  it("on a terminal the explanation follows the rows on stdout", async () => {
    open = await simulatedCluster("bad-image");
    open.simulator.clock.advance(90_000);
    const command = parseCommand(["status", "-n", "kube-system", `ds/${NAME}`], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const shown = { ...capturedTerminal({ NO_COLOR: "1" }), isTerminal: true };
    expect(await statusReport(open.cluster, command.config, shown)).toBe(0);
    expect([shown.out(), shown.warnings]).toEqual([expect.stringContaining("budget: 3 of 3 used"), []]);
  });
  it("--ignore-not-found prints nothing for a name that does not exist", async () => {
    const { terminal, answer } = await runStatus("bad-image", 0, ["-n", "kube-system", "ds/nothing", "--ignore-not-found", "-o", "json"]);
    expect([await answer, terminal.out(), terminal.warnings]).toEqual([0, "", []]);
  });
  it("-o table and --no-headers print the table alone, for scripts", async () => {
    expect((await printed("bad-image", 90_000, ["-n", "kube-system", NAME, "-o", "table"])).trimEnd().split("\n")).toHaveLength(2);
    await open?.close();
    expect((await printed("bad-image", 90_000, ["-n", "kube-system", NAME, "--no-headers"])).trimEnd().split("\n")).toHaveLength(1);
  });
  it.each([
    ["-o", "jsonpath={.items[*].metadata.name}"],
    ["-o", "jsonpath={range .items[*]}{.metadata.name}{end}"],
    ["-o", "custom-columns=NAME:.metadata.name"],
    ["--sort-by", ".metadata.name"],
  ])("%s %s names the fields that exist", async (flag, value) => {
    const { answer } = await runStatus("image-update", 0, ["-A", flag, value]);
    await expect(answer).rejects.toThrow(
      "the items have no field .metadata, unlike those of kubectl get: use .apiVersion, .kind, .namespace, .name, ",
    );
  });
  it("-o markdown is a table for a ticket, with the cause of each DaemonSet with a concern", async () => {
    const [header, rule, row, ...rest] = (await printed("bad-image", 90_000, ["-A", "-o", "markdown"])).trimEnd().split("\n");
    expect([header, rule]).toEqual([
      expect.stringMatching(/^\| NAMESPACE \| NAME \| DESIRED \| .* \| CONCERN \|$/),
      expect.stringMatching(/^\|( --- \|)+$/),
    ]);
    expect(row).toMatch(/^\| kube-system \| fluentd-elasticsearch \| 12 \| .* \| \\<none\\> \| /);
    expect(rest.slice(0, 4)).toEqual(["", "**kube-system/fluentd-elasticsearch**", "", "```text"]);
    expect(rest[4]).toMatch(/^STUCK \d+s: image fluentd:v9-missing not found on 3 nodes: /);
    expect(rest.at(-1)).toBe("```");
  });
  it("-o github and -o junit have one result for each DaemonSet, and pods that are not available are an error", async () => {
    expect(await printed("bad-image", 90_000, ["-A", "-o", "github"])).toMatch(
      /^::error title=DaemonSet kube-system\/fluentd-elasticsearch::STUCK \d+s: image fluentd:v9-missing not found .*%0A {2}why: .*\n$/,
    );
    await open?.close();
    const junit = await printed("bad-image", 90_000, ["-A", "-o", "junit"]);
    expect(junit).toContain('<testsuite name="status" tests="1" failures="1" errors="0" skipped="0">');
    await open?.close();
    expect(await printed("image-update", 0, ["-A", "-o", "junit"])).toContain('tests="1" failures="0"');
    await open?.close();
    expect(await printed("image-update", 0, ["-o", "junit"])).toContain('tests="0" failures="0"');
  });
  it("-o json has every used slot by node and pod, and includes zeros", async () => {
    const entry = JSON.parse(await printed("bad-image", 90_000, ["-n", "kube-system", NAME, "-o", "json"])) as Record<string, unknown>;
    expect(Object.keys(entry)).toEqual([
      "apiVersion",
      "kind",
      "namespace",
      "name",
      "generation",
      "observedGeneration",
      "resourceVersion",
      "labels",
      "creationTimestamp",
      "selector",
      "nodeSelector",
      "updateStrategy",
      "containers",
      "minReadySeconds",
      "revision",
      "reported",
      "derived",
      "unavailable",
      "disagreements",
      "budget",
      "rollout",
      "word",
      "owner",
      "concern",
      "inCommon",
    ]);
    expect(entry).toMatchObject({
      apiVersion: "daemonscope.dev/v1",
      kind: "DaemonSetStatus",
      creationTimestamp: expect.stringMatching(/^2026-01-04T/),
      nodeSelector: {},
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%" } },
      containers: [{ name: NAME, image: "quay.io/fluentd_elasticsearch/fluentd:v9-missing" }],
      revision: { revision: 2 },
    });
    expect(entry.reported).toEqual(entry.derived);
    expect(entry.reported).toMatchObject({ desiredNumberScheduled: 12, numberMisscheduled: 0 });
    expect(entry.budget).toMatchObject({ kind: "maxUnavailable", allowed: 3, used: 3 });
    expect((entry.budget as { readonly holders: unknown[] }).holders).toHaveLength(3);
    expect(entry.concern).toMatchObject({ kind: "budgetHeld", nodes: expect.arrayContaining([expect.any(String)]) });
  });
  it("C6 --watch -o json prints one line per change, with every status that the API served", async () => {
    const { simulated, terminal, answer } = await runStatus("image-update", 0, ["-A", "-w", "-o", "json"]);
    const lines = () => terminal.out().split("\n").slice(0, -1);
    await until(() => lines().length === 1, "the first line");
    const { store, clock } = simulated.simulator;
    const served: string[] = [];
    const tuple = (counts: Record<string, number>) =>
      [counts.desiredNumberScheduled, counts.updatedNumberScheduled ?? 0, counts.numberAvailable ?? 0].join(" ");
    const note = () => {
      const status = store.get("daemonsets", "kube-system", NAME)?.status as Record<string, number>;
      const text = `${status.observedGeneration} ${tuple(status)}`;
      if (served.at(-1) !== text) served.push(text);
    };
    note();
    for (let step = 0; step < 400; step++) {
      clock.advance(100);
      note();
    }
    const reported = () => {
      const all = lines().map((line) => JSON.parse(line) as { observedGeneration: number; reported: Record<string, number> });
      return all.map((entry) => `${entry.observedGeneration} ${tuple(entry.reported)}`).filter((text, at, texts) => text !== texts[at - 1]);
    };
    await until(() => reported().at(-1) === served.at(-1), "the last status");
    expect(reported()).toEqual(expect.arrayContaining(served));
    terminal.end();
    expect(await answer).toBe(130);
  });
  it("--watch of several DaemonSets is one aligned table, with the time of each line on request", async () => {
    const { simulated, terminal, answer } = await runStatus("tour", 0, ["-A", "-w", "--timestamps"]);
    const lines = () => terminal.out().split("\n").slice(0, -1);
    await until(() => lines().length > 5, "the first lines");
    const firstCount = lines().length;
    await until(() => {
      simulated.simulator.clock.advance(10_000);
      return lines().length > firstCount + 10;
    }, "lines of changes");
    terminal.end();
    expect(await answer).toBe(130);
    const [header = "", ...rows] = lines();
    expect(header).toMatch(/^TIME +NAMESPACE +NAME +DESIRED/);
    for (const row of rows) expect(row).toMatch(/^2026-01-0\dT\S+ {3,}\S/);
    // Each column begins after a gap in every line.
    for (const column of ["NAMESPACE", "NAME ", "DESIRED", "AGE", "MISSCHEDULED", "BUDGET", "COUNTS", "VERDICT", "CONCERN"]) {
      const at = header.indexOf(column);
      expect(rows.filter((row) => row.slice(at - 3, at) !== "   " || row[at] === " ")).toEqual([]);
    }
    // No line of a DaemonSet repeats the one before, except for its time and its ages.
    const last = new Map<string, string>();
    for (const row of rows) {
      const [, namespace, name, ...cells] = row.split(/ {3,}/);
      const text = cells.map((cell) => cell.replace(/\b(\d+[smhdy])+$/, "")).join("|");
      expect(last.get(`${namespace}/${name}`)).not.toBe(text);
      last.set(`${namespace}/${name}`, text);
    }
  });
  it("--watch of several DaemonSets does not wrap on a terminal", async () => {
    const simulated = await simulatedCluster("tour");
    open = simulated;
    const command = parseCommand(["status", "-A", "-w"], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const terminal = capturedTerminal();
    const answer = statusReport(simulated.cluster, command.config, { ...terminal, isTerminal: true, columns: () => 100 });
    const lines = () => terminal.out().split("\n").slice(0, -1);
    await until(() => lines().length > 5, "the first lines");
    terminal.end();
    expect(await answer).toBe(130);
    expect(lines()[0]).toMatch(/^NAMESPACE +NAME +DESIRED +UP-TO-DATE +AVAILABLE +VERDICT +CONCERN$/);
    expect(Math.max(...lines().map((line) => line.length))).toBeLessThanOrEqual(100);
  });
  it("--watch reports a lost and a restored connection once each, and marks possibly stale data", async () => {
    const { simulated, terminal, answer } = await runStatus("image-update", 0, ["-A", "-w", "-o", "json"]);
    const lines = () =>
      terminal
        .out()
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await until(() => lines().length > 0, "the first line");
    simulated.cut("/pods");
    await until(() => terminal.warnings.length === 1, "the line that it is gone");
    const linesBefore = lines().length;
    await until(() => {
      simulated.simulator.clock.advance(1000);
      return lines().length > linesBefore + 2;
    }, "lines while pods are not heard");
    simulated.restore();
    await until(() => terminal.warnings.length === 2, "the line that it is back");
    await until(() => lines().at(-1)?.doubt === undefined, "a last line without a doubt");
    expect(terminal.warnings).toEqual([
      expect.stringMatching(/^Warning: the API server does not respond, and the printed data may be stale: pods (retrying|stale): .+\.$/),
      "The API server responds again.",
    ]);
    const doubts = lines().map(({ doubt }) => doubt);
    expect(doubts.slice(0, linesBefore)).toEqual(Array(linesBefore).fill(undefined));
    expect(doubts.slice(linesBefore, linesBefore + 2)).toEqual([expect.stringMatching(/^pods /), expect.stringMatching(/^pods /)]);
    terminal.end();
    expect(await answer).toBe(130);
  });
  it.each([
    [
      "reported, by the controller's events",
      [],
      { message: "pods fail and are made again on 1 node: Failed, at least 4 times on worker-1" },
    ],
    ["unknown if events are forbidden, without a wait", ["events"], null],
  ])("R23 a restart loop from before the start is %s", async (_name, forbidden, concern) => {
    open = await simulatedCluster("host-port", forbidden);
    const { store, clock } = open.simulator;
    for (let round = 0; round < 5; round++) {
      const pod = store.podsOnNode("worker-1").find(({ metadata }) => metadata.name.startsWith("node-exporter"));
      store.edit(
        "pods",
        "default",
        pod?.metadata.name ?? "",
        (copy) => {
          copy.status = { phase: "Failed", reason: "OutOfcpu" };
        },
        "status",
      );
      if (round < 4) clock.advance(2 ** round * 1000);
    }
    const command = parseCommand(["status", "node-exporter", "-n", "default", "-o", "json"], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const terminal = capturedTerminal();
    expect(await statusReport(open.cluster, command.config, terminal)).toBe(0);
    expect(JSON.parse(terminal.out())).toMatchObject({ concern });
    expect(terminal.warnings).toEqual([]);
  });
  it("reports forbidden kinds in one sentence with the verbs, and prints no table", async () => {
    open = await simulatedCluster("image-update", ["pods", "controllerrevisions"]);
    const command = parseCommand(["status", "-A"], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await expect(statusReport(open.cluster, command.config, terminal)).rejects.toThrow(
      "forbidden: you cannot list and watch pods (also controllerrevisions.apps) at the cluster scope. Check: kubectl auth can-i --list",
    );
    expect([terminal.out(), terminal.warnings]).toEqual(["", []]);
  });
  it("C13 without the right to list nodes it prints what the API server counts, with a warning", async () => {
    open = await simulatedCluster("bad-image", ["nodes"]);
    open.simulator.clock.advance(90_000);
    const command = parseCommand(["status", NAME, "-n", "kube-system", "-o", "json"], {}, "test");
    if (command.kind !== "status") throw new Error(command.kind);
    const terminal = capturedTerminal();
    expect(await statusReport(open.cluster, command.config, terminal)).toBe(0);
    expect(JSON.parse(terminal.out())).toMatchObject({
      reported: { desiredNumberScheduled: 12, numberReady: 9 },
      derived: null,
      concern: null,
      rollout: { message: expect.stringContaining("3 out of 12 new pods have been updated") },
    });
    expect(JSON.parse(terminal.out())).not.toHaveProperty("doubt");
    expect(terminal.warnings).toEqual(["Warning: you may not list and watch nodes: derived counts, budget and concerns are not known."]);
  });
  it("an empty namespace gives kubectl's message, and a wrong name the nearest", async () => {
    const { terminal, answer } = await runStatus("image-update", 0, []);
    expect(await answer).toBe(0);
    expect(terminal.warnings).toEqual(["No resources found in default namespace. Use -A for all namespaces."]);
    await open?.close();
    const wrong = await runStatus("image-update", 0, ["-A", "ds/fluentd-elastic"]);
    await expect(wrong.answer).rejects.toThrow(`There is no DaemonSet "fluentd-elastic" in any namespace: did you mean ${NAME}?`);
  });
});

describe("status --watch --output-watch-events", () => {
  it("prints ADDED, MODIFIED and DELETED with the object, as kubectl does", async () => {
    const { simulated, terminal, answer } = await runStatus("image-update", 0, ["-A", "-w", "--output-watch-events", "-o", "json"]);
    const lines = () =>
      terminal
        .out()
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { readonly type: string; readonly object: { readonly name: string } });
    await until(() => lines().length === 1, "the first line");
    const { store, clock } = simulated.simulator;
    await until(() => {
      clock.advance(1000);
      return lines().length > 2;
    }, "a change");
    store.delete("daemonsets", "kube-system", NAME);
    await until(() => {
      clock.advance(1000);
      return lines().at(-1)?.type === "DELETED";
    }, "the deletion");
    terminal.end();
    expect(await answer).toBe(130);
    const types = lines().map(({ type }) => type);
    expect(types[0]).toBe("ADDED");
    expect(new Set(types.slice(1, -1))).toEqual(new Set(["MODIFIED"]));
    expect(lines().at(-1)?.object.name).toBe(NAME);
    expect(terminal.warnings).toEqual([]);
  });
  it("a table has the event first, and its header once", async () => {
    const { simulated, terminal, answer } = await runStatus("image-update", 0, ["-A", "-w", "--output-watch-events"]);
    const rows = () => terminal.out().split("\n").slice(0, -1);
    await until(() => {
      simulated.simulator.clock.advance(1000);
      return rows().length > 2;
    }, "a change");
    terminal.end();
    expect(await answer).toBe(130);
    expect(rows().map((row) => row.split(/ +/)[0])).toEqual([
      "EVENT",
      "ADDED",
      ...rows()
        .slice(2)
        .map(() => "MODIFIED"),
    ]);
  });
});

describe("status of a selection", () => {
  it.each<readonly [readonly string[], number]>([
    [["-A", "--field-selector", "metadata.namespace=logging"], 1],
    [["-A", "-l", "!no.such/label", "--sort-by", "NAME"], 2],
    [["-n", "logging", "ds/fluent-bit", "-o", "name"], 1],
  ])("%j", async (words, atLeast) => {
    const text = await printed("tour", 0, words);
    expect(text.trimEnd().split("\n").length).toBeGreaterThanOrEqual(atLeast);
    if (words.includes("name")) expect(text).toBe("daemonset.apps/fluent-bit\n");
    if (words.includes("metadata.namespace=logging")) expect(text).not.toContain("kube-system");
  });
  it("prints several named DaemonSets as an array", async () => {
    const entries = JSON.parse(await printed("tour", 0, ["-n", "logging", "ds/fluent-bit", "ds/fluent-bit", "-o", "json"])) as object;
    expect(Array.isArray(entries)).toBe(false);
    const names = await printed("tour", 0, ["-A", "fluent-bit", "node-exporter", "-o", "jsonpath={.items[*].name}"]);
    expect(names).toBe("fluent-bit node-exporter");
  });
  it("reports the first name that does not exist, and prints nothing", async () => {
    const { terminal, answer } = await runStatus("tour", 0, ["-A", "fluent-bit", "fluent-bat"]);
    await expect(answer).rejects.toThrow('There is no DaemonSet "fluent-bat" in any namespace: did you mean fluent-bit?');
    expect(terminal.out()).toBe("");
  });
});
