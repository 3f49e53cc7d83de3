import { describe, expect, it, test } from "vitest";
import { commentsOf, folderOf, isLongSubject, longLines, matchesIn, proseOf, rawTextOf, readDenyList, titlesOf } from "./english.mjs";

const DENY_LIST = readDenyList(
  "name\tregex\twrite\nanew\t\\banew\\b\tagain\nof which\t\\bof which[ ,]\twhose\nWhat\t(?:^|[.;:] )What is\tname the thing\n",
);

describe("comments of a source", () => {
  test.each([
    ["a line comment", "const a = 1; // one\n", ["// one"]],
    ["a block comment over two lines", "/** one\n *  two */\nconst a = 1;", ["/** one\n *  two */"]],
    ["neighbouring line comments as one", "a; // one\n// two\nb;\n// three", ["// one\n// two", "// three"]],
    ["no address in a string", 'const a = "https://example.org";', []],
    ["no mark in a template", "const a = `// b /* c */`;", []],
    ["no mark in a regular expression", "const a = /\\/\\/[^/]*\\/\\*/.test(b); // after", ["// after"]],
    ["a comment after a division", "const a = b / c; // ratio", ["// ratio"]],
  ])("are %s", (_name, text, expected) => {
    expect(commentsOf(text).map((comment) => comment.text)).toEqual(expected);
  });

  it("carry the line on which they start", () => {
    expect(commentsOf("a;\nb; // two\n/* three */").map(({ line }) => line)).toEqual([2, 3]);
  });
});

describe("test titles of a source", () => {
  test.each([
    ["a test", 'it("a rule", () => expect(f("a string")).toBe("another"));', ["a rule"]],
    ["a group and a step", 'test.describe("a group", g);\nawait test.step(`a step`, s);', ["a group", "a step"]],
    ["a title on its own line", 'test(\n    "a rule",\n    f,\n  );', ["a rule"]],
    ["a test over a table", 'it.each([["a row", f("b")]] as const)("a rule for %s", f);', ["a rule for %s"]],
    ["a test over a tagged table", 'it.each`a\nb`("a rule for $a", f);', ["a rule for $a"]],
    ["no other call", 'submit("a"); page.locator("b"); // it("c")', []],
  ])("contain %s", (_name, text, expected) => {
    expect(titlesOf(text).map((title) => title.text)).toEqual(expected);
  });

  it("have the line on which they start", () => {
    expect(titlesOf('a;\nit("one", f);\nit(\n  "two",\n  g,\n);').map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe("the deny-list", () => {
  it("finds a phrase at the start of any comment line, and states what to write", () => {
    expect(matchesIn("/** Reads it anew.\n *  What is read is kept. */", DENY_LIST, 10)).toEqual([
      { line: 10, name: "anew", write: "again" },
      { line: 11, name: "What", write: "name the thing" },
    ]);
  });

  test.each([
    ["a block comment", "/** One, because of\n *  which it ends. */"],
    ["line comments", "// One, because of\n// which it ends."],
    ["a document", "One, because of\nwhich it ends."],
  ])("finds a phrase over two lines of %s", (_name, text) => {
    expect(matchesIn(text, DENY_LIST)).toEqual([{ line: 1, name: "of which", write: "whose" }]);
  });

  it("keeps a space in a character class", () => {
    expect(matchesIn("one of which\ttwo", DENY_LIST)).toEqual([]);
  });

  it("ignores a line with a stated reason", () => {
    expect(matchesIn("// anew: english-ok: the word of the API", DENY_LIST)).toEqual([]);
  });

  test.each([
    ["values.yaml", "# One, of\n  # which two.\n", 1],
    ["a.schema.json", '{ "anew": { "description": "Read anew." } }', 1],
    ["a.schema.json", '{ "required": ["anew"] }', 0],
  ])("reads the whole text of %s, and no key", (path, text, count) => {
    expect(matchesIn(rawTextOf(path, text), DENY_LIST)).toHaveLength(count);
  });

  it("does not read code in a document", () => {
    expect(matchesIn(proseOf("`anew`\n\n```sh\nanew\n```\nof `a` which \n"), DENY_LIST)).toEqual([]);
  });
});

describe("the length", () => {
  it("of a line with a comment includes its code", () => {
    const lines = [`${"a".repeat(114)}; // b`, `${"a".repeat(115)}; // b`, "a".repeat(130), `/* ${"a".repeat(120)} */`];
    expect(longLines(lines, commentsOf(lines.join("\n"))).map(({ line }) => line)).toEqual([2, 4]);
  });

  test.each([
    [72, false],
    [73, true],
  ])("of a subject with %i characters is too long: %s", (length, expected) => {
    expect(isLongSubject(`0123456 ${"a".repeat(length)}`)).toBe(expected);
  });
});

test.each([
  ["apps/server/src/history/storage/history-lock.ts", "apps/server/src/history"],
  ["apps/server/src/main.ts", "apps/server/src"],
  ["docs/decisions/001-a.md", "docs/decisions"],
  ["README.md", ""],
])("%s is counted in %s", (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});
