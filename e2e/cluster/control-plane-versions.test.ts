import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const FOLDER = new URL("../control-plane/", import.meta.url);

test("the build of an unknown Kubernetes version names the known ones", () => {
  const { CONTROL_PLANE: _, ...environment } = process.env;
  const build = fileURLToPath(new URL("build.mjs", FOLDER));
  const { status, stderr } = spawnSync(process.execPath, [build], { env: { ...environment, KUBERNETES: "1.35" }, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, "control-plane: KUBERNETES names 1.35, and there are 1.36 and 1.37.\n"]);
});

test("fake kubelets report the version of the build", () => {
  const stages = readFileSync(new URL("kwok.yaml", FOLDER), "utf8");
  expect(stages.match(/v1\.\d+\.\d+/g)).toBeNull();
  expect(stages).toContain("kubeletVersion: KUBERNETES_VERSION");
});
