import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packedManifest } from "./packed-manifest.mjs";

const ROOT = join(import.meta.dirname, "../..");
const manifestText = readFileSync(join(ROOT, "apps/server/package.json"), "utf8");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "manifest-"));
  writeFileSync(join(folder, "package.json"), manifestText);
});
afterEach(() => rmSync(folder, { recursive: true }));
const swap = (action: string) => spawnSync(process.execPath, [join(import.meta.dirname, "swap-manifest.mjs"), action, folder]).status;
const manifest = () => readFileSync(join(folder, "package.json"), "utf8");

test("the packed manifest omits fields that only the repository uses", () => {
  const packed = packedManifest(JSON.parse(manifestText)) as Readonly<Record<string, unknown>>;
  expect(Object.keys(packed)).toEqual(["name", "version", "description", "keywords", "license", "type", "engines", "bin", "files"]);
  expect(JSON.stringify(packed)).not.toMatch(/workspace:|src\/|\.\.\//);
});

test("the packed manifest replaces the repository's, which is restored byte for byte", () => {
  expect(swap("pack")).toBe(0);
  expect(JSON.parse(manifest())).toEqual(packedManifest(JSON.parse(manifestText)));
  // An interrupted run loses nothing.
  expect(swap("pack")).toBe(0);
  expect(swap("restore")).toBe(0);
  expect(manifest()).toBe(manifestText);
  expect(readdirSync(folder)).toEqual(["package.json"]);
  expect(swap("restore")).toBe(0);
  expect(swap("other")).toBe(2);
});
