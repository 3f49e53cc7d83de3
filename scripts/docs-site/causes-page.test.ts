import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { causeDocs as docsCN } from "../../apps/web/src/words/i18n/zh-CN/cause-docs.ts";
import { causeDocs as docsTW } from "../../apps/web/src/words/i18n/zh-CN/cause-docs.ts?zh-TW";
import { laterModel as laterCN } from "../../apps/web/src/words/i18n/zh-CN/deferred-facts.ts";
import { laterModel as laterTW } from "../../apps/web/src/words/i18n/zh-CN/deferred-facts.ts?zh-TW";
import { model as modelCN } from "../../apps/web/src/words/i18n/zh-CN/facts.ts";
import { model as modelTW } from "../../apps/web/src/words/i18n/zh-CN/facts.ts?zh-TW";
import { CAUSE_KINDS } from "../../packages/daemonset/src/causes/causes.ts";
import { causeDocs } from "../../packages/words/src/en/cause-docs.ts";
import { laterModel } from "../../packages/words/src/en/deferred-facts.ts";
import { model } from "../../packages/words/src/en/facts.ts";
import { type CausePageWords, causesPage } from "./causes-page.ts";
import { readSite } from "./site.mjs";

const ROOT = join(import.meta.dirname, "../..");
const LANGUAGES: readonly (readonly [file: string, words: CausePageWords])[] = [
  [
    "docs/causes.md",
    { docs: causeDocs, sentences: model.cause, help: laterModel.help, endsBy: laterModel.endsBy, owned: laterModel.owned },
  ],
  ["docs/zh-CN/causes.md", { docs: docsCN, sentences: modelCN.cause, help: laterCN.help, endsBy: laterCN.endsBy, owned: laterCN.owned }],
  ["docs/zh-TW/causes.md", { docs: docsTW, sentences: modelTW.cause, help: laterTW.help, endsBy: laterTW.endsBy, owned: laterTW.owned }],
];

test.each(LANGUAGES)("%s is the page that the table of causes gives; UPDATE_DOCS=1 writes it", (file, words) => {
  const path = join(ROOT, file);
  const page = causesPage(words);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, page);
  expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(page);
});

test.each(LANGUAGES)("%s has one complete entry for each kind", (_file, words) => {
  const kinds = Object.values(words.docs.groups).flatMap((group) => Object.keys(group.kinds));
  expect(kinds.toSorted()).toEqual(CAUSE_KINDS.toSorted());
  const page = causesPage(words);
  expect(page.match(/^### /gm)?.length).toBe(CAUSE_KINDS.length);
  expect(page).not.toMatch(/undefined|\{\{|^- \*\*[^*]+\*\*(?:: |：)?$/m);
});

test("the anchor of an entry is its kind in lower case, in each language", () => {
  const site = readSite(ROOT);
  for (const path of ["causes", "zh-CN/causes", "zh-TW/causes"]) {
    const anchors = site.get(path).headings.flatMap(({ depth, anchor }) => (depth === 3 ? [anchor] : []));
    expect(anchors.toSorted(), path).toEqual(CAUSE_KINDS.map((kind) => kind.toLowerCase()).toSorted());
  }
});
