import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { readStepArguments } from "./read-steps.ts";
import { targetFromFiles } from "./target-from-files.ts";
import { whatIfOn } from "./what-if.ts";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "what-if.schema.json"), "utf8")) as object;
const isAnswer = new Ajv({ strict: true, allErrors: true }).compile(schema);

let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function* typed(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function runWhatIf(words: readonly string[], stdin = "", forbidden: readonly string[] = [], advanceMs = 0, story = "image-update") {
  const simulated = await simulatedCluster(story, forbidden);
  open = simulated;
  simulated.simulator.clock.advance(advanceMs);
  const command = parseCommand(["what-if", ...words], {}, "test");
  if (command.kind !== "what-if") throw new Error(command.kind);
  const terminal = capturedTerminal({}, () => typed(stdin));
  const steps = (await readStepArguments(command.config, terminal)) ?? { steps: [], manifests: [] };
  const code = await whatIfOn(simulated.cluster, steps, command.config, terminal);
  return { code, terminal, simulated };
}

describe("what-if", () => {
  it("prints the counts, the lost pods and the reason in kubectl's columns, and exits 6", async () => {
    const { code, terminal } = await runWhatIf(["--taint=--all dedicated=ml:NoExecute"]);
    expect(code).toBe(6);
    const [header, row] = terminal.out().split("\n");
    expect(header).toBe("NAMESPACE     NAME                    DESIRED   CURRENT   UP-TO-DATE   AVAILABLE   MISSCHEDULED   LOST");
    expect(row).toBe("kube-system   fluentd-elasticsearch   12 → 0    12 → 0    12 → 0       12 → 0      0              12");
    expect(terminal.out()).toContain("12 nodes would lose the pod: taint dedicated=ml:NoExecute is not tolerated");
    expect(terminal.out()).toContain("to keep the pods, add the toleration dedicated=ml:NoExecute to ds/fluentd-elasticsearch");
  });
  it("exits 0 if no node loses an agent, and only sends reads", async () => {
    const { code, terminal } = await runWhatIf(["--image", "kube-system/fluentd-elasticsearch fluentd-elasticsearch=fluentd:v9"]);
    expect([code, terminal.out()]).toEqual([0, expect.stringContaining("12 pods would be replaced")]);
    expect(terminal.out()).toContain("rollout: 12 pods, 2 at once, 6 batches");
  });
  it("exits 0 if the pods stay, because NoSchedule takes none away", async () => {
    const { code, terminal } = await runWhatIf(["--taint=--all a=b:NoSchedule"]);
    expect(code).toBe(0);
    expect(terminal.out()).toMatch(/ {2}0 → 12 +0\n/);
    expect(terminal.out()).toContain("12 pods would become misscheduled");
    expect(terminal.out()).not.toContain("would lose the pod");
  });
  it("I2 a cordon does not affect DaemonSets", async () => {
    const { terminal } = await runWhatIf(["cordon --all"]);
    expect(terminal.out()).toBe("Nothing would happen to any DaemonSet.\n");
  });
  it("states that the cluster is already in the state of a step", async () => {
    const { terminal } = await runWhatIf(["taint worker-01 dedicated-"]);
    expect(terminal.out()).toBe("Nothing would happen to any DaemonSet: the cluster is already in that state.\n");
  });
  it("R31 names the controller that replaces the pods, if a step ends OnDelete", async () => {
    const step = "set-strategy gpu-operator/nvidia-driver-daemonset RollingUpdate";
    const { terminal } = await runWhatIf([step], "", [], 60_000, "gpu-operator-upgrade");
    expect(terminal.warnings.join("\n")).toContain("Note: gpu-operator replaces the pods of gpu-operator/nvidia-driver-daemonset");
  });
  it.each([
    [
      "karpenter-disruption",
      20,
      "spot-1 karpenter.sh/disrupted:NoSchedule-",
      "logging/fluent-bit",
      "karpenter.sh/disrupted is set by Karpenter",
    ],
    [
      "startup-taint",
      60,
      "worker-5 node.cilium.io/agent-not-ready-",
      "logging/fluent-bit",
      "node.cilium.io/agent-not-ready is set by the node group",
    ],
  ])("N1 names who sets a removed taint, and the pod that is wanted again: %s", async (story, seconds, taint, key, note) => {
    const { terminal } = await runWhatIf([`taint ${taint}`], "", [], seconds * 1000, story);
    expect(terminal.warnings.join("\n")).toContain(`Note: Taint ${note}`);
    const node = taint.split(" ")[0];
    expect(terminal.out()).toMatch(new RegExp(`${key}\n  1 pod would be (wanted again|created) on ${node}\n`));
  });
  it("N1 R31 states the lifecycle of nodes and the controller to programs", async () => {
    const step = "set-strategy gpu-operator/nvidia-driver-daemonset RollingUpdate";
    const { terminal } = await runWhatIf([step, "-o", "json"], "", [], 60_000, "gpu-operator-upgrade");
    const answer = JSON.parse(terminal.out()) as { readonly steps: readonly object[] };
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer.steps).toMatchObject([{ replacedBy: "gpu-operator" }]);
    await open?.close();
    const { terminal: other } = await runWhatIf(["cordon --all", "-o", "json"]);
    const { lifecycles } = JSON.parse(other.out()) as { readonly lifecycles: Readonly<Record<string, object>> };
    expect(lifecycles["worker-01"]).toEqual({ kind: "cordoned" });
  });
  it.each([
    [8, "restart gpu-operator/nvidia-driver-daemonset", "replaces the pods of gpu-operator/nvidia-driver-daemonset under OnDelete, and"],
    [60, "restart gpu-operator/nvidia-driver-daemonset", "replaces the pods of gpu-operator/nvidia-driver-daemonset under OnDelete, and"],
    [200, "label gpu-3 nvidia.com/gpu-driver-upgrade-state=upgrade-required", "acts on this label: it may drain the node and replace"],
    [120, "label gpu-3 nvidia.com/gpu.deploy.device-plugin=true", "set this pause for its work on gpu-3, and ends it afterwards"],
    [160, "label gpu-3 nvidia.com/gpu.deploy.device-plugin=true", "left this pause on gpu-3"],
    [120, "uncordon gpu-3", "upgrades gpu-3: it cordoned the node, and may cordon it again"],
  ])("R31 names the controller that acts on a step: after %d s, %s", async (seconds, step, note) => {
    const { terminal } = await runWhatIf([step], "", [], seconds * 1000, "gpu-operator-upgrade");
    expect(terminal.warnings.join("\n")).toContain(`Note: gpu-operator ${note}`);
    expect(terminal.out()).not.toMatch(/Nothing would happen|until deleted/);
  });
  it("R31 I6 counts no pod of a node whose upgrade failed, and names the node", async () => {
    const restart = "restart gpu-operator/nvidia-driver-daemonset";
    const { terminal } = await runWhatIf([restart], "", [], 160_000, "gpu-operator-upgrade");
    expect(terminal.out()).toContain("  2 pods would be replaced on gpu-1, gpu-2\n  gpu-3 stays: its upgrade failed; retry it\n");
    expect(terminal.out()).toContain("3 → 2");
    await open?.close();
    const retry = "label gpu-3 nvidia.com/gpu-driver-upgrade-state=upgrade-required";
    const { terminal: retried } = await runWhatIf([`${retry}; ${restart}`, "-o", "json"], "", [], 160_000, "gpu-operator-upgrade");
    const answer = JSON.parse(retried.out()) as { readonly daemonSets: readonly object[] };
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer.daemonSets).toMatchObject([{ ghosts: [{ ghost: "restarts", nodes: ["gpu-1", "gpu-2", "gpu-3"] }] }]);
    expect(answer.daemonSets[0]).not.toHaveProperty("givenUp");
  });
  it("I10 R31 counts the pods of a step next to those of a running upgrade", async () => {
    const { terminal } = await runWhatIf(["restart gpu-operator/nvidia-driver-daemonset"], "", [], 80_000, "gpu-operator-upgrade");
    expect(terminal.out()).toContain(
      "  2 more pods would be replaced on gpu-1, gpu-2\n  1 pod would be replaced by the running rollout anyway, with this template\n",
    );
    await open?.close();
    const setImage = "set-image gpu-operator/nvidia-driver-daemonset nvidia-driver-daemonset=nvcr.io/nvidia/driver:600.1";
    const { terminal: early } = await runWhatIf([setImage, "-o", "json"], "", [], 27_000, "gpu-operator-upgrade");
    const answer = JSON.parse(early.out()) as { readonly daemonSets: readonly object[] };
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer.daemonSets).toMatchObject([{ replacedAnyway: 3, ghosts: [] }]);
  });
  it("N2 I9 a rollout waits for nodes that shut down, and is not stuck", async () => {
    const { terminal } = await runWhatIf(["restart monitoring/node-exporter"], "", [], 60_000, "graceful-shutdown");
    const [, lines] = terminal.out().split("monitoring/node-exporter\n");
    expect(lines?.split("\n").map((line) => line.trim())).toEqual([
      "3 pods would be replaced on core-1, core-2, core-3",
      "rollout: 3 pods, 1 at once",
      "it would wait until the nodes that shut down or are removed are gone",
      "on 3 nodes that shut down or are removed no new pod starts",
      "",
    ]);
  });
  it("with -n, rights in this namespace suffice", async () => {
    const ofAllNamespaces = ["v1/daemonsets", "v1/pods", "v1/controllerrevisions"];
    const restart = ["restart", "ds/fluentd-elasticsearch"];
    const { code, terminal } = await runWhatIf([...restart, "-n", "kube-system"], "", ofAllNamespaces);
    expect([code, terminal.out()]).toEqual([0, expect.stringContaining("12 pods would be replaced")]);
    expect(terminal.warnings).toContain("Warning: only namespace kube-system was read: effects on other DaemonSets are not known.");
    await open?.close();
    await expect(runWhatIf(["restart", "kube-system/fluentd-elasticsearch"], "", ofAllNamespaces)).rejects.toThrow(
      "With rights in one namespace, use -n.",
    );
    await open?.close();
    await expect(runWhatIf([...restart, "-n", "kube-system"], "", [...ofAllNamespaces, "nodes"])).rejects.toThrow(
      /^forbidden: you cannot list and watch nodes at the cluster scope\. Check: \S+ auth can-i --list\. Nodes belong to no namespace, so ask for a ClusterRole\.$/,
    );
  });
  it("-o json matches its schema", async () => {
    const { terminal } = await runWhatIf([
      "--taint=--all x:NoSchedule",
      "--step",
      "restart kube-system/fluentd-elasticsearch",
      "-o",
      "json",
    ]);
    const answer: unknown = JSON.parse(terminal.out());
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer).toMatchObject({ daemonSets: [{ lost: 12, ghosts: [{ ghost: "goes" }] }] });
  });
  it("-o json matches its schema while a rollout runs, and with each optional field", async () => {
    const { terminal, simulated } = await runWhatIf(["restart kube-system/fluentd-elasticsearch", "-o", "json"], "", [], 20_000);
    const answer = JSON.parse(terminal.out()) as { readonly daemonSets: readonly { readonly anyway: object; readonly rollout: object }[] };
    expect(simulated.simulator.store.list("controllerrevisions")).toHaveLength(2);
    expect(answer).toMatchObject({ daemonSets: [{ anyway: { counts: { updated: 12 } }, rollout: { atOnce: 2 } }] });
    const allFields = answer.daemonSets.map((effect) => ({
      ...effect,
      onUnready: 1,
      anyway: { ...effect.anyway, rollout: effect.rollout },
    }));
    for (const each of [answer, { ...answer, daemonSets: allFields }]) expect(isAnswer(each), JSON.stringify(isAnswer.errors)).toBe(true);
  });
  it("reads steps as text and as JSON, and manifests, from a file", async () => {
    const file = `steps:
- cordon --all
- {kind: label, nodes: {kind: all}, labels: {tier: x}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: probe}
spec:
  selector: {matchLabels: {app: probe}}
  template:
    metadata: {labels: {app: probe}}
    spec:
      nodeSelector: {tier: x}
      containers: [{name: probe, image: probe}]
`;
    const { code, terminal } = await runWhatIf(["-f", "-", "-n", "tools"], file);
    expect(code).toBe(0);
    expect(terminal.out()).toContain("tools       probe   0 → 12");
    expect(terminal.out()).toContain("it would be new");
  });
});

describe("an install file", () => {
  const meta = (name: string, namespace = "tools") => `metadata: {name: ${name}, namespace: ${namespace}}`;
  const spec = (app: string, more = "") =>
    `spec:\n${more}  selector: {matchLabels: {app: ${app}}}\n  template:\n    metadata: {labels: {app: ${app}}}\n    spec: {containers: [{name: c, image: "c:1"}]}\n`;
  const daemonSet = `apiVersion: apps/v1\nkind: DaemonSet\n${meta("agent")}\n${spec("agent")}`;
  const deployment = `apiVersion: apps/v1\nkind: Deployment\n${meta("agent-controllers")}\n${spec("ctl", "  replicas: 1\n")}`;
  const around = [
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: tools}\n",
    `apiVersion: v1\nkind: ServiceAccount\n${meta("agent")}\n`,
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: agent}\nrules: []\n",
  ];
  const runFile = (...documents: readonly string[]) => runWhatIf(["-f", "-"], documents.join("---\n"));

  it("F04 its DaemonSet is evaluated, and one warning names the other kinds", async () => {
    const { code, terminal } = await runFile(...around, daemonSet, around[2] ?? "");
    expect(code).toBe(0);
    expect(terminal.out()).toContain("tools       agent   0 → 12");
    const warnings = terminal.warnings.filter((line) => line.startsWith("Warning:"));
    expect(warnings).toEqual([
      "Warning: skipped 4 documents of standard input that are no DaemonSets: Namespace, ServiceAccount and ClusterRole (2).",
    ]);
  });
  it("F05 a Deployment next to a DaemonSet stays a Deployment, and the warning names it", async () => {
    const { terminal } = await runFile(deployment, daemonSet);
    expect(terminal.out()).toContain("tools       agent   0 → 12");
    expect(terminal.out()).not.toContain("agent-controllers");
    expect(terminal.warnings).toContain(
      "Warning: skipped 1 document of standard input that is no DaemonSet: Deployment tools/agent-controllers (1 replica).",
    );
  });
  it("F05 a Deployment without a DaemonSet is read as one", async () => {
    const { terminal } = await runFile(around[0] ?? "", deployment);
    expect(terminal.out()).toContain("tools       agent-controllers   0 → 12");
    expect(terminal.warnings).toContain("Warning: skipped 1 document of standard input that is no DaemonSet: Namespace.");
  });
  it("F04 documents that are skipped do not count for the limit of 1 MB", async () => {
    const large = `apiVersion: v1\nkind: ConfigMap\n${meta("large")}\ndata: {a: "${"x".repeat(1024 * 1024)}"}\n`;
    expect((await runFile(large, daemonSet)).terminal.out()).toContain("tools       agent   0 → 12");
  });
  it("F04 without a DaemonSet or Deployment it is refused", async () => {
    await expect(runFile(...around)).rejects.toThrow('Namespace "tools": only DaemonSets and Deployments can be evaluated');
  });
  it("F03 a key that occurs twice has its last value, with one warning", async () => {
    const { code, terminal } = await runFile(`${daemonSet}metadata: {name: probe, namespace: tools}\n`);
    expect([code, terminal.out()]).toEqual([0, expect.stringContaining("tools       probe   0 → 12")]);
    expect(terminal.warnings).toContain('Warning: standard input, line 9: key "metadata" occurs twice; the last value counts.');
  });
});

describe("a manifest that the API server refuses", () => {
  const manifestOf = (podSpec: string, more = "") =>
    `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: probe, namespace: tools}
spec:
  selector: {matchLabels: {app: probe}}
${more}  template:
    metadata: {labels: {app: probe}}
    spec: {containers: [{name: probe, image: "probe:1"}]${podSpec}}
`;
  const warningsOf = ({ warnings }: { readonly warnings: readonly string[] }) => warnings.filter((line) => /^(Warning|error): /.test(line));
  const REFUSED: readonly (readonly [string, string, RegExp])[] = [
    [
      "an unknown field",
      manifestOf(", nodeSelectr: {disk: ssd}"),
      /unknown field "spec\.template\.spec\.nodeSelectr": did you mean nodeSelector\?$/,
    ],
    [
      "an unknown operator",
      manifestOf(", tolerations: [{key: a, operator: Exist}]"),
      /tolerations\[0\]\.operator: Unsupported value: "Exist"/,
    ],
    [
      "a budget of zero",
      manifestOf("", "  updateStrategy: {rollingUpdate: {maxUnavailable: 0}}\n"),
      /maxUnavailable: Required value: cannot be 0 when maxSurge is 0/,
    ],
    ["another version", manifestOf("").replace("apps/v1", "apps/v1beta2"), /no matches for kind "DaemonSet" in version "apps\/v1beta2"/],
  ];

  it.each(REFUSED)("with %s is evaluated with the warning of explain --daemonset", async (_name, manifest, sentence) => {
    const { code, terminal } = await runWhatIf(["-f", "-"], manifest);
    expect([code, warningsOf(terminal)]).toEqual([0, [expect.stringMatching(sentence)]]);
    const explained = parseCommand(["explain", "--daemonset", "-"], {}, "test");
    if (explained.kind !== "explain") throw new Error(explained.kind);
    const explainTerminal = capturedTerminal({}, () => typed(manifest));
    await targetFromFiles(explained.config, explainTerminal);
    expect(warningsOf(terminal)).toEqual(warningsOf(explainTerminal));
  });
  it.each(REFUSED)("with %s ends --strict with 7, after the answer", async (_name, manifest, sentence) => {
    const { code, terminal } = await runWhatIf(["-f", "-", "--strict"], manifest);
    expect([code, warningsOf(terminal)]).toEqual([7, [expect.stringMatching(sentence)]]);
    expect(warningsOf(terminal)[0]).toMatch(/^error: DaemonSet tools\/probe \(standard input\) would be refused by the API server: /);
    expect(terminal.out()).toContain("tools       probe   0 → ");
  });
  it("--strict prefers 7 to 6, and finds manifests in steps too", async () => {
    const spec = {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "c:1" }] } },
    };
    const manifest = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "probe" }, spec: { ...spec, selectr: {} } };
    const { code } = await runWhatIf(["--strict", "--taint=--all x:NoExecute", "-f", "-"], REFUSED[0]?.[1]);
    expect(code).toBe(7);
    await open?.close();
    const { terminal } = await runWhatIf(["--step", `apply ${JSON.stringify(manifest)}`]);
    expect(warningsOf(terminal)).toEqual([expect.stringContaining('unknown field "spec.selectr"')]);
  });
  const EXISTING = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: fluentd-elasticsearch, namespace: kube-system}
spec: {selector: {matchLabels: {app: other}}}
`;
  it.each<readonly [string, string, RegExp]>([
    [
      "a selector that does not match its labels",
      manifestOf("").replace("labels: {app: probe}", "labels: {app: x}"),
      /`selector` does not match/,
    ],
    ["another restart policy", manifestOf(", restartPolicy: Never"), /restartPolicy: Unsupported value: "Never"/],
    [
      "an invalid name",
      manifestOf("").replace("name: probe, namespace", "name: Probe, namespace"),
      /metadata\.name: Invalid value: "Probe"/,
    ],
    ["a changed selector", EXISTING, /spec\.selector: Invalid value: .*: field is immutable\.$/],
  ])("with %s is omitted: the others are answered, and --strict ends with 7", async (_name, manifest, sentence) => {
    const other = manifestOf("").replaceAll("probe", "other");
    const { code, terminal } = await runWhatIf(["-f", "-", "--strict", "-o", "json"], `${manifest}---\n${other}`);
    const [first = "", ...more] = warningsOf(terminal);
    expect([code, more]).toEqual([7, []]);
    expect(first).toMatch(/^error: DaemonSet [\w/-]+ \(standard input, document 1\) would be refused by the API server: /i);
    expect(first).toMatch(sentence);
    const answer: unknown = JSON.parse(terminal.out());
    expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(answer).toMatchObject({ daemonSets: [{ key: "tools/other", life: "comes" }] });
    await open?.close();
    const lenient = await runWhatIf(["-f", "-", "-o", "github"], `${manifest}---\n${other}`);
    expect([lenient.code, lenient.terminal.out()]).toEqual([2, expect.stringMatching(/^::error title=DaemonSet /)]);
  });
  it("--strict succeeds for a valid one, and for one that changes only a part of an existing DaemonSet", async () => {
    const partial = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: fluentd-elasticsearch, namespace: kube-system}
spec: {template: {spec: {nodeSelector: {"kubernetes.io/os": linux}}}}
`;
    const { code, terminal } = await runWhatIf(["-f", "-", "--strict"], `${partial}---\n${manifestOf("")}`);
    expect([code, warningsOf(terminal)]).toEqual([0, []]);
  });
});

describe("--fail-on", () => {
  const manifest = (podSpec: string, container = "") => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: probe, namespace: tools}
spec:
  selector: {matchLabels: {app: probe}}
  template:
    metadata: {labels: {app: probe}}
    spec: {containers: [{name: probe, image: "probe:1"${container}}]${podSpec}}
`;
  const NOWHERE = manifest(", nodeSelector: {pool: none}");
  const NO_ROOM = manifest("", ', resources: {requests: {cpu: "1000"}}');
  const errorsOf = ({ warnings }: { readonly warnings: readonly string[] }) => warnings.filter((line) => line.startsWith("error: "));

  it.each<readonly [string, readonly string[], string, number, string]>([
    ["nowhere", [], NOWHERE, 8, "error: tools/probe: no node would run it."],
    ["noroom", [], NO_ROOM, 9, "error: tools/probe: 12 pods would not fit and stay Pending on "],
    ["lost", ["--taint=--all a=b:NoExecute"], "", 6, "error: kube-system/fluentd-elasticsearch: 12 nodes would lose the pod: "],
    [
      "misscheduled",
      ["--taint=--all a=b:NoSchedule"],
      "",
      10,
      "error: kube-system/fluentd-elasticsearch: 12 pods would become misscheduled.",
    ],
  ])("%s fails with its own code and one line, and other reasons do not fail", async (reason, words, stdin, exitCode, line) => {
    const all = [...words, ...(stdin === "" ? [] : ["-f", "-"])];
    const { code, terminal } = await runWhatIf([...all, "--fail-on", reason], stdin);
    expect([code, errorsOf(terminal)]).toEqual([exitCode, [expect.stringContaining(line)]]);
    await open?.close();
    const other = await runWhatIf([...all, "--fail-on", "refused"], stdin);
    expect([other.code, errorsOf(other.terminal)]).toEqual([0, []]);
  });
  it("refused is --strict, and takes precedence over the other reasons", async () => {
    const refused = manifest(", nodeSelectr: {a: b}, nodeSelector: {pool: none}");
    const { code, terminal } = await runWhatIf(["-f", "-", "--fail-on", "nowhere,refused"], refused);
    expect([code, errorsOf(terminal)]).toEqual([7, [expect.stringContaining("nodeSelectr"), "error: tools/probe: no node would run it."]]);
  });
  it("without nowhere, a manifest that matches no node gives a warning", async () => {
    for (const words of [[], ["--fail-on", "lost"]]) {
      const { code, terminal } = await runWhatIf(["-f", "-", ...words], NOWHERE);
      expect([code, terminal.warnings.filter((line) => /^(error|Warning): /.test(line))]).toEqual([
        0,
        ["Warning: tools/probe: no node would run it."],
      ]);
      await open?.close();
    }
  });
  it("a DaemonSet that is applied again and still runs nowhere fails too", async () => {
    const { code } = await runWhatIf(["-f", "-", "--step", "set-priority tools/probe x", "--fail-on", "nowhere"], NOWHERE);
    expect(code).toBe(8);
  });
  it("several lists add up, and an unknown reason is refused with the list", async () => {
    const { code } = await runWhatIf(["--taint=--all a=b:NoExecute", "--fail-on", "lost", "--fail-on", "noroom"]);
    expect(code).toBe(6);
    for (const [value, hint] of [
      ["los", " Did you mean lost?"],
      ["lost,", ""],
    ])
      expect(() => parseCommand(["what-if", "cordon n1", "--fail-on", value ?? ""], {}, "test")).toThrow(
        `use a comma-separated list of refused, lost, nowhere, noroom, misscheduled.${hint}`,
      );
  });
});

describe("kubectl's words", () => {
  const KEY = "kube-system/fluentd-elasticsearch";
  it.each<readonly [string, readonly string[], string]>([
    [
      "set image ds/x c=i with -n",
      ["set", "image", "ds/fluentd-elasticsearch", "fluentd-elasticsearch=fluentd:v9", "-n", "kube-system"],
      "12 pods would be replaced",
    ],
    ["rollout restart ds x with -n", ["rollout", "restart", "ds", "fluentd-elasticsearch", "-n=kube-system"], "12 pods would be replaced"],
    ["our verb with ds/x", ["restart", "ds/fluentd-elasticsearch", "-n", "kube-system"], "12 pods would be replaced"],
    ["our verb with a bare name", ["restart fluentd-elasticsearch -n kube-system"], "12 pods would be replaced"],
    [
      "--image with ds/x",
      ["--image", "ds/fluentd-elasticsearch fluentd-elasticsearch=fluentd:v9", "-n", "kube-system"],
      "12 pods would be replaced",
    ],
    ["taint nodes --all, unquoted", ["taint", "nodes", "--all", "a=b:NoExecute"], "12 nodes would lose the pod"],
    ["flags before the verb", ["--all", "taint", "nodes", "a=b:NoExecute", "--overwrite"], "12 nodes would lose the pod"],
    [
      "set-requests -c, unquoted",
      ["set-requests", "ds", "fluentd-elasticsearch", "cpu=101m", "-c", "fluentd-elasticsearch", "-n", "kube-system"],
      "12 pods would be replaced",
    ],
    [
      "delete --cascade=orphan",
      ["delete", "ds/fluentd-elasticsearch", "--cascade=orphan", "--timeout", "5s", "-n=kube-system"],
      "it would be deleted",
    ],
    ["taint -l, unquoted", ["taint", "-l", "kubernetes.io/os in (linux)", "a=b:NoExecute"], "12 nodes would lose the pod"],
  ])("%s", async (_name, words, line) => {
    const { terminal } = await runWhatIf(words);
    expect(terminal.out()).toContain(KEY);
    expect(terminal.out()).toContain(line);
  });
  it("a drain cordons, and a note says what kubectl does with the pods of DaemonSets", async () => {
    const { terminal, simulated } = await runWhatIf(["cordon --all"]);
    const [node = ""] = simulated.simulator.store.list("nodes").map(({ metadata }) => metadata.name);
    await open?.close();
    const drained = await runWhatIf(["drain", `node/${node}`, "--ignore-daemonsets", "--delete-emptydir-data", "--force"]);
    expect(drained.code).toBe(0);
    expect(drained.terminal.out()).toBe(terminal.out());
    expect(drained.terminal.warnings).toContainEqual(expect.stringContaining("never evicts pods of DaemonSets"));
  });
  it("rollout undo goes back to the previous revision, or to --to-revision", async () => {
    const words = ["rollout", "undo", "ds/fluentd-elasticsearch", "-n", "kube-system"];
    await expect(runWhatIf(words)).rejects.toThrow(`DaemonSet ${KEY} has no earlier revision to roll back to.`);
    await open?.close();
    await expect(runWhatIf([...words, "--to-revision", "7"])).rejects.toThrow("has no revision 7");
  });
  it("a name without a namespace has that of the context", async () => {
    await expect(runWhatIf(["restart", "ds/probe"])).rejects.toThrow('daemonsets.apps "default/probe" not found');
  });
  it("a refusal names a few verbs that fit", async () => {
    await expect(runWhatIf(["tain n1 a:NoSchedule"])).rejects.toThrow(
      '"tain" is not understood in "tain n1 a:NoSchedule": a verb such as taint.',
    );
    await expect(runWhatIf(["set-image", "agent", "c"])).rejects.toThrow('"c" is not understood in "set-image agent c"');
  });
  it.each([[["-l", "a=b", "--cordon", "n1"]], [["cordon n1; uncordon", "--all"]]])("%j: -l and --all need one typed step", (words) => {
    expect(() => parseCommand(["what-if", ...words], {}, "test")).toThrow(" belongs to one typed step");
  });
});

describe("-n", () => {
  it("narrows the answer to a namespace, and warns about effects elsewhere", async () => {
    const taint = "--taint=--all a=b:NoExecute";
    const { code, terminal } = await runWhatIf([taint, "-n", "tools"]);
    // A gate counts all nodes that lose an agent.
    expect([code, terminal.out()]).toEqual([6, "Nothing would happen to any DaemonSet in namespace tools.\n"]);
    expect(terminal.warnings).toContain("Warning: 1 DaemonSet outside namespace tools would change too. Use -A to see all.");
    await open?.close();
    expect((await runWhatIf([taint, "-n", "tools", "-A"])).code).toBe(6);
    await open?.close();
    expect((await runWhatIf([taint, "-n", "kube-system"])).code).toBe(6);
  });
  it("keeps a DaemonSet that a step names", async () => {
    const { terminal } = await runWhatIf(["restart kube-system/fluentd-elasticsearch", "-n", "tools"]);
    expect(terminal.out()).toContain("12 pods would be replaced");
  });
});

describe("an invalid question gives one sentence", () => {
  it.each<readonly [readonly string[], string, string]>([
    [["cordon -l pool=nowhere"], "", 'no nodes match the selector "pool=nowhere"'],
    [["--step", "tain n1 a:NoSchedule"], "", '"tain" is not understood in "tain n1 a:NoSchedule"'],
    [["--taint", "n1"], "", "Something is missing"],
    [["-f", "-"], "steps: [cordon n1, {kind: cordon}]", "steps[1].nodes cannot be read: it must be an object."],
    [[""], "", 'The step "" is empty: write a change such as cordon NODE, and check that each variable is set.'],
    [["cordon --all", "--step", " ;\n"], "", 'The step " ;\\n" is empty'],
    [["-f", "-"], "steps: []", "standard input has no step: write a change below steps."],
    [["-f", "-"], 'steps: [cordon --all, ""]', "standard input, step 2 is empty: write a change, or leave the step out."],
    [["-f", "-"], "kind: Secret\napiVersion: v1\nmetadata: {name: s}", 'Secret "s": only DaemonSets and Deployments can be evaluated'],
    [["-f", "-"], "a: b", "is neither a list of steps (steps: […]) nor a manifest with kind and metadata.name."],
    [["-f", "-"], "kind: DaemonSet\nmetadata: {name: a}", "nor a manifest: its apiVersion must be "],
    [
      ["-f", "-"],
      `kind: DaemonSet\nmetadata: {name: a, annotations: {b: "${"x".repeat(1024 * 1024)}"}}`,
      "is larger than 1 MB: ask about fewer manifests at once.",
    ],
  ])("%j %#", async (words, stdin, sentence) => {
    await expect(runWhatIf(words, stdin)).rejects.toThrow(sentence);
  });
  it("without a change", () => {
    expect(() => parseCommand(["what-if"], {}, "test")).toThrow("what-if needs a change");
  });
});

it("change flags select nodes by label or by name", () => {
  const command = parseCommand(["what-if", "--taint", "pool=gpu x=y:NoExecute", "--cordon", "pool=gpu", "--label", "n1 a=b"], {}, "test");
  expect(command).toMatchObject({
    config: { steps: ["taint -l pool=gpu x=y:NoExecute", "label n1 a=b", "cordon -l pool=gpu"] },
  });
});

const PROBE = `# agents
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: probe, namespace: tools}
spec:
  selector: {matchLabels: {app: probe}}
  template:
    metadata: {labels: {app: probe}}
    spec: {nodeSelectr: {a: b}, nodeSelector: {pool: "none"}, containers: [{name: probe, image: "probe:1"}]}
`;

describe("-o github", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "what-if-"));
    writeFileSync(join(folder, "50%,a.yaml"), PROBE);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("annotates the line of each manifest, as an error only for reasons to fail, with the other reasons as warnings", async () => {
    const file = join(folder, "50%,a.yaml");
    const place = `file=${folder}/50%25%2Ca.yaml,line=3,title=`;
    const { code, terminal } = await runWhatIf(["-f", file, "--taint=--all a=b:NoExecute", "-o", "github", "--fail-on", "refused,lost"]);
    expect(code).toBe(7);
    const lines = terminal.out().trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        `^::error ${place}DaemonSet tools/probe::DaemonSet tools/probe .* would be refused by the API server: .*nodeSelectr`,
      ),
      expect.stringMatching(
        "^::error title=What if%3A DaemonSet kube-system/fluentd-elasticsearch::12 nodes would lose the pod: taint a=b:NoExecute is not tolerated%0A",
      ),
      `::warning ${place}What if%3A DaemonSet tools/probe::no node would run it%0Ait would be new`,
    ]);
    expect(terminal.warnings.filter((line) => /^(error|Warning): /.test(line))).toEqual([]);
  });
  it("an answer without effects is a notice", async () => {
    expect((await runWhatIf(["cordon --all", "-o=github"])).terminal.out()).toBe(
      "::notice title=What if::Nothing would happen to any DaemonSet.\n",
    );
  });
});

it("-o junit has a test case for each objection and each DaemonSet, which fails for the reasons to fail", async () => {
  const { code, terminal } = await runWhatIf(["-f", "-", "--strict", "-o", "junit"], PROBE);
  expect(code).toBe(7);
  expect(terminal.out()).toContain('<testsuite name="what-if" tests="2" failures="1"');
  expect(terminal.out()).toMatch(/name="DaemonSet tools\/probe">\n +<failure message="DaemonSet tools\/probe .* would be refused/);
  expect(terminal.out()).toContain("<system-out>Warning: no node would run it\nit would be new</system-out>");
  expect(terminal.warnings).toContainEqual(expect.stringMatching(/^error: .* would be refused/));
});

it("-o markdown is a table, the reasons to fail first, and a list for each DaemonSet", async () => {
  const { code, terminal } = await runWhatIf(["-f", "-", "--strict", "-o", "markdown"], PROBE);
  expect(code).toBe(7);
  expect(terminal.out()).toBe(`### What if

**Failed** for 1 reason:

- DaemonSet tools/probe (standard input) would be refused by the API server: unknown field "spec.template.spec.nodeSelectr": did you mean nodeSelector?

| NAMESPACE | NAME | DESIRED | CURRENT | UP-TO-DATE | AVAILABLE | MISSCHEDULED | LOST |
| --- | --- | --- | --- | --- | --- | --- | --- |
| tools | probe | 0 | 0 | 0 | 0 | 0 | 0 |

**tools/probe**

- no node would run it
- it would be new
`);
});
