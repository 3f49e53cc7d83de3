import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { readStepArguments } from "./read-steps.ts";

const daemonSet = (name: string) => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}, namespace: tools}
`;
const SERVICE_ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: agent}\n";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "manifest-files-"));
  mkdirSync(join(folder, "base/more"), { recursive: true });
  writeFileSync(join(folder, "base/b.yaml"), daemonSet("b"));
  writeFileSync(join(folder, "base/a.json"), '{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "a"}}');
  writeFileSync(join(folder, "base/sa.yml"), SERVICE_ACCOUNT);
  writeFileSync(join(folder, "base/values.txt"), "no manifest");
  writeFileSync(join(folder, "base/more/c.yaml"), `# c\n${daemonSet("c")}`);
  symlinkSync(join(folder, "base/more/c.yaml"), join(folder, "base/d.yaml"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function read(...words: readonly string[]) {
  const command = parseCommand(["what-if", ...words], {}, "test");
  if (command.kind !== "what-if") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const found = await readStepArguments(command.config, terminal);
  const names = found?.steps.map((step) =>
    step.kind === "apply" ? `${step.manifest.metadata.namespace}/${step.manifest.metadata.name}` : step.kind,
  );
  return { names, manifests: found?.manifests, warnings: terminal.warnings };
}

describe("-f DIR", () => {
  it("reads the manifests of a directory in kubectl's order, and skips other kinds with one warning", async () => {
    const base = join(folder, "base");
    const { names, manifests, warnings } = await read("-f", base);
    expect(names).toEqual(["default/a", "tools/b", "tools/c"]);
    expect(manifests?.map(({ file, line }) => [file, line])).toEqual([
      [join(base, "a.json"), 1],
      [join(base, "b.yaml"), 1],
      [join(base, "d.yaml"), 2],
    ]);
    expect(warnings).toEqual([`Warning: skipped 1 document of directory ${base} that is no DaemonSet: ServiceAccount.`]);
  });
  it("reads its subdirectories with -R", async () => {
    rmSync(join(folder, "base/d.yaml"));
    expect((await read("-R", "-f", folder)).names).toEqual(["default/a", "tools/b", "tools/c"]);
    await expect(read("-f", folder)).rejects.toThrow(
      `directory ${folder} holds no .yaml, .yml or .json file. Use -R to read its subdirectories too.`,
    );
  });
});

it("a file of other kinds is skipped if another file has a DaemonSet", async () => {
  const { names, warnings } = await read("-f", join(folder, "base/sa.yml"), "-f", join(folder, "base/b.yaml"));
  expect([names, warnings]).toEqual([["tools/b"], [expect.stringContaining("skipped 1 document of file ")]]);
});

describe("-k DIR", () => {
  const kubectl = (script: string) => {
    writeFileSync(join(folder, "kubectl"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "kubectl"), 0o755);
    vi.stubEnv("PATH", folder);
  };
  it("reads what kubectl kustomize prints", async () => {
    kubectl(
      `echo '{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "built"}}'; [ "$1 $3" = "kustomize overlays/prod" ]`,
    );
    expect((await read("-k", "overlays/prod")).names).toEqual(["default/built"]);
  });
  it("a failure has the first line of kubectl's reason", async () => {
    kubectl("echo 'error: no kustomization' >&2; echo more >&2; exit 1");
    await expect(read("-k", "x")).rejects.toThrow(/^-k x: kubectl kustomize failed: no kustomization$/);
    kubectl(String.raw`printf '%s\n' 'E1129 21:40:00.1  9 run.go:72] "command failed" err="no \"kustomization.yaml\" in x"' >&2; exit 1`);
    await expect(read("-k", "x")).rejects.toThrow(/^-k x: kubectl kustomize failed: no "kustomization.yaml" in x$/);
  });
  it("without kubectl one sentence says what to do", async () => {
    vi.stubEnv("PATH", join(folder, "base"));
    await expect(read("-k", "x")).rejects.toThrow("kubectl is not on the PATH: install it, or pipe the output of kustomize to -f -.");
  });
});
