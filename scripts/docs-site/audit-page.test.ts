import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auditDocs as docsCN } from "../../apps/web/src/words/i18n/zh-CN/audit-docs.ts";
import { auditDocs as docsTW } from "../../apps/web/src/words/i18n/zh-CN/audit-docs.ts?zh-TW";
import { AUDIT_CHECKS } from "../../packages/daemonset/src/audit/finding.ts";
import { auditDocs } from "../../packages/words/src/en/audit-docs.ts";
import { auditPage } from "./audit-page.ts";
import { readSite } from "./site.mjs";

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["docs/audit.md", auditDocs],
  ["docs/zh-CN/audit.md", docsCN],
  ["docs/zh-TW/audit.md", docsTW],
] as const)("%s is the page that its words give; UPDATE_DOCS=1 writes it", (file, words) => {
  const path = join(ROOT, file);
  const page = auditPage(words);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, page);
  expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(page);
  expect(page).not.toContain("undefined");
});

test("the anchor of an entry is its check in lower case, in each language", () => {
  const site = readSite(ROOT);
  for (const path of ["audit", "zh-CN/audit", "zh-TW/audit"]) {
    const anchors = site.get(path).headings.map(({ anchor }) => anchor);
    expect(anchors, path).toEqual(expect.arrayContaining(AUDIT_CHECKS.map((check) => check.toLowerCase())));
  }
});
