import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENTS, requirementRows } from "./security-requirements.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/security.md");
const SECTION = /(^## Requirements and tests\n\n[^|]*)\|.*?(?=\n\n## )/ms;

test("docs/security.md has the table of requirements; UPDATE_DOCS=1 writes it", () => {
  const page = readFileSync(PAGE, "utf8");
  const wanted = page.replace(SECTION, (_all, before: string) => `${before}${requirementRows()}`);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, wanted);
  expect(SECTION.test(page)).toBe(true);
  expect(process.env.UPDATE_DOCS === "1" ? wanted : page).toBe(wanted);
});

test("all 34 requirements have a test that exists, or the reason why not", () => {
  expect(REQUIREMENTS).toHaveLength(34);
  for (const { text, tests, not } of REQUIREMENTS) {
    expect(tests.length > 0 || not !== undefined, text).toBe(true);
    expect(tests.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  }
});
