import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const readme = (name: string) => readFileSync(join(import.meta.dirname, "..", name), "utf8");
const ENGLISH = readme("README.md");

/**
 * The parts that are equal in all languages: heading depths, commands without comments, link targets, and table
 * lengths. A link may lead to a translated page.
 */
const shapeOf = (text: string) => {
  const code = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return {
    headings: [...prose.matchAll(/^#+/gm)].map(([marks]) => marks),
    code: code.flatMap((block) => block.split("\n")).map((line) => line.replace(/\s+#.*$/, "")),
    links: [...new Set([...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target.replace(/^docs\/zh-(CN|TW)\//, "docs/")))]
      .filter((target) => !/^README/.test(target))
      .sort(),
    tableRows: [...prose.matchAll(/^\|/gm)].length,
  };
};

test.each(["README.zh-TW.md", "README.zh-CN.md"])("%s has the headings, commands, links and tables of the English one", (name) => {
  expect(shapeOf(readme(name))).toEqual(shapeOf(ENGLISH));
});
