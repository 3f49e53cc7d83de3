import { describe, expect, it, test } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand, type ServeConfig } from "./parse-command.ts";

const read = (line: string, environment: Record<string, string> = {}) =>
  parseCommand(line === "" ? [] : line.split(" "), environment, "1.2.3");
const serveOf = (line: string, environment: Record<string, string> = {}): ServeConfig => {
  const command = read(line, environment);
  if (command.kind !== "serve") throw new Error(`${line} is ${command.kind}`);
  return command.config;
};

test("without arguments it serves the configured cluster on loopback, and opens a browser", () => {
  expect(serveOf("")).toEqual({
    cluster: { asGroups: [], insecureSkipTlsVerify: false, inCluster: false, verbosity: 0 },
    simulate: false,
    daemonSetMetrics: false,
    simulation: { seed: 1, speed: 1, manualClock: false },
    gates: { TaintTolerationComparisonOperators: false },
    host: "127.0.0.1",
    allowedHosts: [],
    address: { basePath: "/", forwardedFrom: { given: [], has: expect.any(Function) }, publicUrl: undefined, tls: undefined },
    auth: "none",
    launchToken: false,
    open: true,
    allowWrites: false,
    writeEvents: false,
    showEnvValues: false,
    historyBytes: 64 * 1024 * 1024,
    showLogs: true,
    logLevel: "silent",
  });
});

describe("G42 --allow-writes", () => {
  it("is off by default, and names its audit file", () => {
    expect(serveOf("--allow-writes --audit a.jsonl")).toMatchObject({ allowWrites: true, audit: "a.jsonl" });
    expect(serveOf("--allow-writes --write-events")).toMatchObject({ writeEvents: true });
    expect(serveOf("--simulate --audit a.jsonl")).toMatchObject({ allowWrites: false, audit: "a.jsonl" });
    expect(serveOf(`--allow-writes --host 0.0.0.0 --allow-remote --auth token --public-url https://a.example`)).toMatchObject({
      allowWrites: true,
    });
  });
  it.each([
    [
      "--allow-writes --host 0.0.0.0 --allow-remote",
      /^--allow-writes on --host 0\.0\.0\.0 would let other machines change the cluster without a login/,
    ],
    ["--allow-writes --host 0.0.0.0 --allow-remote --launch-token", /without a login/],
    [
      "--allow-writes --auth proxy --proxy-from 10.0.0.7 --proxy-secret-file f",
      /^--allow-writes changes the cluster with the person's own token/,
    ],
    ["--allow-writes --auth oidc --oidc-issuer-url https://a.example --oidc-client-id x", /--auth oidc brings none/],
    ["--write-events", /^--write-events writes an Event on what is changed, and without --allow-writes nothing is/],
    ["--audit a.jsonl", /^--audit writes down what is done, and without --allow-writes nothing is/],
  ])("%s is refused", (line, message) => expect(() => serveOf(line)).toThrow(message));
});

describe("flags in kubectl's words", () => {
  it.each<[string, object]>([
    ["serve --kubeconfig a.yaml --context c --cluster k --user u", { kubeconfig: "a.yaml", context: "c", cluster: "k", user: "u" }],
    ["-n kube-system", { namespace: "kube-system" }],
    ["--namespace=kube-system", { namespace: "kube-system" }],
    ["--as jane --as-group a --as-group b", { as: "jane", asGroups: ["a", "b"] }],
    ["--as jane --as-uid 7", { as: "jane", asUid: "7" }],
    ["-s https://a:6443 --token t", { server: "https://a:6443", token: "t" }],
    ["--certificate-authority ca.pem --tls-server-name api", { certificateAuthority: "ca.pem", tlsServerName: "api" }],
    ["-v=6", { verbosity: 6 }],
    ["--v 8", { verbosity: 8 }],
    ["--request-timeout 1m30s", { requestTimeoutMs: 90_000 }],
    ["--request-timeout 0", { requestTimeoutMs: 0 }],
    ["--request-timeout 5", { requestTimeoutMs: 5000 }],
    ["--request-timeout=500ms", { requestTimeoutMs: 500 }],
    ["--insecure-skip-tls-verify --in-cluster", { insecureSkipTlsVerify: true, inCluster: true }],
  ])("%s", (line, cluster) => {
    expect(serveOf(line).cluster).toMatchObject(cluster);
  });
  it("--simulate is used alone or with =SCENARIO", () => {
    expect(serveOf("--simulate").simulation.scenario).toBeUndefined();
    expect(serveOf("--simulate").simulate).toBe(true);
    expect(serveOf("--simulate=tour --nodes 5000 --seed 7 --speed 10 --clock=manual").simulation).toEqual({
      scenario: "tour",
      nodes: 5000,
      seed: 7,
      speed: 10,
      manualClock: true,
    });
  });
  it("--port 0 picks any port, --no-open opens no browser", () => {
    expect(serveOf("--port 0 --no-open --log-level debug")).toMatchObject({ port: 0, open: false, logLevel: "debug" });
  });
  it("each flag has an environment variable, and the command line wins", () => {
    const environment = {
      DAEMONSCOPE_PORT: "8000",
      DAEMONSCOPE_NO_OPEN: "true",
      DAEMONSCOPE_SIMULATE: "tour",
      DAEMONSCOPE_ALLOW_HOST: "a.example,b.example",
    };
    expect(serveOf("", environment)).toMatchObject({ port: 8000, open: false, simulate: true, allowedHosts: ["a.example", "b.example"] });
    expect(serveOf("--port 9000", environment).port).toBe(9000);
    expect(serveOf("--no-open=false --simulate=false", environment)).toMatchObject({ open: true, simulate: false });
    expect(serveOf("", { DAEMONSCOPE_NO_OPEN: "false" }).open).toBe(true);
    expect(serveOf("", { DAEMONSCOPE_SIMULATE: "true" })).toMatchObject({ simulate: true, simulation: { seed: 1 } });
    expect(serveOf("", { DAEMONSCOPE_SIMULATE: "false" }).simulate).toBe(false);
  });
});

describe("an error is one sentence with the nearest name", () => {
  it.each([
    ["--contxt x", "unknown flag: --contxt. Did you mean --context?"],
    ["--nods 5", "unknown flag: --nods. Did you mean --nodes?"],
    ["--nodes -5", '--nodes is a whole number from 1 to 100000: "-5" is not.'],
    ["--client-key x", "unknown flag: --client-key. See 'daemonscope serve --help'"],
    ["wait --output-watch-events", "unknown flag for wait: --output-watch-events (it belongs to status)"],
    ["status --watch-only", "unknown flag: --watch-only. Did you mean --watch?"],
    ["status --Namespace x", "unknown flag: --Namespace. Did you mean --namespace?"],
    ["version -o name", 'unknown output format "name": use table, json or yaml'],
    ["version -o xml", 'unknown output format "xml": use table, json or yaml'],
    ["-x", "unknown shorthand flag: -x. See 'daemonscope serve --help'"],
    ["serv", 'unknown command "serv". Did you mean daemonscope serve?'],
    ["zzz", "unknown command \"zzz\". See 'daemonscope --help'"],
    ["--auth=token --auth=none", "--auth is given twice. Give it once."],
    ["--port 1 --port=1", "--port is given twice. Give it once."],
    ["collect --to a --to b", "--to is given twice. Give it once."],
    ["serve tour", 'serve takes no "tour": a scenario is given as --simulate=tour.'],
    ["simulate tour more", 'simulate takes at most one scenario, got "tour" and "more"'],
    ["simulate --list tour", 'simulate --list takes no scenario, got "tour"'],
    [
      "simulate --context x",
      "unknown flag for simulate: --context (it belongs to serve, status, pods, wait, diff, explain, history, what-if, audit, record and collect)",
    ],
    ["--list", "unknown flag for serve: --list (it belongs to simulate)"],
    ["--port", "--port needs a value: --port N."],
    ["--context --no-open", "--context needs a value: --context NAME."],
    ["--port=", "--port needs a value: --port N."],
    ["--as=", "--as needs a value: --as USER."],
    ["--port 70000", '--port is a whole number from 0 to 65535: "70000" is not.'],
    ["--port 80.5", '--port is a whole number from 0 to 65535: "80.5" is not.'],
    ["--port 0x50", '--port is a whole number from 0 to 65535: "0x50" is not.'],
    ["--nodes 0", '--nodes is a whole number from 1 to 100000: "0" is not.'],
    ["--pod-workers 0", '--pod-workers is a whole number from 1 to 32: "0" is not.'],
    ["--pod-workers x", '--pod-workers is a whole number from 1 to 32: "x" is not.'],
    ["--pod-workers 1000", '--pod-workers is a whole number from 1 to 32: "1000" is not.'],
    ["--pod-workers 1.5", '--pod-workers is a whole number from 1 to 32: "1.5" is not.'],
    [
      "--pod-workers 2 --namespace kube-system",
      "use either --pod-workers or --namespace, not both: the workers split the pods of a whole cluster",
    ],
    ["--from nats://127.0.0.1:4222 --pod-workers 2", "use either --pod-workers or --from, not both: an engine needs no watch"],
    ["--request-timeout soon", '--request-timeout is a time such as 30s or 2m, or 0 for none: "soon" is not.'],
    ["-n Kube_System", 'invalid namespace "Kube_System": use lower-case letters, digits and "-"'],
    ["--as-group admins", "--as-group requires --as"],
    ["--as-uid 7", "--as-uid requires --as"],
    ["-v loud", '--v is a whole number from 0 to 10: "loud" is not.'],
    ["--in-cluster --token t", "use either --in-cluster or --token, not both: a pod's service account has its own"],
    ["--certificate-authority a --insecure-skip-tls-verify", "use either --certificate-authority or --insecure-skip-tls-verify, not both"],
    ["--context a --context b --server https://x", "--server cannot be used with several contexts"],
    ["--simulate --server https://x", "use either --server or --simulate, not both"],
    ["--simulate --context x", "use either --context or --simulate, not both"],
    ["--log-level loud", 'unknown log level "loud": use silent, error, warn, info or debug'],
    ["version -o jsn", 'unknown output format "jsn": use table, json or yaml. Did you mean json?'],
    ["version 2", 'version takes no "2": it reports only this program\'s version.'],
    [
      "version --context x",
      "unknown flag for version: --context (it belongs to serve, status, pods, wait, diff, explain, history, what-if, audit, record and collect)",
    ],
    ["completion", "completion needs a shell: bash, zsh or fish."],
    ["completion zhs", 'unknown shell "zhs": use bash, zsh or fish. Did you mean zsh?'],
    ["completion powershell", 'unknown shell "powershell": use bash, zsh or fish'],
    ["completion bash zsh", 'completion takes one shell, but "zsh" is another'],
    [
      "completion bash --seed 1",
      "unknown flag for completion: --seed (it belongs to serve, simulate, explain, status, pods, wait, history, diff, what-if, audit, record and collect)",
    ],
    [
      "--daemonset-metrics",
      "--daemonset-metrics is for the health port, and none was given: add --health-port, or scrape /metrics/daemonsets where the page is.",
    ],
    ["--history-age 7d", "--history-age is about the folder of --history DIR, and none was given: add it."],
    ["--history past --history-size 0", '--history-size is a whole number from 1 to 1000000: "0" is not.'],
    ["--history past --history-age 0", "--history-age 0 would keep nothing: omit it to keep what --history-size allows"],
    ["--history past --history-age 1w", '--history-age is a time such as 72h or 30d: "1w" is not.'],
    ["--history past --simulate", "use either --history or --simulate, not both: a simulated cluster always starts from the beginning"],
    ["import night.yaml", "import needs the file to read and the one to write: daemonscope import RECORDING FILE."],
    ["import a b c --anonymise", '--anonymise reads one recording, but "b" is another'],
    ["import - b", "import reads and writes files, and no standard input or output: daemonscope import RECORDING FILE."],
    ["import a b --start noon", '--start is a time like 2026-01-31T12:00:00Z, or milliseconds since 1970: "noon" is neither.'],
    ["--clock=fast", 'unknown value "fast" for --clock: use real or manual'],
    [
      "--host 0.0.0.0",
      "--host 0.0.0.0 lets other machines read the cluster through this server, without a login: add --allow-remote if that is meant.",
    ],
  ])("%s", (line, message) => {
    expect(() => read(line)).toThrow(new UsageError(message));
  });
});

test("G1 an address other than loopback needs a second flag", () => {
  expect(serveOf("--host 0.0.0.0 --allow-remote").host).toBe("0.0.0.0");
  for (const host of ["127.0.0.1", "127.0.0.2", "localhost", "::1"]) expect(serveOf(`--host ${host}`).host).toBe(host);
});

test("keeps history in a named folder, up to a size and an age", () => {
  const MB = 1024 * 1024;
  expect(serveOf("").history).toBeUndefined();
  expect(serveOf("--history past").history).toEqual({ folder: "past", maxBytes: 1024 * MB });
  expect(serveOf("--history past --history-size 5 --history-age 1d12h").history).toEqual({
    folder: "past",
    maxBytes: 5 * MB,
    maxAgeMs: 36 * 3_600_000,
  });
});

test("G12 shows template values only on request", () => {
  expect(serveOf("--show-env-values").showEnvValues).toBe(true);
  expect(() => read("simulate --show-env-values")).toThrow(
    new UsageError("unknown flag for simulate: --show-env-values (it belongs to serve and diff)"),
  );
});

test("help and version work even with a wrong command line", () => {
  expect(read("--contxt x --help")).toMatchObject({ kind: "print" });
  expect(read("-V")).toEqual({ kind: "print", text: "daemonscope 1.2.3\n" });
  for (const line of ["status -A --help=true", "status -h=1", "status -Ah"]) expect(read(line), line).toMatchObject({ kind: "print" });
  for (const line of ["status --version=true", "status -V=true"]) expect(read(line), line).toEqual(read("-V"));
  expect(read("status -A --help=false --version=false")).toMatchObject({ kind: "status" });
  expect(() => read("status --help=soon")).toThrow(new UsageError('invalid value "soon" for --help: use true or false'));
  const help = read("-h");
  expect(help.kind === "print" && help.text).not.toContain("--clock");
});

test("version accepts a format, completion a shell, and completion requests are passed through", () => {
  expect(read("version")).toEqual({ kind: "version", format: "table" });
  expect(read("version -o json")).toEqual({ kind: "version", format: "json" });
  expect(read("completion fish")).toEqual({ kind: "completionScript", shell: "fish" });
  expect(read("__complete status --help --contxt ")).toEqual({ kind: "complete", words: ["status", "--help", "--contxt", ""] });
});

test("simulate accepts a scenario, a port and a file; --list lists the scenarios", () => {
  expect(read("simulate gpu --nodes 10 --write-kubeconfig k.yaml")).toEqual({
    kind: "simulate",
    config: { simulation: { scenario: "gpu", nodes: 10, seed: 1, speed: 1, manualClock: false }, port: 0, writeKubeconfig: "k.yaml" },
  });
  expect(read("simulate --list")).toEqual({ kind: "listScenarios" });
});

test("--print-config prints the resulting configuration", () => {
  const command = read("--simulate=tour --print-config");
  expect(command.kind === "print" && JSON.parse(command.text)).toMatchObject({ simulate: true, simulation: { scenario: "tour" } });
  const withToken = read("serve --server https://a --token sesame --print-config");
  expect(withToken.kind === "print" && withToken.text).not.toContain("sesame");
});

test("G40 a webhook must be https or loopback, without a password, and its path is not printed", () => {
  expect(serveOf("--webhook=https://hooks.example/T0/secret --webhook-page https://d.example/ --webhook-cluster prod").webhook).toEqual({
    url: "https://hooks.example/T0/secret",
    page: "https://d.example",
    cluster: "prod",
  });
  expect(serveOf("--webhook=http://localhost:9/x").webhook?.url).toBe("http://localhost:9/x");
  const printed = read("serve --webhook=https://hooks.example/T0/secret --print-config") as { readonly text: string };
  expect(printed.text).toContain("https://hooks.example/…");
  expect(printed.text).not.toContain("secret");
  for (const [line, message] of [
    [
      "--webhook=http://hooks.example/secret",
      "--webhook is plain http to another machine, which others on the network can read: use https.",
    ],
    ["--webhook=ftp://hooks.example/secret", "--webhook is an address such as https://host/path."],
    [
      "--webhook=https://me:secret@hooks.example/",
      "--webhook has a user or a password in its address: sign what is sent, by --webhook-secret-file.",
    ],
    ["--webhook-cluster=prod", "--webhook-cluster is for the webhook, and none was given: add --webhook."],
  ] as const)
    expect(() => read(`serve ${line}`)).toThrow(new UsageError(message));
});
