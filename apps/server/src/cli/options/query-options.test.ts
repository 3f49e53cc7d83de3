import { describe, expect, it } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand } from "./parse-command.ts";

const read = (line: string, environment: Record<string, string> = {}) => parseCommand(line.split(" "), environment, "1.2.3");
const configOf = (line: string, environment: Record<string, string> = {}) => {
  const command = read(line, environment);
  if (!("config" in command)) throw new Error(`${line} is ${command.kind}`);
  return command.config;
};

describe("explain, status and wait in kubectl's words", () => {
  it.each([
    ["explain", []],
    ["explain ds/agent", ["agent"]],
    ["explain daemonset/agent", ["agent"]],
    ["explain daemonsets.apps/agent", ["agent"]],
    ["status DS/agent", ["agent"]],
    ["status ds agent", ["agent"]],
    ["status agent", ["agent"]],
    ["status ds", []],
    ["status ds/a ds/b ds/a", ["a", "b"]],
    ["pods ds a b", ["a", "b"]],
  ])("%s", (line, expected) => {
    expect(configOf(line)).toMatchObject({ daemonSets: expected });
  });
  it.each([
    ["explain --node n1 -o json", { node: "n1", format: "json" }],
    ["explain --nodes - --daemonset d.yaml", { nodesFile: "-", manifests: { files: ["d.yaml"], isRecursive: false } }],
    ["explain -f d -R -f e.yaml -k k", { manifests: { files: ["d", "e.yaml"], kustomizations: ["k"], isRecursive: true } }],
    ["diff -f d -R", { sides: { kind: "files", manifests: { files: ["d"], isRecursive: true } } }],
    ["explain --feature-gate TaintTolerationComparisonOperators=true", { gates: { TaintTolerationComparisonOperators: true } }],
    ["status -A -w -owide", { allNamespaces: true, watch: true, format: "wide" }],
    ["status -A -w=true -o=wide", { allNamespaces: true, watch: true, format: "wide" }],
    ["status -Ao=json -w=false", { allNamespaces: true, watch: false, format: "json" }],
    ["status -A=false -n=tools --watch=false", { allNamespaces: false, watch: false, cluster: { namespace: "tools" } }],
    ["what-if -f=a.yaml", { files: ["a.yaml"] }],
    ["status -A -n x", { allNamespaces: true }],
    ["status -n x -A=false -A", { allNamespaces: true }],
    ["status -n a -o json -n b -o yaml", { format: "yaml", cluster: { namespace: "b" } }],
    ["status -w -w=false", { watch: false }],
    ["status --simulate=tour --simulate=false", { simulate: false }],
    ["explain --context a --context b --cluster= --user=", { cluster: { context: "b" } }],
    ["status -n tools", { cluster: { namespace: "tools", asGroups: [], insecureSkipTlsVerify: false, inCluster: false } }],
    ["wait ds/a", { daemonSets: ["a"], until: "complete", timeoutMs: 600_000 }],
    ["wait ds/a --for updated --timeout 90s", { until: "updated", timeoutMs: 90_000 }],
    ["wait ds/a --timeout 0", { timeoutMs: 0, requireNodes: false }],
    ["wait ds a ds/b -A", { daemonSets: ["a", "b"], allNamespaces: true }],
    ["wait --all -A", { daemonSets: [], allNamespaces: true, list: { ignoreNotFound: false } }],
    ["wait -l app=a", { daemonSets: [], list: { labels: [{ key: "app", operator: "in", values: ["a"] }] } }],
    ["wait ds/a --require-nodes", { requireNodes: true, ignoreLeavingNodes: false }],
    ["wait ds/a --ignore-leaving-nodes", { ignoreLeavingNodes: true }],
    ["pods --old --not-ready", { show: { kind: "pods", filters: ["old", "not-ready"] } }],
    ["pods -A --missing --from f.dslog", { show: { kind: "missing" }, allNamespaces: true, recording: { file: "f.dslog" } }],
    ["explain --excluded", { only: "excluded" }],
    ["status -o name --no-headers", { list: { template: { kind: "name" }, noHeaders: true } }],
    ["status -l app=a --sort-by AGE", { list: { labels: [{ key: "app", operator: "in", values: ["a"] }], sortBy: "AGE" } }],
    [
      "pods --field-selector metadata.name!=a,metadata.namespace=b",
      {
        list: {
          fields: [
            { field: "metadata.name", isEqual: false, value: "a" },
            { field: "metadata.namespace", isEqual: true, value: "b" },
          ],
        },
      },
    ],
    [
      "pods ds/a --field-selector spec.nodeName=n1,status.phase!=Running",
      {
        list: {
          podFields: [
            { field: "spec.nodeName", isEqual: true, value: "n1" },
            { field: "status.phase", isEqual: false, value: "Running" },
          ],
        },
      },
    ],
    ["status -L app -L a,b --ignore-not-found --cache-dir /x", { list: { labelColumns: ["app", "a", "b"], ignoreNotFound: true } }],
    ["status -w --output-watch-events", { watch: true, watchEvents: true }],
    ["what-if --all cordon --overwrite=false", { steps: ["cordon --all"] }],
    ["what-if join 2 like n1 --taint a:NoSchedule --label a=b", { steps: ["join 2 like n1 --label a=b --taint a:NoSchedule"] }],
    ["what-if delete ds/x --cascade=orphan -n y", { steps: ["delete ds/x --cascade=orphan"] }],
  ])("%s", (line, expected) => {
    expect(configOf(line)).toMatchObject(expected);
  });
  it("an empty value of a flag that selects is unset, as in kubectl", () => {
    const words = ["status", "--context", "", "-n", "x", "-n", "", "--kubeconfig=", "-o", ""];
    expect(parseCommand(words, {}, "1.2.3")).toEqual(parseCommand(["status"], {}, "1.2.3"));
    expect(parseCommand(["status", "--simulate", "--context", ""], {}, "1.2.3")).toMatchObject({ config: { simulate: true } });
    expect(parseCommand(words, { DAEMONSCOPE_NAMESPACE: "b" }, "1.2.3")).toMatchObject({ config: { cluster: { namespace: "b" } } });
  });
  it.each(["status", "explain", "pods", "history", "wait ds/a", "diff ds/a -f a.yaml", "what-if cordon n1"])("%s takes --color", (line) => {
    expect(configOf(`${line} --color=always`)).toMatchObject({ color: "always" });
    expect(() => read(`${line} --color=bogus`)).toThrow(new UsageError('invalid --color "bogus": use auto, always or never'));
  });
  it("the target of a query is not read from the environment", () => {
    expect(configOf("explain", { DAEMONSCOPE_NODES: "50", DAEMONSCOPE_NODE: "x" })).not.toMatchObject({ nodesFile: "50" });
  });
});

describe("a wrong query gives one sentence", () => {
  it.each([
    ["wait", "wait needs a DaemonSet: daemonscope wait ds/NAME, -l SELECTOR, or --all."],
    ["wait deploy/web", 'wait supports only DaemonSets, not "deploy/web"'],
    ["explain node/worker-5", 'explain supports only DaemonSets, not "node/worker-5": use --node worker-5'],
    ["wait --all ds/a", "name cannot be provided when --all is specified"],
    ["wait ds/a -l app=a", "name cannot be provided when a selector is specified"],
    ["status ds/a -l app=a", "name cannot be provided when a selector is specified"],
    ["status -l =a", "--selector \"=a\": unable to parse requirement: found '=', expected: !, identifier, or 'end of string'."],
    ["status --field-selector spec.x=1", '--field-selector takes metadata.name=VALUE and metadata.namespace=VALUE, not "spec.x=1".'],
    [
      "pods --field-selector spec.x=1",
      '--field-selector takes metadata.name=VALUE, metadata.namespace=VALUE, spec.nodeName=VALUE and status.phase=VALUE, not "spec.x=1".',
    ],
    ["status -o go-template={{.}}", "-o go-template is not available: use -o jsonpath=TEMPLATE or custom-columns=HEADER:PATH"],
    ["status -o jsonpath", "-o jsonpath needs a template: use -o jsonpath=TEMPLATE"],
    ["status -o jsonpath={.items", "invalid JSONPath {.items: expected } at position 8"],
    ["status -o custom-columns=NAME", "-o custom-columns=NAME needs a header and a path: NAME:.name,READY:.reported.numberReady."],
    ["wait ds/a -o name", 'unknown output format "name": use table, wide, json, yaml, github, junit or markdown'],
    ["pods --missing --old", "use either --missing or --old, not both"],
    ["explain --missing --excluded", "use either --excluded or --missing, not both"],
    ["explain --missing --nodes n.yaml", "--missing cannot be used with files: they have no pods"],
    ["status --output-watch-events", "--output-watch-events needs --watch."],
    ["status -w --sort-by AGE", "use either --sort-by or --watch, not both"],
    ["status ds/A_b", 'invalid DaemonSet name "A_b": use lower-case letters, digits, "-" and "."'],
    ["pods -o markdown", 'unknown output format "markdown": use table, wide, json, yaml, name, jsonpath or custom-columns'],
    ["what-if cordon n1 -o wide", "what-if has no wide output: use -o json or -o yaml"],
    ["explain -o github", "-o github annotates manifests: name their file with -f FILE."],
    ["status -o markdown -w", "-o markdown is one report: leave out --watch."],
    ["status -o junit -w", "-o junit is one report: leave out --watch."],
    [
      "status -o jsn",
      'unknown output format "jsn": use table, wide, json, yaml, name, jsonpath, custom-columns, github, junit or markdown. Did you mean json?',
    ],
    [
      "status -o=jsn",
      'unknown output format "jsn": use table, wide, json, yaml, name, jsonpath, custom-columns, github, junit or markdown. Did you mean json?',
    ],
    ["status -w=maybe", 'invalid value "maybe" for --watch: use true or false'],
    ["status -x=1", "unknown shorthand flag: -x. See 'daemonscope status --help'"],
    ["wait ds/a --for ready", '--for is complete or updated: "ready" is neither.'],
    ["wait ds/a --timeout soon", '--timeout is a time such as 30s or 2m, or 0 for none: "soon" is not.'],
    ["status --pod-workers 2", "unknown flag for status: --pod-workers (it belongs to serve and collect)"],
    ["record a.dslog --pod-workers 2", "unknown flag for record: --pod-workers (it belongs to serve and collect)"],
    [
      "explain --feature-gate TaintTolerationComparisonOperator=true",
      '--feature-gate names "TaintTolerationComparisonOperator", which changes no verdict: did you mean TaintTolerationComparisonOperators?',
    ],
    [
      "explain --feature-gate TaintTolerationComparisonOperators",
      '--feature-gate TaintTolerationComparisonOperators is true or false: "TaintTolerationComparisonOperators" says neither.',
    ],
    ["explain --nods x", "unknown flag: --nods. Did you mean --nodes?"],
    ["explain --nde x", "unknown flag: --nde. Did you mean --node?"],
    ["status --simulate --nodes -5", '--nodes is a whole number from 1 to 100000: "-5" is not.'],
    ["wait ds/a --timeout -5s", '--timeout is a time such as 30s or 2m, or 0 for none: "-5s" is not.'],
    ["status --nodes 50", "--nodes works only with a simulated cluster: add --simulate"],
    ["wait ds/a --seed=2", "--seed works only with a simulated cluster: add --simulate"],
    ["explain --nodes n.yaml --daemonset d.yaml --speed 2", "--speed works only with a simulated cluster: add --simulate"],
    ["explain --simulate --kubeconfig x", "use either --kubeconfig or --simulate, not both"],
  ])("%s", (line, message) => {
    expect(() => read(line)).toThrow(new UsageError(message));
  });
});
