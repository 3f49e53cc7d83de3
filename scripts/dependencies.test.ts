import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const WORKSPACE = [
  ".",
  "e2e",
  "bench",
  ...["apps", "packages"].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)),
];
const STORE = "node_modules/.pnpm";

/** The manifests of all installed packages, without those of the workspace. */
const installed = readdirSync(join(ROOT, STORE)).flatMap((entry) => {
  const [, scope, plain] = /^(?:(@[^+]+)\+)?(.+?)@\d/.exec(entry) ?? [];
  if (plain === undefined) return [];
  const name = scope === undefined ? plain : `${scope}/${plain}`;
  return [
    JSON.parse(read(`${STORE}/${entry}/node_modules/${name}/package.json`)) as {
      readonly name: string;
      readonly version: string;
      readonly scripts?: object;
    },
  ];
});

test("every dependency of the workspace has an exact version", () => {
  const ranges = WORKSPACE.flatMap((folder) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(`${folder}/package.json`));
    return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !version.startsWith("workspace:") && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
  });
  expect(ranges).toEqual([]);
});

test("every package of the lockfile comes from the registry, with a SHA-512 checksum", () => {
  const resolutions = [...read("pnpm-lock.yaml").matchAll(/^ {4}resolution: (.*)$/gm)].map(([, text = ""]) => text);
  expect(resolutions.length).toBeGreaterThan(100);
  expect(resolutions.filter((text) => !/^\{integrity: sha512-[\w+/=]+\}$/.test(text))).toEqual([]);
});

test("no installed package has an install script", () => {
  expect(installed.length).toBeGreaterThan(100);
  const withScript = installed.filter(({ scripts = {} }) => ["preinstall", "install", "postinstall"].some((script) => script in scripts));
  expect(withScript.map(({ name }) => name)).toEqual([]);
});

/** The first versions without a known vulnerability of the server's dependencies, by release line. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  // CVE-2026-25223, CVE-2026-25224 and CVE-2026-3419.
  fastify: ["5.12.1"],
  // CVE-2026-92395.
  "@fastify/proxy-addr": ["5.1.1"],
  // CVE-2026-12151 and CVE-2026-9675.
  undici: ["6.27.0", "7.28.0", "8.5.0"],
  // CVE-2024-21534.
  "jsonpath-plus": ["10.3.0"],
};
const numbersOf = (version: string) => version.split(".").map((part) => Number.parseInt(part, 10));
const isBelow = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

test("no installed package has a version with a known vulnerability", () => {
  const below = installed.filter(({ name, version }) => {
    const floors = FLOORS[name]?.map(numbersOf) ?? [];
    const numbers = numbersOf(version);
    const floor = floors.find(([major]) => major === numbers[0]) ?? floors.at(-1);
    return floor !== undefined && isBelow(numbers, floor);
  });
  expect(below.map(({ name, version }) => `${name} ${version}`)).toEqual([]);
});
