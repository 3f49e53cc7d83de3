import { existsSync, readFileSync } from "node:fs";
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
  const [, proven] = /k8s\.io\/kubernetes v(1\.\d+)/.exec(read("e2e/control-plane/go.mod")) ?? [];
  expect(support).toContain(`| Kubernetes | ${proven}: `);
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
  (paper) => {
    const links = [...read(paper).matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^https:/.test(target));
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(paper), target)))).toEqual([]);
  },
);

test("the scripts that contributors should run exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const told = [...read("CONTRIBUTING.md").matchAll(/npm (?:run )?([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(told.filter((name) => scripts[name] === undefined)).toEqual([]);
});
