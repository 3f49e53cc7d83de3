import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { checkKubeconfigFile, writeKubeconfig } from "./simulated-kubeconfig.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the only context of the kubeconfig is the simulated cluster", () => {
  const { path, remove } = writeKubeconfig("http://127.0.0.1:1", undefined);
  const config = parse(readFileSync(path, "utf8"));
  expect(config.clusters[0].cluster.server).toBe("http://127.0.0.1:1");
  expect(config["current-context"]).toBe(config.contexts[0].name);
  remove();
  expect(() => readFileSync(path)).toThrow();
});

test("overwrites a file of daemonscope, and never a foreign one", () => {
  const file = join(folder, "config");
  writeKubeconfig("http://127.0.0.1:1", file);
  writeKubeconfig("http://127.0.0.1:2", file);
  expect(readFileSync(file, "utf8")).toContain("127.0.0.1:2");
  writeFileSync(file, "apiVersion: v1\n");
  expect(() => writeKubeconfig("http://127.0.0.1:3", file)).toThrow(UsageError);
  expect(readFileSync(file, "utf8")).toBe("apiVersion: v1\n");
  expect(() => writeKubeconfig("http://127.0.0.1:3", join(folder, "absent", "config"))).toThrow(
    `cannot be written: there is no folder ${join(folder, "absent")}.`,
  );
  expect(() => writeKubeconfig("http://127.0.0.1:3", join(file, "config"))).toThrow(`there is no folder ${file}.`);
  expect(() => writeKubeconfig("http://127.0.0.1:3", folder)).toThrow("it is a folder.");
});

test("checks whether a file may be written before the start, without writing", () => {
  const file = join(folder, "later");
  expect(() => checkKubeconfigFile(file)).not.toThrow();
  expect(() => readFileSync(file)).toThrow();
  expect(() => checkKubeconfigFile(join(folder, "absent", "config"))).toThrow(UsageError);
});
