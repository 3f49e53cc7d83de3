// Checks comments, docs, test titles and new commit subjects against deny-list.tsv, and comment lines against 120 columns.
// A ratchet: english-counts.json holds the count of each folder; a count may fall and never rise. `--write` stores the new counts.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../..");
const COUNTS = join(import.meta.dirname, "english-counts.json");
const MAX_COLUMNS = 120;
/** A line with this mark is a true match that must stay; the reason follows the colon. */
const ESCAPE = "english-ok:";
/** Subjects after this commit are checked. */
const FIRST_CHECKED = "9f04ed7f817c";

/** Rows of deny-list.tsv: a name, a regular expression, and what to write instead. */
export function readDenyList(text) {
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([name, regex, write]) => ({ name, regex: new RegExp(regex, "gm"), write }));
}

/** Matches strings, template literals, comments and regular expressions, so that none is read inside another. */
const LITERALS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=(?:^|[(=,:[!&|?{};>+]|return)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/gm;

const lineAt = (text, index) => text.slice(0, index).split("\n").length;

/** Returns the comments of a source text as `{ text, line }`. Skips strings, template literals and regular expressions. */
export const commentsOf = (text) =>
  [...text.matchAll(LITERALS)].flatMap(({ 0: comment, index }) =>
    /^\/[/*]/.test(comment) ? [{ text: comment, line: lineAt(text, index) }] : [],
  );

/** A call of `it`, `test` or `describe`, or of the function that `each` returns. Its first argument follows. */
const TITLE_CALL = /(?:\b(?:it|test|describe)(?:\.\w+)*|[)`])\(\s*$/;
/** Longest text of such a call before its title, with the indentation of the title. */
const TITLE_CALL_LENGTH = 80;

/** Returns the titles of tests, of their groups and of their steps as `{ text, line }`, without the quotes. */
export const titlesOf = (text) =>
  [...text.matchAll(LITERALS)].flatMap(({ 0: title, index }) =>
    /^["'`]/.test(title) && TITLE_CALL.test(text.slice(Math.max(0, index - TITLE_CALL_LENGTH), index))
      ? [{ text: title.slice(1, -1), line: lineAt(text, index) }]
      : [],
  );

/** Returns the prose of a Markdown text: fenced blocks and inline code are blanked, so that line numbers stay. */
export const proseOf = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, " "));

/** Returns one `{ line, name, write }` for each match in a text. Leading comment marks do not hide the start of a line. */
export function matchesIn(text, denyList, firstLine = 1) {
  const plain = text.replace(/^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/)[ \t]*/gm, "");
  const lines = text.split("\n");
  const found = [];
  for (const { name, regex, write } of denyList)
    for (const match of plain.matchAll(regex)) {
      const at = plain.slice(0, match.index).split("\n").length - 1;
      if (!lines[at]?.includes(ESCAPE)) found.push({ line: firstLine + at, name, write });
    }
  return found;
}

/** The unit of the ratchet: a folder below `src`, or the first two folders elsewhere. */
export function folderOf(path) {
  const inSource = /^(?:apps|packages)\/[^/]+\/src(?:\/[^/]+(?=\/))?/.exec(path)?.[0];
  return inSource ?? path.split("/").slice(0, -1).slice(0, 2).join("/");
}

function problemsOf(path, text, denyList) {
  if (path.endsWith(".md")) return matchesIn(proseOf(text), denyList);
  const sourceLines = text.split("\n");
  const titles = /\.(?:test|spec)\.tsx?$/.test(path) ? titlesOf(text).filter(({ line }) => !sourceLines[line - 1]?.includes(ESCAPE)) : [];
  return [
    ...titles.flatMap(({ text: title, line }) => matchesIn(title, denyList, line)),
    ...commentsOf(text).flatMap(({ text: comment, line }) => [
      ...matchesIn(comment, denyList, line),
      ...comment
        .split("\n")
        .flatMap((each, at) =>
          each.length > MAX_COLUMNS ? [{ line: line + at, name: "long line", write: `at most ${MAX_COLUMNS} columns` }] : [],
        ),
    ]),
  ];
}

const git = (...given) => execFileSync("git", given, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });

function run() {
  const denyList = readDenyList(readFileSync(join(import.meta.dirname, "deny-list.tsv"), "utf8"));
  const paths = git("ls-files", "--cached", "--others", "--exclude-standard")
    .split("\n")
    .filter(
      (path) =>
        /\.(ts|tsx|mjs|cjs|css|md)$/.test(path) &&
        !/^docs\/zh-|\.zh-|^CHANGELOG|^scripts\/checks\/english/.test(path) &&
        existsSync(join(root, path)),
    );
  const counts = {};
  const lines = [];
  for (const path of paths) {
    const found = problemsOf(path, readFileSync(join(root, path), "utf8"), denyList);
    const folder = folderOf(path) || ".";
    if (found.length > 0) counts[folder] = (counts[folder] ?? 0) + found.length;
    lines.push(...found.map(({ line, name, write }) => ({ folder, text: `${path}:${line}: "${name}"; write: ${write}` })));
  }
  if (process.argv.includes("--write")) {
    writeFileSync(COUNTS, `${JSON.stringify(Object.fromEntries(Object.entries(counts).sort()), null, 2)}\n`);
    return [];
  }
  if (process.argv.includes("--list")) for (const { text } of lines) console.log(text);
  const stored = JSON.parse(readFileSync(COUNTS, "utf8"));
  const problems = Object.entries(counts).flatMap(([folder, count]) => {
    const limit = stored[folder] ?? 0;
    if (count <= limit) return [];
    const shown = lines.filter((each) => each.folder === folder).map(({ text }) => text);
    return [`${folder}: ${count} matches, at most ${limit}. Matches:`, ...(limit === 0 ? shown : shown.slice(0, 40))];
  });
  return problems;
}

/** Subjects of commits that are not in the base of the check. A clone without that base has none to check. */
function subjectProblems() {
  const denyList = readDenyList(readFileSync(join(import.meta.dirname, "deny-list.tsv"), "utf8"));
  let subjects;
  try {
    subjects = git("log", `${FIRST_CHECKED}..HEAD`, "--no-merges", "--format=%h %s").trim().split("\n").filter(Boolean);
  } catch {
    return [];
  }
  return subjects.flatMap((subject) =>
    // A pattern for subjects alone expects the short hash in front.
    matchesIn(subject, denyList).map(({ name, write }) => `commit ${subject}: "${name}"; write: ${write}`),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = [...run(), ...(process.argv.includes("--write") ? [] : subjectProblems())];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error("english: see docs/vocabulary.md and scripts/checks/deny-list.tsv");
    process.exit(1);
  }
  console.log("english: no folder has more matches than stored");
}
