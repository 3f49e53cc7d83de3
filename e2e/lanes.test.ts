import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LONG } from "./playwright.base.ts";
import long from "./playwright.long.config.ts";
import pages from "./playwright.pages.config.ts";

const FOLDER = join(import.meta.dirname, "tests");
/** Filters that would leave out tests of a lane. */
const FILTERS = ["grep", "grepInvert", "testMatch", "testIgnore"] as const;
const filtersOf = (settings: object) => FILTERS.filter((name) => name in settings);

test("each page test runs in the lane of pages or in the long lane: one tag decides", () => {
  expect([pages.testDir, pages.grepInvert, filtersOf(pages)]).toEqual(["tests", LONG, ["grepInvert"]]);
  expect(filtersOf(long)).toEqual([]);
  const projects = long.projects?.map((project) => [project.testDir, project.grep, filtersOf(project)]);
  expect(projects).toEqual([
    ["long", undefined, []],
    ["tests", LONG, ["grep"]],
  ]);
});

test("most spec files have a test in the lane of pages", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".spec.ts"));
  const onlyLong = files.filter((name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const tests = text.match(/\btest\(/g)?.length ?? 0;
    return tests === (text.match(/tag: "@long"/g)?.length ?? 0);
  });
  expect(onlyLong).toEqual(["type-scale.spec.ts", "who.spec.ts"]);
});
