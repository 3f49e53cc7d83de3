import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Command, parseCommand } from "../options/parse-command.ts";
import { run } from "../run.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { appliedContent } from "./applied-content.ts";

const NAME = "fluentd-elasticsearch";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runDiff(...words: readonly string[]) {
  const terminal = capturedTerminal();
  const command = parseCommand(["diff", ...words, "-n", "kube-system", "--simulate=image-update"], {}, "test");
  if (command.kind !== "diff") throw new Error(command.kind);
  const simulation = { ...command.config.simulation, manualClock: true };
  const code = await run({ ...command, config: { ...command.config, simulation } } as Command, terminal);
  return { code, out: terminal.out(), warnings: terminal.warnings.filter((line) => line.startsWith("Warning:")) };
}

function fileOf(manifest: object): string {
  const file = join(folder, "ds.yaml");
  writeFileSync(file, JSON.stringify({ apiVersion: "apps/v1", kind: "DaemonSet", ...manifest }));
  return file;
}

describe("diff within one cluster", () => {
  it("--revision compares a revision with the current spec, and names those that exist", async () => {
    expect(await runDiff(`ds/${NAME}`, "--revision", "1")).toMatchObject({ code: 0, out: "revision 1 → current: no differences\n" });
    expect(await runDiff(`ds/${NAME}`, "--revision", "1", "--revision", "1")).toMatchObject({ code: 0 });
    await expect(runDiff(`ds/${NAME}`, "--revision", "9")).rejects.toThrow(`DaemonSet "${NAME}" has no revision 9: it has 1`);
  });
  it("-f states what apply of a file would change, in the whole spec", async () => {
    const file = fileOf({
      metadata: { name: NAME, namespace: "kube-system", labels: { team: "logs" } },
      spec: { minReadySeconds: 7, updateStrategy: { type: "OnDelete" } },
    });
    const { code, out } = await runDiff("-f", file);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^kube-system/${NAME} in the cluster → .*: \\d differences$`, "m"));
    for (const words of ["DaemonSet: label team added: logs", "updateStrategy.type RollingUpdate → OnDelete"])
      expect(out).toContain(`  ${words}\n`);
    expect(out).toMatch(/^ {2}minReadySeconds .*7$/m);
  });
  it("a new DaemonSet has only added lines, and a file without one is refused", async () => {
    const { code, out } = await runDiff("-f", fileOf({ metadata: { name: "new" }, spec: { minReadySeconds: 1 } }));
    expect(code).toBe(1);
    expect(out).toMatch(/^kube-system\/new \(not in the cluster\) → file .*: would be created\n\n--- /);
    expect(out).toMatch(/^\+ +minReadySeconds: 1$/m);
    expect(out).not.toMatch(/^-(?!--)/m);
    const [one, other] = ["new", "newer"].map((name) => fileOf({ metadata: { name }, spec: { minReadySeconds: 1 } }));
    const both = await runDiff("-f", one ?? "", "-f", other ?? "");
    expect([both.code, both.out.match(/ would be created$/gm)?.length]).toEqual([1, 2]);
    await expect(runDiff("ds/other", "-f", fileOf({ metadata: { name: "new" } }))).rejects.toThrow(/has no DaemonSet "other"$/);
  });
  it("-f of a directory compares each of its DaemonSets, with -R those of its subdirectories", async () => {
    const directory = mkdtempSync(join(folder, "dir-"));
    mkdirSync(join(directory, "more"));
    const manifest = (name: string) => JSON.stringify({ apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name } });
    writeFileSync(join(directory, "a.json"), manifest("a"));
    writeFileSync(join(directory, "more/b.json"), manifest("b"));
    const compared = async (...words: readonly string[]) =>
      [...(await runDiff("-f", directory, ...words)).out.matchAll(/^kube-system\/(\w) .* would be created$/gm)].map(([, name]) => name);
    expect([await compared(), await compared("-R")]).toEqual([["a"], ["a", "b"]]);
  });
  it("warns about skipped kinds and about fields that the API server refuses", async () => {
    const file = join(folder, "bundle.yaml");
    const podSpec = '{nodeSelectr: {a: b}, containers: [{name: c, image: "c:1"}]}';
    const spec = `{selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: ${podSpec}}}`;
    writeFileSync(
      file,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: new}\nspec: ${spec}\n`,
    );
    expect((await runDiff("-f", file)).warnings).toEqual([
      expect.stringMatching(/^Warning: skipped 1 document of file .* that is no DaemonSet: ConfigMap\.$/),
      expect.stringMatching(
        / would be refused by the API server: unknown field "spec\.template\.spec\.nodeSelectr": did you mean nodeSelector\?$/,
      ),
    ]);
  });
  it.each([
    [["ds/a", "--revision", "1", "-f", "x"], "use either --revision or --filename, not both"],
    [["ds/a", "--revision", "1", "--simulate=tour"], "--revision compares within one cluster: name one context"],
    [["ds/a"], "diff needs two sides: "],
    [["ds/a", "--revision", "0"], "--revision is a whole number from 1"],
    [["ds/a", "--revision", "1", "--revision", "2", "--revision", "3"], "--revision may be given at most twice"],
  ])("%j is refused", (words, message) => {
    expect(() => parseCommand(["diff", ...words, "--simulate=image-update"], {}, "test")).toThrow(message);
  });
});

describe("apply", () => {
  const stored = (last: object | undefined) => ({
    metadata: {
      labels: { app: "a", old: "x" },
      annotations: last === undefined ? {} : { "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(last) },
    },
    spec: { minReadySeconds: 5, revisionHistoryLimit: 10, template: { spec: { containers: [{ name: "a", image: "a:1" }] } } },
  });
  const manifest = { metadata: { labels: { app: "a" } }, spec: { template: { spec: { containers: [{ name: "a", image: "a:2" }] } } } };
  it("keeps fields that the manifest omits", () => {
    expect(appliedContent(stored(undefined), manifest)).toMatchObject({
      metadata: { labels: { app: "a", old: "x" } },
      spec: { minReadySeconds: 5, revisionHistoryLimit: 10, template: { spec: { containers: [{ name: "a", image: "a:2" }] } } },
    });
  });
  it("removes fields that the last apply set", () => {
    const last = { metadata: { labels: { app: "a", old: "x" } }, spec: { minReadySeconds: 5 } };
    const { metadata, spec } = appliedContent(stored(last), manifest) as { metadata: { labels: object }; spec: object };
    expect(metadata.labels).toEqual({ app: "a" });
    expect(spec).not.toHaveProperty("minReadySeconds");
    expect(spec).toHaveProperty("revisionHistoryLimit", 10);
  });
});
