import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { installPacked, packBuilt } from "../packed.ts";
import { cannotRun } from "./step.ts";

const run = promisify(execFile);
const KREW = "v0.4.4";
const MANIFEST = resolve(import.meta.dirname, "../../scripts/pack/krew.mjs");
/** Arguments that work without a cluster: their output proves that kubectl found and ran the plugin. */
const SIMULATED = ["daemonscope", "status", "-A", "--simulate=bad-image", "-o", "json"];

const needsKubectl = () =>
  spawnSync("kubectl", ["version", "--client"]).status === 0 ? undefined : cannotRun("there is no kubectl on the path");

function kubectl(folders: readonly string[], args: readonly string[]): string {
  const PATH = [...folders, process.env.PATH ?? ""].join(delimiter);
  const { stdout, stderr, status } = spawnSync("kubectl", args, { encoding: "utf8", env: { ...process.env, PATH } });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  return stdout;
}

/** Returns krew, built from its Go module and cached between runs. The step ends if it cannot be built. */
async function krewBinary(): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "daemonscope", `krew-${KREW}`);
  const binary = join(folder, "krew");
  if (existsSync(binary)) return binary;
  if (spawnSync("go", ["version"]).status !== 0) cannotRun("there is no Go to build krew with");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "go.mod"), `module krew\n\ngo 1.21\n\nrequire sigs.k8s.io/krew ${KREW}\n`);
  const failure = await run("go", ["build", "-mod=mod", "-o", binary, "sigs.k8s.io/krew/cmd/krew"], { cwd: folder }).then(
    () => undefined,
    (error: Error) =>
      error.message
        .split("\n")
        .filter((line) => line !== "")
        .at(-1),
  );
  return existsSync(binary) ? binary : cannotRun(`krew ${KREW} cannot be built: ${failure}`);
}

test.describe("as a kubectl plugin", () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-kubectl-"));
  let tarball: string;
  test.beforeAll(async () => {
    tarball = await packBuilt(folder);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("kubectl finds the npm installation, and completes it", { tag: "@ci" }, async () => {
    needsKubectl();
    const installed = await installPacked(tarball, folder);
    const bin = join(installed.folder, "..", ".bin");
    expect(JSON.parse(kubectl([bin], SIMULATED))).toHaveLength(1);
    expect(kubectl([bin], ["__complete", "daemonscope", "status", "-o", "j"]).split("\n").slice(0, 4)).toEqual([
      "json",
      "jsonpath=",
      "junit",
      ":4",
    ]);
  });

  test("krew installs it by its manifest, and kubectl finds it", async () => {
    needsKubectl();
    const krew = await krewBinary();
    const manifest = join(folder, "daemonscope.yaml");
    writeFileSync(manifest, (await run(process.execPath, [MANIFEST, tarball])).stdout);
    const root = join(folder, "krew");
    const env = { ...process.env, KREW_ROOT: root, PATH: `${join(root, "bin")}${delimiter}${process.env.PATH ?? ""}` };
    const { stderr } = await run(krew, ["install", `--manifest=${manifest}`, `--archive=${tarball}`], { env });
    expect(stderr).toContain("Installed plugin: daemonscope");
    expect(JSON.parse(kubectl([join(root, "bin")], SIMULATED))).toHaveLength(1);
  });

  test("krew refuses a file that differs from the manifest", async () => {
    const krew = await krewBinary();
    const manifest = join(folder, "other.yaml");
    writeFileSync(join(folder, "other.tgz"), "another file");
    writeFileSync(manifest, (await run(process.execPath, [MANIFEST, join(folder, "other.tgz")])).stdout);
    const env = { ...process.env, KREW_ROOT: join(folder, "krew-refuses") };
    await expect(run(krew, ["install", `--manifest=${manifest}`, `--archive=${tarball}`], { env })).rejects.toThrow(/checksum/i);
  });
});
