import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Files that compile expressions in functions, from constants of their module. */
const FROM_CONSTANTS = [
  "packages/daemonset/src/causes/causes.ts",
  "packages/kube/src/yaml/json-scalars.ts",
  "packages/simulated-apiserver/src/validation/fields/name-problems.ts",
];

test("the server compiles no regular expression from texts of users or of the cluster", () => {
  const folders = ["apps/server/src", ...readdirSync(join(ROOT, "packages")).map((name) => `packages/${name}/src`)];
  const sources = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => /(?<!\.test|\.fixture|\.d)\.ts$/.test(path) && !FROM_CONSTANTS.includes(path));
  expect(sources.length).toBeGreaterThan(500);
  const compiled = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => /\bRegExp\(/.test(line) && !/^(?:export )?const \w+ = new RegExp\(/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(compiled).toEqual([]);
});
