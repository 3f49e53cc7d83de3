import { isAscii } from "node:buffer";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATHS } from "@daemonscope/shared/http/paths";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { EXPLAIN, OBJECTS } from "../explained.ts";
import { type Installed, installPacked, PACKED_LIMIT_BYTES, packBuilt } from "../packed.ts";

/** Limit of an answer's CPU time, as a multiple of `version`'s; about two is usual. */
const EXPLAIN_LIMIT = 5;

/** Returns the files of the bundle that load together with a file, through static imports. */
function loadedWith(folder: string, file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(folder, file), "utf8");
  for (const [, next = ""] of text.matchAll(/^(?:import|export)\s[^;]*?"\.\/([^"]+\.js)"/gm)) loadedWith(folder, next, seen);
  return seen;
}

/** Returns the first message of a stream. */
async function firstOf(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: "text/event-stream" } });
  for await (const part of answer.body ?? []) {
    const text = Buffer.from(part).toString("utf8");
    // Leaving the loop cancels the stream.
    if (text.includes("data:")) return text;
  }
  return "";
}

test.describe("the package, installed into an empty folder without a network", () => {
  let folder: string;
  let tarball: string;
  let installed: Installed;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "daemonscope-package-"));
    tarball = await packBuilt(folder);
    installed = await installPacked(tarball, folder);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is small, has no dependencies, and runs no install script", () => {
    expect(statSync(tarball).size).toBeLessThan(PACKED_LIMIT_BYTES);
    const manifest = JSON.parse(readFileSync(join(installed.folder, "package.json"), "utf8"));
    expect(manifest.name).toBe("daemonscope");
    const fields = ["name", "version", "description", "keywords", "license", "type", "engines", "bin", "files"];
    expect(Object.keys(manifest).filter((field) => !field.startsWith("_"))).toEqual(fields);
    expect(readdirSync(join(installed.folder, "..")).filter((name) => !name.startsWith("."))).toEqual(["daemonscope"]);
    expect(installed.bins).toEqual(["daemonscope", "kubectl-daemonscope", "kubectl_complete-daemonscope"]);
  });

  test("contains its licence and those of its bundled packages, and no source map or build notes", () => {
    const files = readdirSync(installed.folder, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "THIRD-PARTY.txt", "sbom.cdx.json", "release/page/index.html"]));
    expect(files.filter((file) => /\.map$|\.tsx?$|(^|\/)\./.test(file))).toEqual([]);
    const thirdParty = readFileSync(join(installed.folder, "THIRD-PARTY.txt"), "utf8");
    for (const name of [
      "fastify",
      "react-dom",
      "@fontsource-variable/inter",
      "@fontsource-variable/jetbrains-mono",
      "@kubernetes/client-node",
    ])
      expect(thirdParty).toContain(`  ${name} `);
    const { components } = JSON.parse(readFileSync(join(installed.folder, "sbom.cdx.json"), "utf8"));
    const listed = [...thirdParty.matchAll(/^ {2}(\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
    expect(components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`)).toEqual(listed);
  });

  test("is ASCII without the Kubernetes client's models, because loaded code stays in memory", () => {
    const release = join(installed.folder, "release");
    const texts = readdirSync(release).flatMap((file) =>
      file.endsWith(".js") ? [[file, readFileSync(join(release, file))] as const] : [],
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const [file, text] of texts) expect([file, isAscii(text), text.includes("attributeTypeMap")]).toEqual([file, true, false]);
  });

  for (const [bin, program] of [
    ["daemonscope", "daemonscope"],
    ["kubectl-daemonscope", "kubectl daemonscope"],
  ] as const)
    test(`${bin} prints its help as ${program}, and answers from files`, () => {
      expect(installed.ask(bin, ["--help"]).stdout).toContain(`Usage:\n  ${program} [COMMAND]`);
      expect(installed.ask(bin, ["wait"]).stderr).toContain(`error: wait needs a DaemonSet: ${program} wait ds/NAME`);
      const answer = installed.ask(bin, EXPLAIN, OBJECTS);
      expect([answer.status, answer.stderr]).toEqual([0, ""]);
      expect(answer.stdout).toContain("worker-1");
    });

  test("prints the completions of the kubectl plugin", () => {
    expect(installed.ask("kubectl_complete-daemonscope", ["status", "-o", "j"]).stdout).toBe("json\njsonpath=\njunit\n:4\n");
  });

  for (const [typed, offered] of [
    [["stat"], ["status"]],
    // bash splits the words at `=`.
    [["serve", "--simulate", "=", "su"], ["surge"]],
    [["explain", "--nodes", "package.j"], ["package.json"]],
    [["--context", ""], []],
    [["status", "--simulate", "=", "bad-image", "-A", "ds/"], ["ds/fluentd-elasticsearch"]],
  ] as const)
    test(`bash completes ${typed.join(" ")}`, () => {
      test.skip(spawnSync("bash", ["--version"]).error !== undefined, "there is no bash");
      const answer = installed.shell("bash", [
        "source <(daemonscope completion bash)",
        `COMP_WORDS=(daemonscope ${typed.map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${typed.length}`,
        "_daemonscope; declare -p COMPREPLY",
      ]);
      const words = [...answer.stdout.matchAll(/\[\d+\]="([^"]*)"/g)].map(([, word]) => word);
      expect([words, answer.stderr]).toEqual([offered, ""]);
    });

  test("an answer from files uses little CPU", () => {
    expect(installed.cpuMs(EXPLAIN, OBJECTS)).toBeLessThan(EXPLAIN_LIMIT * installed.cpuMs(["version"]));
  });

  test("a command loads server, simulator and Kubernetes client only if it needs them", () => {
    const release = join(installed.folder, "release");
    const heavy = ["serve.js", "embedded-simulator.js", "connection.js"];
    expect(readdirSync(release)).toEqual(expect.arrayContaining(heavy));
    for (const command of [
      "main.js",
      "explain.js",
      "target-from-files.js",
      "target-from-cluster.js",
      "status.js",
      "wait.js",
      "open-cluster.js",
    ])
      expect([...loadedWith(release, command)].filter((file) => heavy.includes(file))).toEqual([]);
    expect([...loadedWith(release, "serve.js")].filter((file) => heavy.includes(file))).toEqual(["serve.js"]);
  });

  test("serves the page of the build that version names, and the docs", async ({ page }) => {
    const served = await startDaemonscope(["--simulate=bad-image", "--clock=manual"], {}, installed.program);
    try {
      await page.goto(`${served.url}/`);
      await expect(page.getByRole("main")).toBeVisible();
      await expect(page).toHaveTitle(/Daemonscope/);
      const { build } = JSON.parse(installed.ask("daemonscope", ["version", "-o", "json"]).stdout);
      expect(build).toMatch(/^0\.1\.0\+[0-9a-f]{12}$/);
      expect(await firstOf(`${served.url}${PATHS.stream}`)).toContain(`"build":"${build}"`);
      expect(await (await fetch(`${served.url}/docs/zh-TW/start`)).text()).toContain("<title>開始 · Daemonscope</title>");
    } finally {
      await served.stop();
    }
  });
});
