// Checks comments, docs, texts of the deployment, test titles and new commit subjects against deny-list.tsv. A line
// with a comment may have 120 columns, a new subject 72. english-counts.json holds the number of matches of each
// folder, which may fall and never rise. `--write` stores the new numbers.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../..");
const COUNTS = join(import.meta.dirname, "english-counts.json");
const MAX_COLUMNS = 120;
/** The mark of a line whose match is intended. The reason follows the colon. */
const ESCAPE = "english-ok:";
/** The subjects of commits after this one are checked. */
const FIRST_CHECKED = "9f04ed7f817c";
const MAX_SUBJECT_LENGTH = 72;
/** The length of the subjects of commits after this one is checked. */
const FIRST_MEASURED = "d924b6b4f3ec";

/** A character class, an escaped character or a space of a regular expression. */
const SPACES = /\[(?:[^\]\\]|\\.)*\]|\\.| +/g;
/** Returns a regular expression whose spaces also match line breaks. */
const acrossLines = (regex) => regex.replace(SPACES, (part) => (part.startsWith(" ") ? "\\s+" : part));

/** Returns the rows of deny-list.tsv: a name, a regular expression, and a replacement. */
export function readDenyList(text) {
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([name, regex, write]) => ({ name, regex: new RegExp(acrossLines(regex), "gm"), write }));
}

/** Matches strings, template literals, comments and regular expressions, so that none is read inside another. */
const LITERALS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=(?:^|[(=,:[!&|?{};>+]|return)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/gm;

const lineAt = (text, index) => text.slice(0, index).split("\n").length;

/** Returns the comments of a source text as `{ text, line }`. Skips strings, template literals and regular expressions.
 *  Neighbouring `//` lines are one comment. */
export function commentsOf(text) {
  const spans = [];
  for (const { 0: comment, index } of text.matchAll(LITERALS)) {
    if (!/^\/[/*]/.test(comment)) continue;
    const end = index + comment.length;
    const last = spans.at(-1);
    if (last?.isLine && comment.startsWith("//") && /^\r?\n[ \t]*$/.test(text.slice(last.end, index))) last.end = end;
    else spans.push({ start: index, end, isLine: comment.startsWith("//") });
  }
  return spans.map(({ start, end }) => ({ text: text.slice(start, end), line: lineAt(text, start) }));
}

/** A call of `it`, `test` or `describe`, or of the function that `each` returns. Its first argument follows. */
const TITLE_CALL = /(?:\b(?:it|test|describe)(?:\.\w+)*|[)`])\(\s*$/;
/** The longest text of such a call before its title, with the indentation of the title. */
const TITLE_CALL_LENGTH = 80;

/** Returns the titles of tests, of their groups and of their steps as `{ text, line }`, without the quotes. */
export const titlesOf = (text) =>
  [...text.matchAll(LITERALS)].flatMap(({ 0: title, index }) =>
    /^["'`]/.test(title) && TITLE_CALL.test(text.slice(Math.max(0, index - TITLE_CALL_LENGTH), index))
      ? [{ text: title.slice(1, -1), line: lineAt(text, index) }]
      : [],
  );

/** Returns the prose of a Markdown text. Code is overwritten by backticks, so that line numbers stay and the words around
 *  it are no phrase. */
export const proseOf = (text) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, "`"));

/**
 * Returns one `{ line, name, write }` for each match in a text. Leading comment marks do not hide the start of a line.
 */
export function matchesIn(text, denyList, firstLine = 1) {
  const plain = text.replace(/^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/)[ \t]*/gm, "");
  const lines = text.split("\n");
  const found = [];
  for (const { name, regex, write } of denyList)
    for (const match of plain.matchAll(regex)) {
      // A pattern may begin with the end of the sentence before.
      const phrase = match[0].replace(/^[.;:\s]+/, "");
      const at = lineAt(plain, match.index + match[0].length - phrase.length) - 1;
      const isEscaped = lines.slice(at, at + phrase.split("\n").length).some((line) => line.includes(ESCAPE));
      if (!isEscaped) found.push({ line: firstLine + at, name, write });
    }
  return found;
}

/** Returns the folder whose matches are counted together: below `src`, or the first two folders elsewhere. */
export function folderOf(path) {
  const inSource = /^(?:apps|packages)\/[^/]+\/src(?:\/[^/]+(?=\/))?/.exec(path)?.[0];
  return inSource ?? path.split("/").slice(0, -1).slice(0, 2).join("/");
}

/** Returns the lines with a part of a comment that are too long, code and indentation included. */
export function longLines(sourceLines, comments) {
  const numbers = new Set(comments.flatMap(({ text, line }) => text.split("\n").map((_, at) => line + at)));
  return [...numbers]
    .filter((line) => sourceLines[line - 1].length > MAX_COLUMNS)
    .map((line) => ({ line, name: "long line", write: `at most ${MAX_COLUMNS} columns` }));
}

/** Files whose whole text is checked: the texts of the deployment, and descriptions of JSON answers. */
const RAW = /^deploy\/.*\.(?:ya?ml|tpl|txt|json)$|\.schema\.json$/;

/** Returns the text without the marks of `#` comments. In JSON a string of one word, such as a key, is overwritten. */
export const rawTextOf = (path, text) =>
  path.endsWith(".json") ? text.replace(/"[^"\s]*"/g, (word) => "`".repeat(word.length)) : text.replace(/^[ \t]*#[ \t]*/gm, "");

function problemsOf(path, text, denyList) {
  if (RAW.test(path)) return matchesIn(rawTextOf(path, text), denyList);
  if (path.endsWith(".md")) return matchesIn(proseOf(text), denyList);
  const sourceLines = text.split("\n");
  const titles = /\.(?:test|spec)\.tsx?$/.test(path) ? titlesOf(text).filter(({ line }) => !sourceLines[line - 1]?.includes(ESCAPE)) : [];
  const comments = commentsOf(text);
  return [
    ...titles.flatMap(({ text: title, line }) => matchesIn(title, denyList, line)),
    ...comments.flatMap(({ text: comment, line }) => matchesIn(comment, denyList, line)),
    ...longLines(sourceLines, comments),
  ];
}

const git = (...given) => execFileSync("git", given, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });

function run() {
  const denyList = readDenyList(readFileSync(join(import.meta.dirname, "deny-list.tsv"), "utf8"));
  const paths = git("ls-files", "--cached", "--others", "--exclude-standard")
    .split("\n")
    .filter(
      (path) =>
        (/\.(ts|tsx|mjs|cjs|css|md)$/.test(path) || RAW.test(path)) &&
        !/^docs\/zh-|\.zh-|^scripts\/checks\/english/.test(path) &&
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

/** Returns `hash subject` of the commits after a base. A clone without that base has none to check. */
function subjectsAfter(base) {
  try {
    return git("log", `${base}..HEAD`, "--no-merges", "--format=%h %s").trim().split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Reports whether the subject of `hash subject` has too many characters. */
export const isLongSubject = (line) => [...line.slice(line.indexOf(" ") + 1)].length > MAX_SUBJECT_LENGTH;

function subjectProblems() {
  const denyList = readDenyList(readFileSync(join(import.meta.dirname, "deny-list.tsv"), "utf8"));
  return [
    ...subjectsAfter(FIRST_CHECKED).flatMap((subject) =>
      // A pattern for subjects alone expects the short hash in front.
      matchesIn(subject, denyList).map(({ name, write }) => `commit ${subject}: "${name}"; write: ${write}`),
    ),
    ...subjectsAfter(FIRST_MEASURED)
      .filter(isLongSubject)
      .map((subject) => `commit ${subject}: more than ${MAX_SUBJECT_LENGTH} characters`),
  ];
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
