// Checks imports against packages.mjs: packages, modules, layers, cycles, and the gates below. Exits 1 with one
// line for each import that breaks a rule.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { graphProblems } from "./import-graph.mjs";
import { packages, purePackages } from "./packages.mjs";

const root = resolve(import.meta.dirname, "../..");

/** Modules that only some files of an allowed package may import. */
const gates = [
  // The editor has 100 KB, so only the YAML view loads it.
  { module: /^@codemirror\/|^@lezer\//, only: ["apps/web/src/panels/sections/yaml/"] },
  // The browser loads this package only to parse a manifest.
  {
    module: "yaml",
    only: ["apps/web/src/pages/what-if/steps/parse-manifest.ts", "apps/server/", "packages/kube/src/yaml/", "packages/simulator/"],
  },
  { module: "diff", only: ["packages/daemonset/src/revisions/template/line-diff.ts"] },
  {
    module: "@tanstack/react-virtual",
    only: ["apps/web/src/draw/grid/use-visible-rows.ts", "apps/web/src/panels/sections/pod-logs/LogLines.tsx"],
  },
  {
    module: /^@nats-io\//,
    only: [
      "apps/server/src/engine/stream/engine.ts",
      "apps/server/src/engine/stream/engine-connection.ts",
      "apps/server/src/engine/stream/nats-stream.ts",
    ],
  },
  // The package sends requests to the identity provider and to no other host.
  { module: "openid-client", only: ["apps/server/src/access/auth/oidc/oidc-provider.ts"] },
  {
    module: "@kubernetes/client-node",
    only: ["packages/kube-client/src/connect/connection.ts", "packages/kube-client/src/connect/credentials.ts"],
  },
  {
    module: /^node:https?$/,
    only: [
      "packages/kube-client/src/http/send-request.ts",
      // The only outbound request to a webhook.
      "apps/server/src/alerts/post-webhook.ts",
      "packages/simulated-apiserver/src/api/",
      "apps/server/src/frames/",
      // Only listens.
      "apps/server/src/api/health/health-listener.ts",
      "e2e/",
    ],
  },
  // The differential test decodes a raw watch as the server does, and recorded cases have one API server for all tests.
  // The fault suite watches a served cluster in its own process.
  // All other tests use the command line.
  { module: /^@daemonscope\/server\//, only: ["e2e/cluster/differential/decode-raw.ts", "e2e/recorded-case.ts", "e2e/faults/"] },
  // The server starts the simulator in its own process. The cluster lane plays its stories, and sends its requests,
  // next to a real control plane.
  {
    module: /^@daemonscope\/(simulator|simulated-apiserver)\//,
    only: ["apps/server/src/cli/", "packages/simulator/", "e2e/cluster/on-both/", "e2e/cluster/kubectl-comparison/", "e2e/faults/"],
  },
  {
    module: /^node:net$|^node:tls$|^undici$/,
    only: [
      // Named pipes, which are local.
      "apps/server/src/watch/manifests/read-text-source.ts",
      "packages/kube-client/src/list-watch/liveness.ts",
      "apps/server/src/cli/serve/listen.ts",
      "apps/server/src/platform/",
      "packages/simulated-apiserver/src/api/",
      "e2e/",
    ],
  },
];
/** The module that sends requests. Only modules with a list of allowed paths may import it, each for one method. */
const sender = "packages/kube-client/src/http/send-request.ts";
/** Code that can change a cluster. It is loaded on demand, so that a read-only server does not hold it in memory. Any
 *  file may import its types. */
const writing = "apps/server/src/actions/";
const readOnly = ["apps/server/src/actions/preview/", "apps/server/src/actions/requests/"];
const loadsWriting = "apps/server/src/cli/serve/load-action-service.ts";
const outbound = new Map([
  ["packages/kube-client/src/http/transport.ts", "GET"],
  ["packages/kube-client/src/reviews/review-transport.ts", "POST"],
  // Each method comes with a path from its own list (write-paths.ts).
  ["apps/server/src/actions/send/write-transport.ts", "none written out"],
  ["apps/server/src/alerts/post-webhook.ts", "POST"],
]);
/** The judges of the differential lane import nothing from the product, so that both cannot share a mistake. */
const oracle = /^e2e\/cluster\/differential\/(raw-[a-z-]+|judge-numbers|used-slots|vanished-pods|motion)\.ts$/;
const isOracleImport = /^\.\/(raw-[a-z-]+|used-slots)\.ts$|^\.\.\/oracle\.ts$/;
/** The module with the types of the answers that the judges check. They may import its types. */
const judged = "@daemonscope/shared/http/answers";
/** The simulated controller follows upstream by itself. It imports matching, parsing and hashing from kube, and nothing
 *  that decides. */
const simulatedController = "packages/simulator/src/controllers/daemonset/";
const primitives = ["fnv", "label-selector", "node-affinity", "objects", "owner", "own-value", "stable-json", "toleration"];
/** Code that pays in large clusters: the folders named `fast`. Only these files load it, each from these folders. Each
 *  folder has a plain form, with which its tests compare it. Any file may import its types. */
const fast = /^(?:packages|apps)\/[^/]+\/src\/(?:.*\/)?fast\//;
const fastClient = "packages/kube-client/src/fast/";
const loadsFast = new Map([
  ["packages/kube-client/src/http/send-request.ts", [`${fastClient}http/`]],
  ["packages/kube-client/src/http/status-error.ts", [`${fastClient}protobuf/`]],
  ["packages/kube-client/src/list-watch/delta-filter.ts", [`${fastClient}versions/`]],
  ...["object-page", "reflector", "watch-decoder", "watch-event"].map((name) => [
    `packages/kube-client/src/list-watch/${name}.ts`,
    [`${fastClient}protobuf/`],
  ]),
  ["packages/daemonset/src/model/cluster-model.ts", ["packages/daemonset/src/model/fast/"]],
  ["apps/server/src/watch/cluster-watch.ts", [`${fastClient}protobuf/`, "apps/server/src/watch/fast/"]],
  ["apps/server/src/cli/open/pod-workers-settings.ts", ["apps/server/src/watch/fast/"]],
  ["apps/server/src/history/log/log-writer.ts", ["apps/server/src/history/log/fast/"]],
]);
/** Identifiers that the packages of `noClock` may not use, outside comments and strings. */
const impure = /\b(Date\.now|Math\.random|new Date\(\)|setTimeout|setInterval|performance\.now|process\.)/;
const noClock = [...purePackages, "packages/simulator", "packages/simulated-apiserver"];
const bannedFolders = /(^|\/)(utils?|helpers?|common|misc|lib|types)(\/|$)/;

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!["node_modules", "dist", ".tsc", ".tsc-test", "control-plane", "recordings", "test-results", ".cache"].includes(entry.name))
        yield* sources(path);
    } else if (/\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith(".d.ts")) yield path;
  }
}

const matches = (pattern, text) => (typeof pattern === "string" ? text === pattern : pattern.test(text));
const isTest = (file) => /\.(test|fixture|spec)\.tsx?$/.test(file) || file.endsWith("vite.config.ts") || file.endsWith("vitest.config.ts");
/** Returns the file that an import names, or undefined for a module from npm. */
function fileOf(file, name) {
  if (name.startsWith("."))
    return relative(root, resolve(root, dirname(file), name.split("?")[0]))
      .split(sep)
      .join("/");
  const [, inside, path] = /^@daemonscope\/([^/]+)\/(.+)$/.exec(name) ?? [];
  return inside === undefined ? undefined : `${inside === "server" ? "apps" : "packages"}/${inside}/src/${path}.ts`;
}
const problems = [];

for (const [home, allowed] of Object.entries(packages)) {
  /** The files of the package that each file imports, types included. */
  const graph = new Map();
  for (const file of sources(home)) {
    const text = readFileSync(join(root, file), "utf8");
    if (!isTest(file)) graph.set(file, []);
    if (bannedFolders.test(dirname(file))) problems.push(`${file}: the folder name is too general; name the step of the flow or the thing`);
    const imports = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+["']([^"']+)["']|import\(["']([^"']+)["']\)|(?:^|\n)import\s+["']([^"']+)["']/g,
      ),
    ].map((found) => ({
      name: found[1] ?? found[2] ?? found[3],
      isType: /^\s*import\s+type\s/.test(found[0]),
      isDynamic: found[2] !== undefined,
    }));
    for (const { name, isType, isDynamic } of imports) {
      if (oracle.test(file) && !isOracleImport.test(name) && !(isType && name === judged))
        problems.push(`${file}: an oracle may not import ${name}`);
      const target = fileOf(file, name);
      if (
        target !== undefined &&
        fast.test(target) &&
        !fast.test(file) &&
        !isType &&
        !isTest(file) &&
        !/^(?:bench|e2e)\//.test(file) &&
        !loadsFast.get(file)?.some((folder) => target.startsWith(folder))
      )
        problems.push(`${file}: may not load ${target}, which pays in large clusters only`);
      if (target === sender && !isType && !isTest(file) && !outbound.has(file))
        problems.push(`${file}: only ${[...outbound.keys()].join(" and ")}, which have a list of paths, may send a request`);
      if (
        target?.startsWith(writing) &&
        !readOnly.some((folder) => target.startsWith(folder)) &&
        !file.startsWith(writing) &&
        !isType &&
        !isTest(file) &&
        !(isDynamic && file === loadsWriting)
      )
        problems.push(`${file}: code that can change a cluster is loaded by ${loadsWriting} alone, and on demand`);
      if (name.startsWith(".")) {
        if (!target.startsWith(`${home}/`)) problems.push(`${file}: imports ${target}, which is outside its package`);
        else if (!isTest(file)) graph.set(file, [...(graph.get(file) ?? []), target]);
        continue;
      }
      if (isTest(file)) continue;
      const inside = /^@daemonscope\/([^/]+)/.exec(name)?.[1];
      if (inside !== undefined) {
        if (!allowed.packages.includes(inside)) problems.push(`${file}: ${home} may not import ${inside}`);
      } else if (!allowed.modules.some((pattern) => matches(pattern, name))) problems.push(`${file}: ${home} may not import ${name}`);
      if (file.startsWith(simulatedController) && inside === "kube" && !primitives.includes(name.split("/").at(-1)))
        problems.push(`${file}: the simulated controller decides by itself and may not import ${name}`);
      for (const gate of gates)
        if (matches(gate.module, name) && !gate.only.some((prefix) => file === prefix || file.startsWith(prefix)))
          problems.push(`${file}: ${name} may be imported only in ${gate.only.join(", ")}`);
    }
    if (outbound.has(file))
      for (const [, method] of text.matchAll(/method: "([A-Z]+)"/g))
        if (method !== outbound.get(file)) problems.push(`${file}: sends ${method}, but may send ${outbound.get(file)} only`);
    if (
      (home === "apps/server" || home === "packages/kube-client") &&
      !isTest(file) &&
      file !== "apps/server/src/lab/kube-client.ts" &&
      /\bfetch\(/.test(text)
    )
      problems.push(`${file}: fetch has no list of allowed paths; use packages/kube-client/src/http/transport.ts`);
    if (!isTest(file) && noClock.includes(home)) {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "");
      const found = impure.exec(code);
      const excused = file.startsWith("packages/simulated-apiserver/src/api/") || file.includes("clock-");
      if (found && !excused) problems.push(`${file}: ${found[1]} in a package that takes time and randomness as arguments`);
    }
  }
  problems.push(...graphProblems(home, allowed.layers?.length ? allowed.layers : undefined, graph));
}

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.error(`import rules: ${problems.length} problems`);
  process.exit(1);
}
console.log("import rules: every import is allowed");
