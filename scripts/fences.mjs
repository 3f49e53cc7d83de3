// Checks imports: between the packages against the table of rooms.mjs, which docs/architecture.md shows; inside them
// against folder-fences.mjs. Exits 1 with a line for each forbidden import.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { folderProblems } from "./folder-fences.mjs";
import { pureRooms, rooms } from "./rooms.mjs";

const root = resolve(import.meta.dirname, "..");

/** Stricter than the rules of a package: modules that only these files may import. */
const gates = [
  // A hundred kilobytes, loaded only to show a YAML.
  { module: /^@codemirror\/|^@lezer\//, only: ["apps/web/src/yaml/"] },
  // Likewise, loaded only to edit a manifest.
  { module: "yaml", only: ["apps/web/src/what-if/read-manifest.ts", "apps/server/", "packages/simulator/"] },
  { module: "diff", only: ["packages/daemonset/src/revisions/line-diff.ts"] },
  { module: "@tanstack/react-virtual", only: ["apps/web/src/grid/use-rows-in-sight.ts", "apps/web/src/logs/LogLines.tsx"] },
  {
    module: /^@nats-io\//,
    only: ["apps/server/src/engine/engine.ts", "apps/server/src/engine/engine-connection.ts", "apps/server/src/engine/nats-stream.ts"],
  },
  // It connects only to the sign-in provider.
  { module: "openid-client", only: ["apps/server/src/viewers/oidc-provider.ts"] },
  { module: "@kubernetes/client-node", only: ["apps/server/src/cluster/connection.ts", "apps/server/src/cluster/credentials.ts"] },
  {
    module: /^node:https?$/,
    only: [
      "apps/server/src/cluster/exchange.ts",
      // The only sender to a webhook.
      "apps/server/src/alarms/post-webhook.ts",
      "packages/simulator/src/api/",
      "apps/server/src/frames/",
      "e2e/",
    ],
  },
  // Decodes the input of a raw watch as the server does. All other tests use the server's command line.
  { module: /^@daemonscope\/server\//, only: ["e2e/cluster/differential/decode-raw.ts"] },
  // The server starts it in process, and tests play its stories on a real control plane too.
  { module: /^@daemonscope\/simulator\//, only: ["apps/server/src/commands/", "e2e/cluster/on-both/"] },
  {
    module: /^node:net$|^node:tls$|^undici$/,
    only: [
      // Named pipes, which are local; see the file.
      "apps/server/src/manifests/read-text.ts",
      "apps/server/src/cluster/liveness.ts",
      "apps/server/src/listen.ts",
      "apps/server/src/address/",
      "apps/server/src/next-free-port.ts",
      "packages/simulator/src/api/",
      "e2e/",
    ],
  },
];
/**
 * The module that sends requests. For a cluster, only modules with a list of paths may import it; for a webhook, the
 * one with its address. Each uses one method.
 */
const sender = "apps/server/src/cluster/exchange.ts";
/**
 * The code that changes a cluster. It is loaded only on demand, so that it is not in memory where writes are forbidden.
 * All modules may import its types.
 */
const writing = "apps/server/src/writes/";
const asksForWriting = "apps/server/src/commands/acting-of.ts";
const outbound = new Map([
  ["apps/server/src/cluster/transport.ts", "GET"],
  ["apps/server/src/cluster/review-transport.ts", "POST"],
  // The module that changes a cluster. Each of its methods has a list of allowed paths (write-paths.ts).
  ["apps/server/src/writes/write-transport.ts", "none written out"],
  ["apps/server/src/alarms/post-webhook.ts", "POST"],
]);
/** Tests that compare the product with a real controller must not import it, or both could have the same error. */
const oracle = /^e2e\/cluster\/differential\/(raw-[a-z-]+|judge-numbers|used-places|vanished-pods|motion)\.ts$/;
const ofOracles = /^\.\/(raw-[a-z-]+|used-places)\.ts$|^\.\.\/oracle\.ts$/;
/** The tests need the types of the results that they check, but no values. */
const judged = "@daemonscope/shared/http/answers";
/**
 * The simulated controller follows upstream independently. From kube it may import only matching, reading and hashing,
 * and no decisions.
 */
const simulatedController = "packages/simulator/src/control/daemonset/";
const primitives = ["fnv", "label-selector", "node-affinity", "objects", "owner", "own-value", "stable-json", "toleration"].map(
  (name) => `@daemonscope/kube/${name}`,
);
/** Names that a pure package must not contain, except in comments and strings. */
const impure = /\b(Date\.now|Math\.random|new Date\(\)|setTimeout|setInterval|performance\.now|process\.)/;
const noClock = [...pureRooms, "packages/simulator"];
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
const problems = [];

for (const [room, allowed] of Object.entries(rooms)) {
  /** Maps a file to the files of its package that it imports, types included. */
  const graph = new Map();
  for (const file of sources(room)) {
    const text = readFileSync(join(root, file), "utf8");
    if (!isTest(file)) graph.set(file, []);
    if (bannedFolders.test(dirname(file))) problems.push(`${file}: a folder name that says nothing`);
    const imports = [
      ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g),
    ].map((found) => ({
      name: found[1] ?? found[2] ?? found[3],
      isOfTypes: /^\s*import\s+type\s/.test(found[0]),
      isAskedFor: found[2] !== undefined,
    }));
    for (const { name, isOfTypes, isAskedFor } of imports) {
      if (oracle.test(file) && !ofOracles.test(name) && !(isOfTypes && name === judged))
        problems.push(`${file}: an oracle takes nothing from ${name}`);
      if (name.startsWith(".")) {
        const target = relative(root, resolve(root, dirname(file), name.split("?")[0]))
          .split(sep)
          .join("/");
        if (target === sender && !isOfTypes && !isTest(file) && !outbound.has(file))
          problems.push(`${file}: only ${[...outbound.keys()].join(" and ")}, which have a list of paths, send anything to a cluster`);
        if (
          target.startsWith(writing) &&
          !file.startsWith(writing) &&
          !isOfTypes &&
          !isTest(file) &&
          !(isAskedFor && file === asksForWriting)
        )
          problems.push(`${file}: what can change a cluster is loaded by ${asksForWriting} alone, when it is asked for`);
        if (!target.startsWith(`${room}/`)) problems.push(`${file}: reaches out of its room to ${target}`);
        else if (!isTest(file)) graph.set(file, [...(graph.get(file) ?? []), target]);
        continue;
      }
      if (isTest(file)) continue;
      const inside = /^@daemonscope\/([^/]+)/.exec(name)?.[1];
      if (inside !== undefined) {
        if (!allowed.rooms.includes(inside)) problems.push(`${file}: ${room} may not import ${inside}`);
      } else if (!allowed.modules.some((pattern) => matches(pattern, name))) problems.push(`${file}: ${room} may not import ${name}`);
      if (file.startsWith(simulatedController) && inside !== undefined && !primitives.includes(name))
        problems.push(`${file}: the simulated controller decides by itself, and takes nothing from ${name}`);
      for (const gate of gates)
        if (matches(gate.module, name) && !gate.only.some((place) => file === place || (place.endsWith("/") && file.startsWith(place))))
          problems.push(`${file}: ${name} may be imported only in ${gate.only.join(", ")}`);
    }
    if (outbound.has(file))
      for (const [, method] of text.matchAll(/method: "([A-Z]+)"/g))
        if (method !== outbound.get(file)) problems.push(`${file}: sends ${method}, and is for ${outbound.get(file)} alone`);
    if (room === "apps/server" && !isTest(file) && file !== "apps/server/src/lab/kube-client.ts" && /\bfetch\(/.test(text))
      problems.push(`${file}: fetch may write anywhere; a cluster is asked through cluster/transport.ts`);
    if (!isTest(file) && noClock.includes(room)) {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|`[^`]*`/g, "");
      const found = impure.exec(code);
      const excused = room === "packages/simulator" && (file.startsWith("packages/simulator/src/api/") || file.includes("clock-"));
      if (found && !excused) problems.push(`${file}: ${found[1]} in a room whose time and chance come in through the door`);
    }
  }
  problems.push(...folderProblems(room, graph));
}

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.error(`fences: ${problems.length} problems`);
  process.exit(1);
}
console.log("fences: every import stays where it may");
