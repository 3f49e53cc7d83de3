import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const DOCS = [
  ...["README.md", "README.zh-CN.md", "README.zh-TW.md", "SECURITY.md", "CONTRIBUTING.md", "docs", "docs/zh-CN", "docs/zh-TW"].flatMap(
    (path) =>
      path.endsWith(".md") ? [path] : readdirSync(join(ROOT, path)).flatMap((name) => (name.endsWith(".md") ? [`${path}/${name}`] : [])),
  ),
];

/** A statement that the program cannot change a cluster, or that the page never acts. */
const NEVER_WRITES = [
  /\b(it|daemonscope|the program|the server|the page|this) (only reads|never writes|writes nothing|cannot write|does not write|changes nothing)\b/i,
  /\b(no way to (write|change)|read-only (towards|to) (the|a) (real )?cluster|cannot change (a|the) cluster)\b/i,
  /You run the line; the page does not/,
  /它只(读取|讀取)/,
  /(没有|沒有)(任何)?(写入|寫入)(真实|真實)?/,
  /(不是页面|不是頁面)/,
];
/** A statement that the program is reachable only from its own machine. */
const OWN_MACHINE = [/listens on your own machine/, /只(监听|監聽)你自己的(机器|機器)/];

const paragraphs = (path: string) => readFileSync(join(ROOT, path), "utf8").split(/\n\s*\n|\n(?=\||\d+\. |- )/);
const lacking = (path: string, patterns: readonly RegExp[], flag: string) =>
  paragraphs(path).filter((text) => patterns.some((pattern) => pattern.test(text)) && !text.includes(flag));

describe("docs state limits with the flag that lifts them", () => {
  it.each(DOCS)("%s", (path) => {
    expect(lacking(path, NEVER_WRITES, "--allow-writes")).toEqual([]);
    expect(lacking(path, OWN_MACHINE, "--allow-remote")).toEqual([]);
  });
  it("finds the statements", () => {
    const found = DOCS.flatMap((path) => paragraphs(path).filter((text) => NEVER_WRITES.some((pattern) => pattern.test(text))));
    expect(found.length).toBeGreaterThanOrEqual(6);
  });
});
