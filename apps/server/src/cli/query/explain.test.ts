import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_FIELD_OF_CHECK } from "@daemonscope/daemonset/placement/placement";
import { Ajv } from "ajv";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand } from "../options/parse-command.ts";
import { simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { type CapturedTerminal, capturedTerminal } from "../terminal/terminal.fixture.ts";
import { explain, explainOn, trailLines } from "./explain.ts";

const SEED = Number(process.env.SEED ?? 20260107);
const folder = mkdtempSync(join(tmpdir(), "daemonscope-explain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "explain.schema.json"), "utf8")) as object;
const isAnswer = new Ajv({ strict: true, allErrors: true }).compile(schema);

it("the schemas of explain and what-if know each kind of check, and no other", () => {
  const kindsIn = (file: string, pattern: RegExp) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8").replaceAll(/\s+/g, " ");
    return [...text.matchAll(pattern)].flatMap(([, kinds = ""]) => kinds.match(/\w+/g) ?? []).sort();
  };
  const kinds = Object.keys(NODE_FIELD_OF_CHECK).sort();
  expect(kindsIn("explain.schema.json", /"kind": \{ "const": ("\w+") \}, "passed"/g)).toEqual(kinds);
  expect(kindsIn("what-if.schema.json", /"check": \{.*?"kind": \{ "enum": \[([^\]]*)\]/g)).toEqual(kinds);
});

let files = 0;
function fileOf(content: unknown): string {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

interface ExplainInput {
  readonly nodes: unknown;
  readonly daemonSet: unknown;
  readonly flags?: readonly string[];
  readonly words?: readonly string[];
}

async function runExplain({
  nodes,
  daemonSet,
  flags = [],
  words = [],
}: ExplainInput): Promise<CapturedTerminal & { readonly code: number }> {
  const terminal = capturedTerminal();
  const command = parseCommand(["explain", ...words, "--nodes", fileOf(nodes), "--daemonset", fileOf(daemonSet), ...flags], {}, "test");
  if (command.kind !== "explain") throw new Error(command.kind);
  return { ...terminal, code: await explain(command.config, terminal) };
}
const answersOf = async (input: ExplainInput) => {
  const found = JSON.parse((await runExplain({ ...input, flags: ["-o", "json", ...(input.flags ?? [])] })).out()) as {
    readonly node: string;
    readonly verdict: string;
    readonly checks: readonly { readonly kind: string; readonly passed: boolean }[];
  }[];
  expect(isAnswer(found), JSON.stringify(isAnswer.errors)).toBe(true);
  return found;
};

const nodeOf = (name: string, labels: object = {}, taints: readonly object[] = []) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels },
  spec: { taints },
});
const setOf = (podSpec: object = {}, name = "agent") => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name, namespace: "tools" },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "a", image: "i:1" }], ...podSpec } },
  },
});
const list = (...items: readonly unknown[]) => ({ kind: "List", items });

describe("-o github", () => {
  it("marks old names of labels and taints, and a toleration of the old name of a taint", async () => {
    const master = "node-role.kubernetes.io/master";
    const controlPlane = "node-role.kubernetes.io/control-plane";
    const podSpec = {
      nodeSelector: { "beta.kubernetes.io/os": "linux" },
      tolerations: [{ key: master, operator: "Exists" }],
    };
    const node = nodeOf("n1", { "beta.kubernetes.io/os": "linux" }, [{ key: controlPlane, effect: "NoSchedule" }]);
    const { out } = await runExplain({ nodes: node, daemonSet: setOf(podSpec) });
    expect(out()).toContain("label beta.kubernetes.io/os=linux (old name; since 1.14: kubernetes.io/os)\n");
    expect(out()).toContain(`\n    the template tolerates ${master} (old name; since 1.25: ${controlPlane})\n`);
  });
  it("annotates each manifest with the API server's objections, the nodes that would run it, and why others would not", async () => {
    const taint = { key: "dedicated", value: "gpu", effect: "NoSchedule" };
    const nodes = list(nodeOf("a"), nodeOf("b", {}, [taint]), nodeOf("c", {}, [taint]));
    const daemonSet = `${JSON.stringify(setOf({ nodeSelectr: {} }))}\n\n${JSON.stringify(setOf({ nodeSelector: { x: "y" } }, "none"))}`;
    const { code, warnings, ...terminal } = await runExplain({ nodes, daemonSet, flags: ["-o", "github"] });
    expect([code, warnings]).toEqual([0, []]);
    const place = (line: number) => `file=${folder}/\\d+\\.json,line=${line},title=DaemonSet tools`;
    expect(terminal.out().trimEnd().split("\n")).toEqual([
      expect.stringMatching(`^::warning ${place(1)}/agent::DaemonSet tools/agent .* would be refused by the API server: .*nodeSelectr`),
      expect.stringMatching(
        `^::notice ${place(1)}/agent::1 of 3 nodes would run it%0A2 nodes not eligible: taint dedicated=gpu:NoSchedule$`,
      ),
      expect.stringMatching(`^::warning ${place(3)}/none::0 of 3 nodes would run it%0A3 nodes not eligible: label x=y$`),
    ]);
  });
});

describe("explain from files", () => {
  it("P1 prints one entry per pair with the verdict in the controller's terms", async () => {
    const dedicated = { key: "dedicated", value: "gpu", effect: "NoSchedule" };
    const nodes = list(nodeOf("b", {}, [dedicated]), nodeOf("a"), nodeOf("c", {}, [{ ...dedicated, effect: "NoExecute" }]));
    expect(await answersOf({ nodes, daemonSet: setOf() })).toMatchObject([
      { node: "a", namespace: "tools", daemonSet: "agent", verdict: "run", shouldRun: true, shouldContinueRunning: true, checks: [] },
      { node: "b", verdict: "keep", shouldRun: false, shouldContinueRunning: true },
      { node: "c", verdict: "exclude", shouldRun: false, shouldContinueRunning: false },
    ]);
  });
  it("P9 comparison operators only work behind their gate, and then without a warning", async () => {
    const input = {
      nodes: nodeOf("a", {}, [{ key: "level", value: "900", effect: "NoSchedule" }]),
      daemonSet: setOf({ tolerations: [{ key: "level", operator: "Gt", value: "800" }] }),
    };
    expect((await answersOf(input))[0]?.verdict).toBe("keep");
    expect((await runExplain(input)).warnings).toEqual([
      expect.stringMatching(
        /refused by the API server: spec\.template\.spec\.tolerations\[0\]\.operator: .*"Gt"; Lt and Gt only with the feature gate Taint\w+\.$/,
      ),
    ]);
    const flags = ["--feature-gate", "TaintTolerationComparisonOperators=true"];
    expect((await answersOf({ ...input, flags }))[0]?.verdict).toBe("run");
    expect((await runExplain({ ...input, flags })).warnings).toEqual([]);
  });
  it("P7 evaluates an invalid object like the controller, with a warning", async () => {
    const terms = [
      { matchExpressions: [{ key: "gpu", operator: "Gt", values: ["many"] }] },
      { matchExpressions: [{ key: "gpu", operator: "Exists" }] },
    ];
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
    const input = { nodes: list(nodeOf("a", { gpu: "4" }), nodeOf("b")), daemonSet: setOf({ affinity, restartPolicy: "Never" }) };
    expect((await answersOf(input)).map(({ verdict }) => verdict)).toEqual(["run", "exclude"]);
    const { warnings } = await runExplain(input);
    expect(warnings.join("\n")).toMatch(/restartPolicy: Unsupported value: "Never"/);
  });
  const yamlSet = (podSpec: string) =>
    `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: tools}\nspec:\n  selector: {matchLabels: {app: a}}\n` +
    `  template:\n    metadata: {labels: {app: a}}\n    spec:\n      containers: [{name: c, image: "i:1"}]\n${podSpec}`;
  it("F01 an octal file mode is valid", async () => {
    const volumes = "      volumes:\n      - {name: v, configMap: {name: scripts, defaultMode: 0744}}\n";
    const { code, warnings } = await runExplain({ nodes: nodeOf("a"), daemonSet: yamlSet(volumes) });
    expect([code, warnings]).toEqual([0, []]);
  });
  it("F03 a key that occurs twice has its last value, with a warning", async () => {
    const taints = [{ key: "node.kubernetes.io/network-unavailable", effect: "NoSchedule" }];
    const input = { nodes: nodeOf("a", {}, taints), daemonSet: yamlSet("      hostNetwork: true\n      hostNetwork: false\n") };
    expect((await answersOf(input))[0]?.verdict).toBe("keep");
    expect((await runExplain(input)).warnings).toEqual([
      expect.stringMatching(/^Warning: file \S+, line 11: key "hostNetwork" occurs twice; the last value counts\.$/),
    ]);
  });
  it("warnings use the API server's text and name the object, are truncated, and have no control characters", async () => {
    const terms = [{ matchExpressions: [{ key: "-gpu", operator: "In", values: ["not valid!"] }] }];
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
    const nodeSelector = { "zone/a/b": "x".repeat(65_536), "\u009b2J": "x" };
    const { warnings } = await runExplain({ nodes: nodeOf("a"), daemonSet: list(setOf(), setOf({ affinity, nodeSelector }, "other")) });
    const field = "spec\\.template\\.spec";
    const values = `${field}\\.affinity\\.nodeAffinity\\.requiredDuringSchedulingIgnoredDuringExecution\\.nodeSelectorTerms\\[0\\]\\.matchExpressions\\[0\\]`;
    const refused = "^Warning: DaemonSet tools/other \\(file /.*\\.json, item 2\\) would be refused";
    expect(warnings).toEqual(
      [
        `${refused} by the API server: ${field}\\.nodeSelector: Invalid value: "zone/a/b": a valid label key must consist of`,
        `${refused} by the API server: ${field}\\.nodeSelector: Invalid value: "x+ … x*": must be no more than 63 bytes\\.$`,
        `${refused} by the API server: ${field}\\.nodeSelector: Invalid value: "\\\\u009b2J": name part must consist of alphanumeric`,
        `${refused} by the API server: ${values}\\.key: Invalid value: "-gpu": name part must consist of alphanumeric`,
        `${refused} by the API server: ${values}\\.values\\[0\\]: Invalid value: "not valid!": a valid label must be an empty string or`,
      ].map((pattern) => expect.stringMatching(new RegExp(pattern))),
    );
    for (const warning of warnings) expect(warning.length).toBeLessThan(1000);
  });
  it("warns once about each dropped field, and about the fields next to it", async () => {
    const bad = { key: "k", operator: "Sometimes" };
    const { warnings } = await runExplain({ nodes: nodeOf("a"), daemonSet: setOf({ tolerations: ["k", bad], nodeSelector: { a: {} } }) });
    const field = "spec\\.template\\.spec";
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`${field}\\.nodeSelector\\.a is an object and must be a string: it is left out\\.$`)),
      expect.stringMatching(new RegExp(`${field}\\.tolerations\\[0\\] is "k" and must be an object: it is left out\\.$`)),
      expect.stringMatching(new RegExp(`${field}\\.tolerations\\[1\\]\\.operator: Unsupported value: "Sometimes"`)),
    ]);
  });
  it("P4 no terms match no node, and no affinity matches every node", async () => {
    const none = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: null } } };
    expect((await answersOf({ nodes: nodeOf("a"), daemonSet: setOf({ affinity: none }) }))[0]?.verdict).toBe("exclude");
    expect((await answersOf({ nodes: nodeOf("a"), daemonSet: setOf({ affinity: null }) }))[0]?.verdict).toBe("run");
  });
  it("prints the whole proof for one pair, and one line each for several", async () => {
    const taint = { key: "dedicated", effect: "NoExecute" };
    const cordon = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
    const input = { nodes: list(nodeOf("a", {}, [taint, cordon]), nodeOf("b")), daemonSet: setOf() };
    expect((await runExplain({ ...input, flags: ["--node", "a"] })).out()).toBe(
      [
        "tools/agent on a is not eligible: no new pod is created, an existing pod is deleted (shouldRun false, shouldContinueRunning false)",
        "  ✕ taint dedicated:NoExecute is not tolerated: an existing pod is deleted",
        "  ✓ taint node.kubernetes.io/unschedulable:NoSchedule is tolerated (node.kubernetes.io/unschedulable Exists:NoSchedule): the controller adds that to every daemon pod",
        "",
      ].join("\n"),
    );
    expect((await runExplain(input)).out()).toBe(
      [
        "NAMESPACE   NAME    NODE   VERDICT   WHY",
        "tools       agent   a      exclude   taint dedicated:NoExecute is not tolerated",
        "tools       agent   b      run       every check passed",
        "",
      ].join("\n"),
    );
  });
  it("a given namespace also applies to a file", async () => {
    const other = { ...setOf({ nodeName: "elsewhere" }), metadata: { name: "agent", namespace: "mon" } };
    const input = { nodes: nodeOf("a"), daemonSet: list(other, setOf()), words: ["ds/agent"] };
    expect((await answersOf({ ...input, flags: ["-n", "tools"] })).map(({ verdict }) => verdict)).toEqual(["run"]);
    expect(await answersOf(input)).toHaveLength(2);
    await expect(runExplain({ ...input, flags: ["-n", "none"] })).rejects.toThrow('There is no DaemonSet "agent" in namespace "none"');
  });
  it("a namespace without a DaemonSet in the file gives the nearest name", async () => {
    const input = { nodes: nodeOf("a"), daemonSet: setOf() };
    await expect(runExplain({ ...input, words: ["ds/agent"], flags: ["-n", "tolls"] })).rejects.toThrow(
      'There is no DaemonSet "agent" in namespace "tolls": there is none. Did you mean namespace tools?',
    );
    await expect(runExplain({ ...input, flags: ["-n", "tolls"] })).rejects.toThrow(
      'There is no DaemonSet in namespace "tolls": did you mean tools?',
    );
    const { code, warnings } = await runExplain({ ...input, flags: ["-n", "elsewhere"] });
    expect([code, warnings]).toEqual([0, ["No resources found in elsewhere namespace. Use -A for all namespaces."]]);
  });
  it("a name that is in no file gives the nearest name", async () => {
    await expect(runExplain({ nodes: nodeOf("worker-1"), daemonSet: setOf(), flags: ["--node", "worker-2"] })).rejects.toThrow(
      'There is no node "worker-2": did you mean worker-1?',
    );
    await expect(runExplain({ nodes: nodeOf("worker-1"), daemonSet: setOf(), flags: ["--node", "gpu"] })).rejects.toThrow(
      'There is no node "gpu": there is only worker-1.',
    );
    await expect(runExplain({ nodes: nodeOf("a"), daemonSet: setOf(), words: ["ds/agnet"] })).rejects.toThrow(
      'There is no DaemonSet "agnet" in any namespace: did you mean agent?',
    );
  });
  it("reports the missing input without files and without a cluster", async () => {
    const command = parseCommand(["explain"], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    await expect(explain(command.config, capturedTerminal())).rejects.toThrow(
      "no kubeconfig found: pass --kubeconfig FILE, or --simulate for a simulated cluster",
    );
  });
});

describe("explain on a cluster", () => {
  /** Queries a simulated cluster, on which `forbidden` resources may not be listed. */
  async function queryCluster(words: readonly string[], forbidden: readonly string[] = []) {
    const simulated = await simulatedCluster("image-update", forbidden);
    const command = parseCommand(["explain", "-A", ...words], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    try {
      const code = await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
      return {
        code,
        out: terminal.out(),
        warnings: terminal.warnings,
        paths: [...simulated.paths].filter((path) => path.startsWith("/api")),
      };
    } finally {
      await simulated.close();
    }
  }

  it.each<[string, readonly string[], readonly string[]]>([
    ["with nodes from a file it requests only DaemonSets", ["--nodes", fileOf(nodeOf("a"))], ["/apis/apps/v1/daemonsets"]],
    ["with DaemonSets from a file it requests only nodes", ["--daemonset", fileOf(setOf())], ["/api/v1/nodes"]],
    [
      "for a program it requests what the table shows",
      ["-o", "json"],
      ["/api/v1/events", "/api/v1/nodes", "/api/v1/pods", "/apis/apps/v1/daemonsets"],
    ],
    ["for a user it requests pods and events, too", [], ["/api/v1/events", "/api/v1/nodes", "/api/v1/pods", "/apis/apps/v1/daemonsets"]],
  ])("%s", async (_name, words, paths) => {
    const others = ["nodes", "pods", "daemonsets", "controllerrevisions", "events"].filter(
      (name) => !paths.some((path) => path.endsWith(name)),
    );
    const answer = await queryCluster(words, others);
    expect(answer.code).toBe(0);
    expect(answer.paths.sort()).toEqual(paths);
    expect(answer.warnings).toEqual([]);
  });
  it("-o wide counts the passed checks, and a pair without restrictions has none", async () => {
    const { out } = await queryCluster(["-A", "-o", "wide"]);
    const [header = "", ...rows] = out.trimEnd().split("\n");
    expect(header.split(/ {2,}/)).toContain("CHECKS");
    expect(new Set(rows.map((row) => /(none|\d+\/\d+) +every check passed$/.exec(row)?.[1]))).toEqual(new Set(["none"]));
  });
  it("ends an empty namespace with kubectl's message and 0, as status does", async () => {
    expect(await queryCluster(["-A=false", "-n", "default"])).toMatchObject({
      code: 0,
      out: "",
      warnings: ["No resources found in default namespace. Use -A for all namespaces."],
    });
  });
  it("if pods are forbidden it prints the missing verbs, and not that there are none", async () => {
    const node = "worker-01";
    const { out, warnings } = await queryCluster(["--node", node], ["pods"]);
    expect(out).toMatch(/^ {2}pods: not known: it takes the verbs list and watch on pods$/m);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Warning: the existing pods are not known: you cannot list and watch pods at the cluster scope\. Check: kubectl auth can-i --list\./,
      ),
    ]);
    const table = await queryCluster([], ["pods"]);
    expect(table.out).toMatch(/ {3}<unknown> {3}/);
    expect(table.out).not.toMatch(/ none /);
  });
  it("reports all missing rights at once", async () => {
    await expect(queryCluster([], ["nodes", "pods", "daemonsets"])).rejects.toThrow(
      /^forbidden: you cannot list and watch daemonsets\.apps \(also nodes\) at the cluster scope\. Check: kubectl auth can-i --list\. With /,
    );
  });
  it("the kubectl command for a missing right has the namespace, except for nodes", async () => {
    const simulated = await simulatedCluster("image-update", ["nodes", "daemonsets"]);
    const refusal = async (...words: readonly string[]) => {
      const command = parseCommand(["explain", "-n", "tools", ...words], {}, "test");
      if (command.kind !== "explain") throw new Error(command.kind);
      await explainOn(() => Promise.resolve({ ...simulated.cluster, close: () => Promise.resolve() }), command.config, capturedTerminal());
    };
    try {
      await expect(refusal()).rejects.toThrow(
        /daemonsets\.apps \(also nodes\) in the namespace "tools"\. Check: kubectl auth can-i --list -n tools\.$/,
      );
      await expect(refusal("--daemonset", fileOf(setOf()))).rejects.toThrow(
        /cannot list and watch nodes at the cluster scope\. Check: kubectl auth can-i --list\. Nodes belong to no namespace, so ask for a ClusterRole\.$/,
      );
    } finally {
      await simulated.close();
    }
  });
  it("N1 a list names the lifecycle of each node", async () => {
    const simulated = await simulatedCluster("graceful-shutdown");
    simulated.simulator.clock.advance(60_000);
    const command = parseCommand(["explain", "-n", "monitoring", "ds/node-exporter"], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
    await simulated.close();
    expect(terminal.out()).toMatch(/ batch-1 .* node shutting down: every check passed$/m);
    expect(terminal.out()).toMatch(/ core-1 .* {3}every check passed$/m);
  });
  it.each([
    [125, "ds/nvidia-driver-daemonset", / gpu-3 .* gpu-operator: pod-restart-required; every check passed$/m],
    [205, "ds/nvidia-driver-daemonset", / gpu-3 .* gpu-operator: upgrade-failed; every check passed$/m],
    [205, "ds/nvidia-driver-daemonset", / gpu-1 .* {3}every check passed$/m],
    [205, "ds/nvidia-driver-daemonset --node gpu-3", /^ {2}gpu-operator: upgrade-failed$/m],
    [125, "ds/nvidia-device-plugin-daemonset", / gpu-3 .* paused by gpu-operator; the node has .*paused-for-driver-upgrade/m],
    [205, "ds/nvidia-device-plugin-daemonset", / gpu-3 .* left paused by gpu-operator; the node has .*paused-for-driver-upgrade/m],
    [205, "ds/nvidia-device-plugin-daemonset --excluded", / exclude .* left paused by gpu-operator; .*device-plugin=true$/m],
  ])("R31 R32 names the controller that works on a node, at %d s: %s", async (seconds, words, line) => {
    const simulated = await simulatedCluster("gpu-operator-upgrade");
    simulated.simulator.clock.advance(seconds * 1000);
    const command = parseCommand(["explain", "-n", "gpu-operator", ...words.split(" ")], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
    await simulated.close();
    expect(terminal.out()).toMatch(line);
  });
  it.each([
    [
      "graceful-shutdown",
      60,
      "-n logging ds/fluent-bit --node batch-1",
      "  node: shutting down (kubelet), ends when the node starts again",
    ],
    ["gpu-operator-upgrade", 125, "-n gpu-operator ds/nvidia-device-plugin-daemonset --node gpu-3", "  paused by gpu-operator, "],
  ])("N1 R32 names the lifecycle of the node, and a pause: %s", async (scenario, seconds, words, line) => {
    const simulated = await simulatedCluster(scenario);
    simulated.simulator.clock.advance(seconds * 1000);
    const command = parseCommand(["explain", ...words.split(" ")], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
    expect(terminal.out()).toContain(`\n${line}`);
    await simulated.close();
  });

  it("N1 names no cause and no origin by signs that contradict each other", async () => {
    const simulated = await simulatedCluster("image-update");
    const { store, clock } = simulated.simulator;
    const name = store.list("nodes")[0]?.metadata.name ?? "";
    store.edit("nodes", undefined, name, (copy) => {
      copy.metadata.labels = { ...copy.metadata.labels, "karpenter.sh/registered": "true" };
      copy.spec = { ...(copy.spec as object), taints: [{ key: "karpenter.sh/unregistered", effect: "NoSchedule" }] };
    });
    clock.advance(1000);
    const query = async (...words: readonly string[]) => {
      const command = parseCommand(["explain", "-A", ...words], {}, "test");
      if (command.kind !== "explain") throw new Error(command.kind);
      const terminal = capturedTerminal();
      await explainOn(() => Promise.resolve({ ...simulated.cluster, close: () => Promise.resolve() }), command.config, terminal);
      return terminal.out();
    };
    const why = "taint karpenter.sh/unregistered:NoSchedule is not tolerated";
    const rows = (await query()).split("\n").filter((line) => line.includes(` ${name} `));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(`   node lifecycle unknown; ${why}`);
    const proof = await query("--node", name);
    await simulated.close();
    expect(proof).toContain("  cause: node lifecycle unknown\n");
    expect(proof).toContain("contradict each other: karpenter.sh/unregistered; karpenter.sh/registered=true\n");
    expect(proof).not.toMatch(/isscheduled|Karpenter/);
  });

  it("N1 R31 R32 states the lifecycle, the pause and the controller to programs", async () => {
    const entryOf = async (seconds: number, words: string, scenario = "gpu-operator-upgrade") => {
      const simulated = await simulatedCluster(scenario);
      simulated.simulator.clock.advance(seconds * 1000);
      const command = parseCommand(["explain", ...words.split(" "), "-o", "json"], {}, "test");
      if (command.kind !== "explain") throw new Error(command.kind);
      const terminal = capturedTerminal();
      await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
      await simulated.close();
      const answer = JSON.parse(terminal.out()) as readonly object[];
      expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
      return answer[0];
    };
    const plugin = "-n gpu-operator ds/nvidia-device-plugin-daemonset --node gpu-3";
    const pausedBy = { controller: "gpu-operator", isWorkOver: false };
    expect(await entryOf(125, plugin)).toMatchObject({ pausedBy });
    expect(await entryOf(205, plugin)).toMatchObject({ pausedBy: { ...pausedBy, isWorkOver: true } });
    expect(await entryOf(125, "-n gpu-operator ds/nvidia-driver-daemonset --node gpu-3")).toMatchObject({ replacedBy: "gpu-operator" });
    expect(await entryOf(60, "-n logging ds/fluent-bit --node batch-1", "graceful-shutdown")).toMatchObject({
      lifecycle: { kind: "shuttingDown", message: "shutting down (kubelet), ends when the node starts again" },
    });
  });

  it("gives the same proofs for a cluster and for its objects in files, which have no pods", async () => {
    const simulated = await simulatedCluster("tour");
    const { store } = simulated.simulator;
    const command = parseCommand(["explain", "-A", "-o", "json"], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve(simulated.cluster), command.config, terminal);
    const objects = { nodes: list(...store.list("nodes")), daemonSet: list(...store.list("daemonsets")) };
    await simulated.close();
    const fromFiles = await runExplain({ ...objects, flags: ["-o", "json"] });
    const proofs = (JSON.parse(terminal.out()) as readonly object[]).map((entry) => ({ ...entry, pods: undefined, cause: undefined }));
    expect(JSON.parse(fromFiles.out())).toEqual(JSON.parse(JSON.stringify(proofs)));
    expect(fromFiles.warnings).toEqual([]);
  });
  it.each([
    ["sends nothing", [], "/version"],
    ["answers, but does not list", ["/version"], "/api/v1/nodes"],
  ])("limits the duration of a request if the server %s", async (_name, answeredPaths, path) => {
    const frozen = createServer((request, response) => {
      if (answeredPaths.includes(request.url ?? "")) response.end('{"major":"1","minor":"33"}');
    });
    await new Promise<void>((done) => frozen.listen(0, "127.0.0.1", done));
    const server = `http://127.0.0.1:${(frozen.address() as AddressInfo).port}`;
    const kubeconfig = fileOf({
      "current-context": "f",
      contexts: [{ name: "f", context: { cluster: "f", user: "f" } }],
      clusters: [{ name: "f", cluster: { server } }],
      users: [{ name: "f", user: {} }],
    });
    const words = ["explain", "--kubeconfig", kubeconfig, "--daemonset", fileOf(setOf()), "--request-timeout", "400ms"];
    const command = parseCommand(words, {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    try {
      await expect(explain(command.config, capturedTerminal())).rejects.toThrow(
        new RegExp(`^cluster "f" \\(.*\\): \\w+ ${path}: .* did not answer in 0\\.4 s\\.$`),
      );
    } finally {
      frozen.closeAllConnections();
      frozen.close();
    }
  });
  it("refuses in one sentence if a needed kind is forbidden, also if it is the only one", async () => {
    await expect(queryCluster(["--daemonset", fileOf(setOf())], ["nodes"])).rejects.toThrow(/^forbidden: you cannot list and watch nodes /);
  });
});

it(`hostile manifests give a valid answer or a sentence, never a stack, seed ${SEED}`, async () => {
  const hostile = fc.oneof(
    fc.constantFrom<unknown>(null, 0, true, "", [], {}, [null], "x".repeat(65_536), "__proto__", -1, [[]], { a: null }),
    fc.string(),
    fc.array(fc.constantFrom<unknown>(null, 1, "a", {})),
  );
  const term = fc.record({ matchExpressions: hostile, matchFields: hostile }, { requiredKeys: [] });
  const daemonSet = fc.record(
    {
      kind: fc.constant("DaemonSet"),
      metadata: fc.record({ name: fc.constant("agent"), namespace: hostile, labels: hostile }, { requiredKeys: ["name"] }),
      spec: fc.oneof(
        hostile,
        fc.record(
          {
            selector: fc.oneof(hostile, fc.record({ matchLabels: hostile, matchExpressions: hostile })),
            updateStrategy: fc.oneof(hostile, fc.record({ type: hostile, rollingUpdate: hostile })),
            minReadySeconds: hostile,
            template: fc.oneof(
              hostile,
              fc.record({
                metadata: hostile,
                spec: fc.record(
                  {
                    nodeName: hostile,
                    nodeSelector: hostile,
                    tolerations: fc.oneof(
                      hostile,
                      fc.array(fc.record({ key: hostile, operator: hostile, effect: hostile, value: hostile })),
                    ),
                    containers: hostile,
                    hostNetwork: hostile,
                    affinity: fc.oneof(
                      hostile,
                      fc.record({
                        nodeAffinity: fc.record({
                          requiredDuringSchedulingIgnoredDuringExecution: fc.oneof(
                            hostile,
                            fc.record({ nodeSelectorTerms: fc.oneof(hostile, fc.array(term)) }),
                          ),
                        }),
                      }),
                    ),
                  },
                  { requiredKeys: [] },
                ),
              }),
            ),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ["kind", "metadata"] },
  );
  const node = fc.record(
    {
      kind: fc.constant("Node"),
      metadata: fc.record({ name: fc.constantFrom("a", "x".repeat(300)), labels: hostile }, { requiredKeys: ["name"] }),
      spec: fc.oneof(
        hostile,
        fc.record({ taints: fc.oneof(hostile, fc.array(fc.record({ key: hostile, effect: hostile, value: hostile }))) }),
      ),
    },
    { requiredKeys: ["kind", "metadata"] },
  );
  await fc.assert(
    fc.asyncProperty(node, daemonSet, async (nodes, set) => {
      try {
        await answersOf({ nodes, daemonSet: set });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

describe("trailLines", () => {
  const AT_MS = Date.UTC(2026, 0, 5, 12);

  it("W10 prints one line per step of a pod trail, with its time and missing condition", () => {
    const lines = trailLines({
      at: AT_MS,
      pod: "agent-x7f",
      creation: { by: "revision", atMs: AT_MS - 70_000, revision: 4 },
      steps: [
        { name: "wanted", kind: "came", atMs: AT_MS - 70_000 },
        { name: "created", kind: "came", atMs: AT_MS - 70_000 },
        { name: "bound", kind: "came", atMs: undefined },
        { name: "started", kind: "came", atMs: AT_MS - 30_400 },
        {
          name: "ready",
          kind: "lost",
          atMs: AT_MS - 1000,
          needs: { kind: "trouble", trouble: { kind: "crash", reason: "CrashLoopBackOff" } },
        },
        { name: "available", kind: "missing", needs: { kind: "minReadySeconds", seconds: 30, atMs: undefined } },
      ],
    });
    expect(lines).toEqual([
      "  how it got here, as it was watched:",
      "    2026-01-05T11:58:50.000Z        revision 4",
      "    2026-01-05T11:58:50.000Z        created (at once)",
      "    time unknown                    bound",
      "    2026-01-05T11:59:29.600Z        started",
      "    until 2026-01-05T11:59:59.000Z  Ready: CrashLoopBackOff",
      "    not now                         available: needs 30 s Ready",
    ]);
  });

  it("W10 prints nothing without a current or recent pod", () => {
    expect(trailLines({ at: AT_MS, pod: undefined, steps: [] })).toEqual([]);
  });
});

describe("explain --excluded and --missing", () => {
  const GPU = { key: "gpu", effect: "NoSchedule" };
  const input: ExplainInput = {
    nodes: list(nodeOf("a", { disk: "ssd" }), nodeOf("b", { disk: "hdd" }), nodeOf("c"), nodeOf("d", { disk: "ssd" }, [GPU])),
    daemonSet: setOf({ nodeSelector: { disk: "ssd" } }),
  };
  it("groups nodes that are not eligible by the requirement, regardless of the node's own value", async () => {
    expect((await runExplain({ ...input, flags: ["--excluded"] })).out()).toBe(
      [
        "NAMESPACE   NAME    NODES   VERDICT   WHY",
        "tools       agent   2       exclude   label disk=ssd",
        "tools       agent   1       keep      taint gpu:NoSchedule",
        "",
      ].join("\n"),
    );
  });
  it("-o wide and json have one entry per node, and -o name the nodes", async () => {
    const wide = (await runExplain({ ...input, flags: ["--excluded", "-o", "wide"] })).out();
    expect(wide.trimEnd().split("\n")).toHaveLength(4);
    const entries = await answersOf({ ...input, flags: ["--excluded"] });
    expect(entries.map(({ node }) => node)).toEqual(["b", "c", "d"]);
    expect((await runExplain({ ...input, flags: ["--excluded", "-o", "name"] })).out()).toBe("node/b\nnode/c\nnode/d\n");
  });
  it("states that every node gets a pod", async () => {
    const { out, warnings } = await runExplain({ nodes: nodeOf("a"), daemonSet: setOf(), flags: ["--excluded"] });
    expect([out(), warnings]).toEqual(["", ["Every selected node is eligible."]]);
  });
  it("selects DaemonSets of a file by their labels", async () => {
    const labelled = { ...setOf({}, "other"), metadata: { name: "other", namespace: "tools", labels: { team: "x" } } };
    const { out } = await runExplain({ nodes: nodeOf("a"), daemonSet: list(setOf(), labelled), flags: ["-l", "team=x", "-o", "name"] });
    expect(out()).toBe("node/a\n");
  });
});

it("a node that may keep a pod and has none is printed as not eligible, and JSON keeps the controller's verdict", async () => {
  const simulated = await simulatedCluster("tour");
  const explained = async (...words: readonly string[]) => {
    const command = parseCommand(["explain", "-A", ...words], {}, "test");
    if (command.kind !== "explain") throw new Error(command.kind);
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve({ ...simulated.cluster, close: () => Promise.resolve() }), command.config, terminal);
    return terminal.out();
  };
  try {
    const pairs = JSON.parse(await explained("-o", "json")) as readonly {
      readonly daemonSet: string;
      readonly node: string;
      readonly verdict: string;
      readonly pods: readonly object[];
    }[];
    expect(isAnswer(pairs), JSON.stringify(isAnswer.errors)).toBe(true);
    const [empty] = pairs.filter(({ verdict, pods }) => verdict === "keep" && pods.length === 0);
    if (empty === undefined) throw new Error("no such pair");
    expect((await explained()).match(/^.* keep .* none .*$/gm)).toBeNull();
    expect(await explained(`ds/${empty.daemonSet}`, "--node", empty.node)).toContain(
      "not eligible: no new pod is created, and none exists",
    );
  } finally {
    await simulated.close();
  }
});
