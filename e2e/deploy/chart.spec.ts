import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../cluster/control-plane.ts";
import { builtTool, downloadedModule } from "../conformance/build.mjs";
import { type Installed, installPacked, packBuilt } from "../packed.ts";
import { startSimulator } from "../simulator.ts";
import { buildControlPlane, hasGo } from "./built-control-plane.ts";
import { inPodEnvironment, podEnvironmentObstacle, type ServiceAccountMount, serviceAccountMount } from "./pod-environment.ts";
import { cannotRun, measured } from "./step.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CHART = join(ROOT, "deploy/helm/daemonscope");
const BASE = join(ROOT, "deploy/kustomize/base/daemonscope.yaml");
const NAMESPACE = "monitoring";
const IMAGE = "image.repository=registry.example/daemonscope";

const helmOf = () =>
  hasGo() || process.env.HELM !== undefined ? builtTool("helm").binary : cannotRun("there is no Go to build Helm with");

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const helm = (args: readonly string[], kubeconfig?: string): Answer => {
  const { status, stdout, stderr } = spawnSync(helmOf(), args, {
    encoding: "utf8",
    env: { ...process.env, ...(kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }) },
  });
  return { status, stdout, stderr };
};
const sets = (values: readonly string[]) => values.flatMap((value) => ["--set", value]);
const template = (...values: string[]): Answer =>
  helm(["template", "daemonscope", CHART, "--namespace", NAMESPACE, ...sets([IMAGE, ...values])]);

/** Values that enable most features at once. */
const ALL = [
  "replicas=2",
  "access.remote=true",
  "ingress.enabled=true",
  "ingress.host=daemonscope.example.com",
  "ingress.tlsSecret=tls",
  "ingress.className=nginx",
  "rights.logs=true",
  "podDisruptionBudget.enabled=true",
  "podWorkers=4",
  "metrics.daemonSets=true",
  "networkPolicy.from[0].podSelector.matchLabels.app=proxy",
  "networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring",
  "serviceAccount.annotations.a=b",
  "podAnnotations.a=b",
  "podLabels.team=nodes",
  "nodeSelector.disk=ssd",
  "tolerations[0].operator=Exists",
  "webhook.secret=hook",
  "webhook.signed=true",
  "webhook.cluster=prod",
  "access.publicUrl=https://daemonscope.example.com",
  "access.basePath=/daemonscope/",
  "access.forwardedFrom[0]=10.0.0.0/24",
  "access.tlsSecret=page-tls",
  "signIn.kind=oidc",
  "signIn.oidc.issuerUrl=https://accounts.example.com",
  "signIn.oidc.clientId=daemonscope",
  "signIn.oidc.secret=client",
  "signIn.oidc.groupsPrefix=oidc:",
  "signIn.oidc.scopes[0]=groups",
  "priorityClassName=system-cluster-critical",
  "topologySpreadConstraints[0].maxSkew=1",
  "topologySpreadConstraints[0].topologyKey=zone",
  "topologySpreadConstraints[0].whenUnsatisfiable=ScheduleAnyway",
  "topologySpreadConstraints[0].labelSelector.matchLabels.app=x",
] as const;

/** Values that need CustomResourceDefinitions, which a new cluster lacks. */
const CUSTOM_RESOURCE_VALUES = [
  "metrics.serviceMonitor.enabled=true",
  "metrics.serviceMonitor.labels.release=prometheus",
  "metrics.prometheusRule.enabled=true",
  "metrics.prometheusRule.labels.release=prometheus",
  "metrics.dashboard.enabled=true",
  "metrics.dashboard.annotations.grafana_folder=DaemonSets",
  "access.publicUrl=https://daemonscope.example.com",
  "httpRoute.enabled=true",
  "httpRoute.host=daemonscope.example.com",
  "httpRoute.parentRefs[0].name=gate",
] as const;

/** The Go modules and paths of those definitions. */
const DEFINITIONS = [
  [
    "github.com/prometheus-operator/prometheus-operator",
    "example/prometheus-operator-crd",
    ["monitoring.coreos.com_servicemonitors.yaml", "monitoring.coreos.com_prometheusrules.yaml"],
  ],
  [
    "sigs.k8s.io/gateway-api",
    "config/crd/standard",
    ["gateway.networking.k8s.io_gateways.yaml", "gateway.networking.k8s.io_httproutes.yaml"],
  ],
] as const;

const definitionFiles = (): readonly string[] =>
  DEFINITIONS.flatMap(([module, folder, files]) => {
    const moduleFolder = downloadedModule(module) ?? cannotRun(`the Go module ${module} cannot be had here`);
    return files.map((file) => join(moduleFolder, folder, file));
  });

/** A cluster with kubectl, real or simulated. */
type Installing = Pick<ControlPlane, "kubeconfig" | "mustKubectl">;

async function establishDefinitions({ mustKubectl }: Installing): Promise<void> {
  for (const file of definitionFiles()) await mustKubectl(["apply", "--server-side", "-f", file]);
  await mustKubectl(["wait", "--for=condition=Established", "crd", "--all", "--timeout=30s"]);
}

const WHOLE_RELEASE_ARGS = ["-n", NAMESPACE, "-l", "app.kubernetes.io/instance=whole", "-o", "name"];

/** Installs the whole chart with Helm, including custom resources. */
async function installWhole({ kubeconfig, mustKubectl }: Installing): Promise<void> {
  const { status, stderr } = helm(
    ["install", "whole", CHART, "--namespace", NAMESPACE, ...sets([IMAGE, ...ALL, ...CUSTOM_RESOURCE_VALUES])],
    kubeconfig,
  );
  expect(status, stderr).toBe(0);
  const created = await mustKubectl([
    "get",
    "servicemonitor,prometheusrule,httproute,ingress,configmap,pdb,networkpolicy",
    ...WHOLE_RELEASE_ARGS,
  ]);
  expect(created.trim().split("\n").sort()).toEqual([
    "configmap/whole-daemonscope-dashboard",
    "httproute.gateway.networking.k8s.io/whole-daemonscope",
    "ingress.networking.k8s.io/whole-daemonscope",
    "networkpolicy.networking.k8s.io/whole-daemonscope",
    "poddisruptionbudget.policy/whole-daemonscope",
    "prometheusrule.monitoring.coreos.com/whole-daemonscope",
    "servicemonitor.monitoring.coreos.com/whole-daemonscope",
  ]);
}

test.describe("the chart", () => {
  test("passes helm lint, and renders the effect of each value", () => {
    expect(helm(["lint", "--strict", CHART, ...sets([IMAGE])]).status).toBe(0);
    const open = "networkPolicy.enabled=false";
    const rows: readonly (readonly [values: readonly string[], has: RegExp, hasNot?: RegExp])[] = [
      [[], /image: registry.example\/daemonscope:\d/, /kind: Ingress|--allow-remote|pods\/log|kind: PrometheusRule|secrets/],
      [[`image.digest=sha256:${"a".repeat(64)}`], /daemonscope@sha256:a{64}/],
      [["replicas=2", "access.remote=true", "access.hosts[0]=d.example", open], /sessionAffinity: ClientIP/],
      [["access.remote=true", "access.hosts[0]=d.example", open], /kind: Service/, /sessionAffinity/],
      [["rights.logs=true"], /pods\/log/, /--no-logs/],
      [
        ["history.claim=past", "history.megabytes=5000", "history.age=30d"],
        /type: Recreate[\s\S]*fsGroup: 65532[\s\S]*--history=\/var\/lib\/daemonscope\/history\n +- --history-size=5000\n +- --history-age=30d[\s\S]*claimName: past/,
      ],
      [[], /--no-open/, /--history|Recreate|fsGroup/],
      [["rights.events=false"], /resources: \[nodes, pods\]/],
      [["rights.reach=false"], /kind: ClusterRole/, /services|endpointslices/],
      [["rights.use=false"], /kind: ClusterRole/, /metrics\.k8s\.io/],
      [["access.remote=true", "access.hosts[0]=d.example", open], /--allow-host=d\.example/],
      [["ingress.enabled=true", "ingress.host=d.example", "access.remote=true", open], /kind: Ingress[\s\S]*host: d\.example/],
      [
        ["httpRoute.enabled=true", "httpRoute.host=d.example", "httpRoute.parentRefs[0].name=gate", "access.remote=true", open],
        /kind: HTTPRoute[\s\S]*hostnames: \[d\.example\]/,
      ],
      [
        [
          "metrics.daemonSets=true",
          "metrics.serviceMonitor.enabled=true",
          "metrics.prometheusRule.enabled=true",
          "access.publicUrl=https://d.example",
          open,
        ],
        /kind: PrometheusRule[\s\S]*https:\/\/d\.example\/daemonsets/,
        /localhost:7373/,
      ],
      [
        ["metrics.daemonSets=true", "metrics.dashboard.enabled=true", "access.publicUrl=https://d.example"],
        /grafana_dashboard: "1"[\s\S]*https:\/\/d\.example/,
        /localhost:7373/,
      ],
      [["webhook.secret=hook", "webhook.signed=true"], /secretKeyRef: \{ name: hook, key: url \}[\s\S]*secretName: hook/],
      [
        ["access.remote=true", "access.publicUrl=https://d.example", "signIn.kind=token", open],
        /--public-url=https:\/\/d\.example\/[\s\S]*--auth=token/,
        /subjectaccessreviews/,
      ],
      [
        ["signIn.kind=proxy", "signIn.proxy.from[0]=10.0.0.7", "signIn.proxy.secret=shared", "signIn.proxy.usernamePrefix=corp:"],
        /subjectaccessreviews[\s\S]*--proxy-from=10\.0\.0\.7[\s\S]*"--proxy-username-prefix=corp:"[\s\S]*secretName: shared, items: \[\{ key: secret, path: secret \}\]/,
      ],
      [
        ["signIn.kind=oidc", "signIn.oidc.issuerUrl=https://a.example", "signIn.oidc.clientId=d"],
        /--oidc-issuer-url=https:\/\/a\.example/,
        /client-secret/,
      ],
      [["access.tlsSecret=page"], /--tls-cert=\/run\/daemonscope-tls\/tls\.crt[\s\S]*key: tls\.key, path: tls\.key/],
      [
        ["access.remote=true", "access.basePath=/x/", "ingress.enabled=true", "ingress.host=d.example", open],
        /--base-path=\/x\/[\s\S]*path: \/x\//,
      ],
      [[], /kind: ClusterRole/, /--allow-writes|--audit|--write-events|-act\b|patch/],
      // The acting user needs the rights: the server has none of them, and the role is unbound.
      [
        ["writes.enabled=true", "signIn.kind=token"],
        /name: daemonscope-act\n[\s\S]*resources: \[daemonsets\]\n +verbs: \[patch, create, delete\][\s\S]*resources: \[nodes\]\n +verbs: \[patch\][\s\S]*--auth=token[\s\S]*--allow-writes/,
        /--write-events|--audit|verbs: \[create\]|kind: ClusterRole\n +name: daemonscope-act|claimName/,
      ],
      [
        ["writes.enabled=true", "writes.events=true", "signIn.kind=token"],
        /name: daemonscope-act\n[\s\S]*resources: \[events\]\n +verbs: \[create\][\s\S]*--allow-writes\n +- --write-events/,
      ],
      [
        ["writes.enabled=true", "writes.auditClaim=deeds", "signIn.kind=token"],
        /type: Recreate[\s\S]*fsGroup: 65532[\s\S]*--audit=\/var\/lib\/daemonscope-audit\/actions\.jsonl[\s\S]*name: audit, mountPath: \/var\/lib\/daemonscope-audit \}[\s\S]*claimName: deeds/,
        /--history/,
      ],
      [["networkPolicy.enabled=false"], /kind: Deployment/, /kind: NetworkPolicy/],
      [["serviceAccount.create=false", "serviceAccount.name=mine"], /serviceAccountName: mine/, /^kind: ServiceAccount$/m],
      [ALL, /kind: PodDisruptionBudget/],
    ];
    for (const [values, has, hasNot] of rows) {
      const { status, stdout, stderr } = template(...values);
      expect(status, `${values.join(" ")}: ${stderr}`).toBe(0);
      expect(stdout, values.join(" ")).toMatch(has);
      if (hasNot !== undefined) expect(stdout, values.join(" ")).not.toMatch(hasNot);
    }
    measured(`${rows.length} sets of values`);
  });

  test("reports an unknown or contradictory value in one sentence", () => {
    const rows: readonly (readonly [values: readonly string[], message: RegExp])[] = [
      [["image.repository="], /image\.repository is empty, and there is no public image yet/],
      [["replica=2"], /replica/],
      [["replicas=many"], /replicas/],
      [["image.digest=latest"], /digest/],
      [["logLevel=loud"], /logLevel/],
      [["ingress.enabled=true", "ingress.host=d.example"], /access\.remote is false: no client can reach the page/],
      [["access.remote=true"], /access\.hosts is empty: every Host would be refused/],
      [["access.remote=true", "ingress.enabled=true"], /ingress\.host is empty/],
      [["access.remote=true", "httpRoute.enabled=true", "httpRoute.host=d.example"], /parentRefs that name a Gateway/],
      [["metrics.prometheusRule.enabled=true"], /metrics\.daemonSets is false: there would be nothing to alert on/],
      [["webhook.signed=true"], /webhook\.secret is empty: name the Secret/],
      [["metrics.dashboard.enabled=true"], /metrics\.daemonSets is false: there would be nothing to alert on, nor to draw/],
      [["metrics.prometheusRule.enabled=true", "metrics.daemonSets=true"], /access\.publicUrl is empty/],
      [
        ["showEnvValues=true", "access.remote=true", "access.hosts[0]=d.example", "networkPolicy.enabled=false"],
        /every client of the page could read values that may be secret/,
      ],
      [["access.remote=true", "access.hosts[0]=d.example"], /networkPolicy\.from is empty: no client can reach the page/],
      [
        ["metrics.daemonSets=true", "metrics.serviceMonitor.enabled=true"],
        /networkPolicy\.metricsFrom is empty: Prometheus cannot scrape the metrics/,
      ],
      [["access.basePath=x"], /basePath/],
      [["signIn.kind=ldap"], /kind/],
      [
        ["signIn.kind=token", "access.remote=true", "access.hosts[0]=d.example"],
        /nothing says that TLS is spoken: people would sign in in the clear/,
      ],
      [["signIn.kind=proxy"], /needs signIn\.proxy\.from, the addresses of the proxy, and signIn\.proxy\.secret/],
      [["signIn.kind=oidc"], /needs signIn\.oidc\.issuerUrl and signIn\.oidc\.clientId/],
      [["signIn.oidc.clientId=d"], /signIn\.oidc is set, and signIn\.kind is none/],
      [["signIn.kind=token", "signIn.proxy.secret=s"], /signIn\.proxy is set, and signIn\.kind is token/],
      [["history.claim=past", "replicas=2"], /replicas is more than 1: one server writes in a volume/],
      [["history.age=old"], /age/],
      [["writes.enabled=true"], /writes\.enabled is true, and signIn\.kind is none: people act with their own tokens/],
      [
        ["writes.enabled=true", "signIn.kind=proxy", "signIn.proxy.from[0]=10.0.0.7", "signIn.proxy.secret=s"],
        /signIn\.kind is proxy: people act with their own tokens, and never with the server's/,
      ],
      [["writes.events=true"], /writes\.enabled is false: there are no actions to report/],
      [["writes.auditClaim=deeds"], /writes\.enabled is false/],
      [["writes.enabled=true", "signIn.kind=token", "writes.auditClaim=deeds", "replicas=2"], /one server writes in a volume/],
      [["writes.enabled=often"], /enabled/],
      [["serviceAccount.create=false"], /serviceAccount\.name must name an existing one/],
    ];
    for (const [values, message] of rows) {
      const { status, stderr } = template(...values);
      expect(status, values.join(" ")).not.toBe(0);
      expect(stderr, values.join(" ")).toMatch(message);
    }
  });

  test("requests exactly the permissions that docs/security.md lists", () => {
    const documented = [...readFileSync(join(ROOT, "docs/security.md"), "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)]
      .map(([, text = ""]) => text)
      .join("\n");
    const pairs = (text: string) =>
      [...text.matchAll(/apiGroups: \[(.*?)\]\s+resources: \[(.*?)\]\s+verbs: \[(.*?)\]/g)]
        .flatMap(([, group = "", resources = "", verbs = ""]) =>
          resources.split(", ").flatMap((resource) => verbs.split(", ").map((verb) => `${verb} ${resource} ${group}`)),
        )
        .sort();
    const proxy = ["signIn.kind=proxy", "signIn.proxy.from[0]=10.0.0.7", "signIn.proxy.secret=shared"];
    const reading = template("rights.logs=true", ...proxy);
    const acting = template("rights.logs=true", "signIn.kind=token", "writes.enabled=true", "writes.events=true");
    const act = acting.stdout.slice(acting.stdout.indexOf("name: daemonscope-act"));
    const stdout = `${reading.stdout}\n${act}`;
    expect(pairs(stdout)).toEqual(pairs(documented));
    // The server itself has none of the rights that acting needs.
    expect(pairs(reading.stdout).filter((pair) => /^(patch|delete|update)/.test(pair))).toEqual([]);
    expect(pairs(stdout).length).toBeGreaterThan(10);
  });

  test("equals the kustomize base", () => {
    const { stdout } = helm(["template", "daemonscope", CHART, "--namespace", NAMESPACE, "--set", "image.repository=daemonscope"]);
    // The base is used without Helm, so Helm's labels are removed.
    const text = stdout
      .replaceAll(/^ +(?:app\.kubernetes\.io\/managed-by|helm\.sh\/chart): .*\n/gm, "")
      .replaceAll(/^# Source: .*\n/gm, "");
    if (process.env.UPDATE_BASE !== undefined) writeFileSync(BASE, text);
    expect(text).toBe(readFileSync(BASE, "utf8"));
  });
});

test("helm installs, upgrades and removes the chart on the simulator; deleted definitions remove their objects", async () => {
  if (!hasGo()) cannotRun("there is no Go to build kubectl with");
  buildControlPlane();
  const simulator = await startSimulator("image-update");
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-simulated-chart-"));
  try {
    const mustKubectl = async (args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync("kubectl", args, {
        encoding: "utf8",
        env: { ...process.env, KUBECONFIG: simulator.kubeconfig, KUBECACHEDIR: folder },
      });
      expect(status, `kubectl ${args.join(" ")}: ${stderr}`).toBe(0);
      return stdout;
    };
    const installing = { kubeconfig: simulator.kubeconfig, mustKubectl };
    await mustKubectl(["create", "namespace", NAMESPACE]);
    await establishDefinitions(installing);
    await installWhole(installing);
    expect(await mustKubectl(["explain", "servicemonitor.spec.endpoints.honorLabels"])).toContain("FIELD: honorLabels <boolean>");

    const values = [IMAGE, ...ALL, ...CUSTOM_RESOURCE_VALUES, "metrics.serviceMonitor.labels.release=other"];
    const upgraded = helm(["upgrade", "whole", CHART, "--namespace", NAMESPACE, ...sets(values)], simulator.kubeconfig);
    expect(upgraded.status, upgraded.stderr).toBe(0);
    expect(await mustKubectl(["get", "servicemonitor", "-A", "-l", "release=other", "-o", "name"])).toContain("whole-daemonscope");

    await mustKubectl(["delete", "crd", "servicemonitors.monitoring.coreos.com"]);
    expect(await mustKubectl(["api-resources", "--api-group=monitoring.coreos.com", "-o", "name"])).toBe(
      "prometheusrules.monitoring.coreos.com\n",
    );
    await establishDefinitions(installing);
    expect(await mustKubectl(["get", "servicemonitor", "-A", "-o", "name"])).toBe("");
    const removed = helm(["uninstall", "whole", "--namespace", NAMESPACE], simulator.kubeconfig);
    expect(removed.status, removed.stderr).toBe(0);
    expect(await mustKubectl(["get", "prometheusrule,httproute,ingress,pdb,networkpolicy", ...WHOLE_RELEASE_ARGS])).toBe("");
  } finally {
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Starts a server with the environment of its pod, and collects its output. */
function serverOf(
  installed: Installed,
  mount: ServiceAccountMount,
  host: URL,
  args: readonly string[],
): { child: ChildProcess; output: () => string } {
  const [program, words] = inPodEnvironment(mount, [...installed.program, ...args]);
  const child = spawn(program, words, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      KUBERNETES_SERVICE_HOST: host.hostname,
      KUBERNETES_SERVICE_PORT: host.port,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      output += part.toString("utf8");
    });
  return { child, output: () => output };
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    if (child.exitCode !== null) done(child.exitCode);
    else child.once("exit", (code) => done(code));
  });

test.describe("on a real control plane", () => {
  test.describe.configure({ mode: "serial" });
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-chart-"));
  chmodSync(folder, 0o755);
  let cluster: ControlPlane | undefined;
  let installed: Installed | undefined;
  test.beforeAll(async () => {
    if (!hasGo()) return;
    buildControlPlane();
    cluster = await startControlPlane({ nodes: 3 });
    await cluster.mustKubectl(["create", "namespace", NAMESPACE]);
    installed = await installPacked(await packBuilt(folder), folder);
  });
  test.afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const requireInstalled = (): readonly [ControlPlane, Installed] => {
    if (cluster === undefined || installed === undefined) return cannotRun("there is no Go to build a control plane with");
    return [cluster, installed];
  };

  test("helm installs, upgrades, rolls back and removes the chart", async () => {
    const [{ kubeconfig, mustKubectl }] = requireInstalled();
    const inNamespace = ["--namespace", NAMESPACE];
    const mustHelm = (...args: string[]) => {
      const { status, stdout, stderr } = helm(args, kubeconfig);
      expect(status, `${args[0]}: ${stderr}`).toBe(0);
      return stdout;
    };
    expect(mustHelm("install", "scope", CHART, ...inNamespace, ...sets([IMAGE]))).toContain(
      "port-forward deploy/scope-daemonscope 7373:7373",
    );
    const kinds = "deploy,service,serviceaccount,networkpolicy,pdb,ingress";
    const names = async () =>
      (await mustKubectl(["get", kinds, "-n", NAMESPACE, "-l", "app.kubernetes.io/instance=scope", "-o", "name"]))
        .trim()
        .split("\n")
        .sort();
    const first = await names();
    expect(first).toContain("deployment.apps/scope-daemonscope");
    expect(mustHelm("upgrade", "scope", CHART, ...inNamespace, ...sets([IMAGE, ...ALL]))).toContain("People sign in (oidc)");
    expect(await names()).toEqual(
      expect.arrayContaining(["ingress.networking.k8s.io/scope-daemonscope", "poddisruptionbudget.policy/scope-daemonscope"]),
    );
    mustHelm("rollback", "scope", "1", ...inNamespace);
    expect(await names()).toEqual(first);
    mustHelm("uninstall", "scope", ...inNamespace);
    expect(
      (await mustKubectl(["get", "clusterrole,clusterrolebinding", "-l", "app.kubernetes.io/instance=scope", "-o", "name"])).trim(),
    ).toBe("");
  });

  test("helm installs everything with the Prometheus operator and Gateway API definitions, without unknown fields", async () => {
    const [control] = requireInstalled();
    const { kubeconfig, kubectl } = control;
    const dryRun = (manifest: string) => kubectl(["apply", "--dry-run=server", "--validate=strict", "-n", NAMESPACE, "-f", "-"], manifest);
    const whole = template(...ALL, ...CUSTOM_RESOURCE_VALUES);
    expect(whole.status, whole.stderr).toBe(0);
    expect((await dryRun(whole.stdout)).stderr).toContain('no matches for kind "ServiceMonitor"');

    await establishDefinitions(control);
    for (const values of [[], ALL, [...ALL, ...CUSTOM_RESOURCE_VALUES]]) {
      const { stdout } = template(...values);
      const { code, stderr } = await dryRun(stdout);
      expect(code, stderr).toBe(0);
    }
    // The CustomResourceDefinitions reject a field that they do not define.
    const misspelt = await dryRun(whole.stdout.replace("honorLabels:", "honourLabels:"));
    expect(misspelt.stderr).toMatch(/unknown field "spec\.endpoints\[1\]\.honourLabels"/);

    await installWhole(control);
    measured(`${whole.stdout.match(/^kind: /gm)?.length ?? 0} objects`);
    expect(helm(["uninstall", "whole", "--namespace", NAMESPACE], kubeconfig).status).toBe(0);
  });

  test("a real API server accepts the kustomize base", async () => {
    const [{ mustKubectl }] = requireInstalled();
    const applied = await mustKubectl(["apply", "--dry-run=server", "-k", join(ROOT, "deploy/kustomize/base")]);
    expect(applied).toContain("deployment.apps/daemonscope created (server dry run)");
  });

  test("with only the chart's permissions it reads everything, and survives token rotation, API restart and SIGTERM", async () => {
    const obstacle = podEnvironmentObstacle();
    if (obstacle !== undefined) cannotRun(obstacle);
    const [{ kubeconfig, mustKubectl, killApiServer }, packed] = requireInstalled();
    const { status, stderr } = helm(["install", "scope", CHART, "--namespace", NAMESPACE, ...sets([IMAGE])], kubeconfig);
    expect(status, stderr).toBe(0);
    const config = JSON.parse(await mustKubectl(["config", "view", "--raw", "--minify", "-o", "json"])) as {
      readonly clusters: readonly [
        {
          readonly cluster: {
            readonly server: string;
            readonly "certificate-authority-data"?: string;
            readonly "certificate-authority"?: string;
          };
        },
      ];
    };
    const [{ cluster: address }] = config.clusters;
    const data = address["certificate-authority-data"];
    const ca =
      data === undefined ? readFileSync(address["certificate-authority"] ?? "", "utf8") : Buffer.from(data, "base64").toString("utf8");
    // Bound to a Secret, so that deleting it ends the token.
    const tokenOf = async (secret: string) => {
      await mustKubectl(["create", "secret", "generic", secret, "-n", NAMESPACE]);
      return (
        await mustKubectl([
          "create",
          "token",
          "scope-daemonscope",
          "-n",
          NAMESPACE,
          "--bound-object-kind",
          "Secret",
          "--bound-object-name",
          secret,
        ])
      ).trim();
    };
    const mount = serviceAccountMount(join(folder, "pod"), await tokenOf("first"), ca);
    const args = ["serve", "--no-open", "--in-cluster", "--port", "0", "--health-port", "0", "--no-logs", "--log-level", "info"];
    const { child, output } = serverOf(packed, mount, new URL(address.server), args);
    const waitForOutput = async (pattern: RegExp) => {
      await expect.poll(output, { timeout: 20_000 }).toMatch(pattern);
      return pattern.exec(output())?.[1] ?? "";
    };
    try {
      const url = await waitForOutput(/(http:\/\/127\.0\.0\.1:\d+)/);
      const ready = async () => (await fetch(`${url}/readyz`)).status;
      await expect.poll(ready).toBe(200);
      // All automatic reads succeed, and none is forbidden.
      expect(output()).not.toMatch(/forbidden/i);
      const metrics = async () => (await fetch(`${url}/metrics`)).text();
      const live = async () =>
        [...(await metrics()).matchAll(/^daemonscope_source_state\{source="(\w+)",state="live"\} 1$/gm)].map(([, source]) => source).sort();
      await expect.poll(live).toEqual(["controllerrevisions", "daemonsets", "events", "nodes", "pods"]);
      const bytes = Number(/^daemonscope_resident_memory_bytes (\S+)$/m.exec(await metrics())?.[1]);
      measured(`${Math.round(bytes / 1e6)} MB`);

      mount.rotate(await tokenOf("second"));
      await mustKubectl(["delete", "secret", "first", "-n", NAMESPACE]);
      killApiServer();
      await expect.poll(async () => (await live()).length, { timeout: 20_000 }).toBe(0);
      // A starting API server refuses all requests for a moment; that is no missing right.
      await expect.poll(live, { timeout: 40_000 }).toHaveLength(5);
      expect(await ready()).toBe(200);
      expect(output()).not.toMatch(/401|Unauthorized|Warning/);

      const beganMs = Date.now();
      child.kill("SIGTERM");
      expect(await ended(child)).toBe(0);
      expect(Date.now() - beganMs, "well within the grace of 15 s").toBeLessThan(10_000);
    } finally {
      child.kill("SIGKILL");
    }

    // Each right that is missing is named.
    const { items: role } = {
      items: JSON.parse(await mustKubectl(["get", "clusterrole", "scope-daemonscope", "-o", "json"])) as {
        readonly rules: readonly {
          readonly apiGroups: readonly string[];
          readonly resources: readonly string[];
          readonly verbs: readonly string[];
        }[];
      },
    };
    for (const resource of ["nodes", "pods", "daemonsets", "controllerrevisions"]) {
      const rules = role.rules
        .map((rule) => ({ ...rule, resources: rule.resources.filter((each) => each !== resource) }))
        .filter(({ resources }) => resources.length > 0);
      await mustKubectl(["patch", "clusterrole", "scope-daemonscope", "--type=merge", "-p", JSON.stringify({ rules })]);
      const [program, words] = inPodEnvironment(mount, [...packed.program, "status", "-A", "--in-cluster"]);
      const runStatus = () =>
        spawnSync(program, words, {
          encoding: "utf8",
          env: {
            PATH: process.env.PATH,
            KUBERNETES_SERVICE_HOST: new URL(address.server).hostname,
            KUBERNETES_SERVICE_PORT: new URL(address.server).port,
          },
        });
      // The authorizer receives the change a moment later.
      await expect(() => expect(runStatus().stderr).toMatch(new RegExp(`list and watch on .*${resource}`))).toPass({ timeout: 20_000 });
    }
  });
});
