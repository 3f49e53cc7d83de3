import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import * as codes from "../apps/server/src/cli/terminal/exit-codes.ts";
import { WIRE_SCHEMA } from "../packages/shared/src/state/frame.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const support = read("docs/support.md");
const manifest = JSON.parse(read("apps/server/package.json"));

test("the support policy names the Node.js, Kubernetes and wire schema of the code, and each exit code", () => {
  expect(manifest.engines.node).toBe("^20.19.0 || >=22.12.0");
  expect(support).toContain("20 (from 20.19), 22 (from 22.12) and 24");
  const [, chart] = /kubeVersion: ">=(1\.\d+)\.0-0"/.exec(read("deploy/helm/daemonscope/Chart.yaml")) ?? [];
  const [proven, onDemand] = ["go.mod", "go-1.37.mod"].map(
    (file) => /k8s\.io\/kubernetes v(1\.\d+)/.exec(read(`e2e/control-plane/${file}`))?.[1],
  );
  expect(support).toContain(`| Kubernetes | ${proven}, and ${onDemand} on demand: `);
  expect(support).toContain(`| ${chart} and later: the chart refuses older ones`);
  expect(support).toContain(`a schema with a number, ${WIRE_SCHEMA} at present`);
  const named = /\| exit codes \| ([\d, ]+), each/.exec(support)?.[1]?.split(", ").map(Number);
  const queryCodes = Object.values(codes).filter((code) => typeof code === "number");
  expect(named).toEqual([0, ...queryCodes, ...Object.values(codes.SIGNAL_CODES)].sort((a, b) => a - b));
});

test("the changelog starts with unreleased changes, and has a section for each released version of the package", () => {
  const versions = [...read("CHANGELOG.md").matchAll(/^## \[([^\]]+)\]/gm)].map(([, version]) => version);
  expect(versions[0]).toBe("Unreleased");
  expect(
    versions.length === 1 ? read("CHANGELOG.md").includes(`first version, ${manifest.version}`) : versions[1] === manifest.version,
  ).toBe(true);
});

test.each(["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/support.md", "docs/upgrading.md"])(
  "%s links to existing files",
  (doc) => {
    const links = [...read(doc).matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^https:/.test(target));
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(doc), target)))).toEqual([]);
  },
);

test("the scripts that contributors should run exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const namedScripts = [...read("CONTRIBUTING.md").matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(namedScripts.filter((name) => scripts[name] === undefined)).toEqual([]);
});

/** Tables that `e2e/cluster/real-node/comparison-table.test.ts` and `docs-site/security-requirements.test.ts` write.
 *  Readers look up one row in them. */
const GENERATED_SECTION = /^## (?:Real node, simulator and product|Requirements and tests)\n.*?(?=^## |(?![\s\S]))/ms;
/** The rows of the table that `e2e/long/story-table.spec.ts` writes. */
const STORY_ROWS = /^\| T\d+ .*\n/gm;
const wordsOf = (doc: string) =>
  read(doc)
    .replace(GENERATED_SECTION, "")
    .replace(STORY_ROWS, "")
    .split(/[\s|]+/)
    .filter((word) => /[A-Za-z]/.test(word)).length;
const docsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(({ name }) => (name.endsWith(".md") ? [join(folder, name)] : []));
const decisions = docsIn("docs/decisions");

test.each([["docs/architecture.md", 2500], ["docs/performance.md", 3000], ...decisions.map((doc) => [doc, 500] as const)])(
  "%s has at most %i words",
  (doc, most) => {
    expect(wordsOf(doc)).toBeLessThanOrEqual(most);
  },
);

/** Pages that a test writes from code: they have no sentence that is written by hand. */
const GENERATED = ["docs/audit.md", "docs/causes.md", "docs/reference.md", "docs/reliability.md"];

test("all English docs have at most 35,000 words, and the vocabulary at most 20 rows", () => {
  const handWritten = docsIn("docs").filter((doc) => !GENERATED.includes(doc));
  const englishDocs = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...handWritten, ...decisions];
  expect(englishDocs.reduce((sum, doc) => sum + wordsOf(doc), 0)).toBeLessThanOrEqual(35_000);
  const rows = read("docs/vocabulary.md").match(/^\| (?!word|term|---|name)/gim) ?? [];
  expect(rows.length).toBeLessThanOrEqual(20);
});
