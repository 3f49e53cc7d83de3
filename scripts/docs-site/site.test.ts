import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCommand } from "../../apps/server/src/cli/options/parse-command.ts";
import { SCENARIOS } from "../../packages/simulator/src/scenarios/scenarios.ts";
import { LANGUAGES, TRANSLATED } from "./pages.mjs";
import { readSite, siteTexts } from "./site.mjs";

const ROOT = join(import.meta.dirname, "../..");
const site = readSite(ROOT);
const texts: ReadonlyMap<string, string> = siteTexts(ROOT, { font: "../assets/inter.woff2" });
const pages = [...texts].filter(([path]) => path.endsWith(".html"));
const READMES = ["README.md", "README.zh-CN.md", "README.zh-TW.md", "apps/server/README.md"];

/** Returns the code blocks without the comments at line ends. */
const codeOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = ""]) => block.replaceAll(/[ \t]+#.*$/gm, ""));

test("every link of the site points to an existing page, file or anchor", () => {
  const broken: string[] = [];
  for (const [path, html] of pages)
    for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (target.startsWith("https:")) continue;
      const { pathname, hash } = new URL(target, `http://x/docs/${path}`);
      const isOutside = pathname === "/" || existsSync(join(ROOT, "apps/web/public", pathname));
      const isPicture = pathname.startsWith("/docs/pictures/") && existsSync(join(ROOT, pathname));
      const named = pathname.replace("/docs/", "").replace(/\.html$/, "");
      const page = texts.get(`${named}.html`) ?? texts.get(named);
      if (!isOutside && !isPicture && page === undefined) broken.push(`${path}: ${target}`);
      if (hash !== "" && page?.includes(` id="${decodeURIComponent(hash.slice(1))}"`) !== true) broken.push(`${path}: ${target}`);
    }
  expect(broken).toEqual([]);
});

test("each rule has its id as anchor", () => {
  const ids = [...readFileSync(join(ROOT, "docs/rules.md"), "utf8").matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => texts.get("rules.html")?.split(` id="${id}"`).length !== 2)).toEqual([]);
});

test("every story that a page links to exists", () => {
  const linked = pages.flatMap(([path, html]) => [...html.matchAll(/href="[^"]*\?story=([^"]*)"/g)].map(([, name]) => `${path}: ${name}`));
  expect(linked.length).toBeGreaterThanOrEqual(15);
  expect(linked.filter((link) => !SCENARIOS.some(({ name }) => link.endsWith(`: ${name}`)))).toEqual([]);
});

test("every other link target of the texts exists in the repository", () => {
  const missing = [...site.values()].flatMap(({ file, text }) =>
    [...text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "").matchAll(/\]\(([^)#?]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !target.startsWith("https:") && !existsSync(join(ROOT, file, "..", target)) && file !== "docs/decisions.md")
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test.each(TRANSLATED)("%s has the same headings, anchors, code and tables in three languages", (name) => {
  const shapes = LANGUAGES.map((language) => {
    const { headings, text } = site.get(language === "en" ? name : `${language}/${name}`);
    const tables = text.replaceAll(/```[\s\S]*?```/g, "").match(/^\|/gm)?.length ?? 0;
    return {
      depths: headings.map(({ depth }) => depth),
      anchors: headings.slice(1).map(({ anchor }) => anchor),
      code: codeOf(text),
      tables,
    };
  });
  expect(shapes[1]).toEqual(shapes[0]);
  expect(shapes[2]).toEqual(shapes[0]);
});

test("G3 no page has a script, an inline style, or an external resource", () => {
  const wrong = /<script|<style|\sstyle=|\son[a-z]+=|<iframe|(?:src|<link[^>]+href)="(?:https?:)?\/\//;
  expect(pages.filter(([, html]) => wrong.test(html)).map(([path]) => path)).toEqual([]);
});

test("each page has one top heading, a title, a language, and unique anchors", () => {
  const wrong = pages.filter(([, html]) => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    return html.match(/<h1>/g)?.length !== 1 || !/<title>[^<]+ · Daemonscope/.test(html) || new Set(ids).size !== ids.length;
  });
  expect(wrong.map(([path]) => path)).toEqual([]);
});

/** Returns the arguments of a command line, up to a comment, a pipe or a further command. */
function wordsOf(line: string): readonly string[] {
  const [, words = ""] = /(?:daemonscope|apps\/server\/dist\/main\.js)\s+([^|#;)]*)/.exec(`${line} `) ?? [];
  return words.split(/\s+/).filter((word) => word !== "");
}

const commandLines = [
  ...[...site.values()].map(({ file, text }) => [file, text]),
  ...READMES.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]),
]
  .filter(([file]) => file !== "docs/decisions.md")
  .flatMap(([file = "", text = ""]) =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
      .flatMap(([, block = ""]) => block.split("\n"))
      .map((line) => line.replace(/\s+#.*$/, ""))
      .filter((line) => /^(?:npx (?:\S+ \S+ )?|kubectl |source <\()?(?:daemonscope|node apps\/server\/dist\/main\.js)(?:\s|$)/.test(line))
      .map((line) => ({ file, line })),
  );

test("the program accepts each daemonscope command line of docs and readmes, and the named stories exist", () => {
  expect(commandLines.length).toBeGreaterThan(60);
  const refused = commandLines.flatMap(({ file, line }) => {
    try {
      const command = parseCommand(wordsOf(line), {}, "0");
      const simulation = "config" in command && "simulation" in command.config ? command.config.simulation : undefined;
      const story = simulation?.scenario;
      return story === undefined || SCENARIOS.some(({ name }) => name === story) ? [] : [`${file}: ${line}: no story ${story}`];
    } catch (error) {
      return [`${file}: ${line}: ${(error as Error).message}`];
    }
  });
  expect(refused).toEqual([]);
});
