// Checks the rule ids (P1, S14, T7…). Each must be defined in exactly one place of the docs, each cited id must be
// defined, and a test must cite each. Exits 1 with a line for each violation.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ID = /(?<![\w.%/#-])[A-Z]\d{1,2}(?![\w.%/-])/g;
/** Texts that look like an id: the JavaScript engine V8. */
const NO_RULES = new Set(["V8"]);
/** Ids of cases, as in apps/server/fixtures/cases. No document defines them. F10 to F16 are laws of frames. */
const CASE = /^F(?:0\d|1[7-9]|[23]\d)$/;
const DEFINITION = /^(?:- \*\*([A-Z]\d{1,2})\*\* |\| ([A-Z]\d{1,2}) \|)/gm;
/** The ids at the start of a string, as in test titles: "P4 …", "T11 S15 …", `S40 …`, "R8". */
const LEADING = /["'`]((?:[A-Z]\d{1,2}(?=[ ,:"'`])[ ,]*)+)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

const isNoRule = (id) => NO_RULES.has(id) || CASE.test(id);
const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path);
const idsIn = (text) => [...text.matchAll(ID)].map(([id]) => id).filter((id) => !isNoRule(id));

/**
 * Returns the ids that a file cites. They may be anywhere in the text of a document, in comments of code, and at the
 * start of strings in tests.
 */
function citedIn({ path, text }) {
  if (path.endsWith(".md")) return idsIn(text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "").replace(DEFINITION, ""));
  const comments = [...text.matchAll(COMMENT)].flatMap(([comment]) => idsIn(comment));
  return isTest(path)
    ? [...comments, ...[...text.matchAll(LEADING)].flatMap(([, ids]) => ids.match(/[A-Z]\d+/g).filter((id) => !isNoRule(id)))]
    : comments;
}

/** Returns the problems of the ids in files with path and text, a sentence each. */
export function ruleProblems(files) {
  const places = new Map();
  for (const { path, text } of files)
    if (path.startsWith("docs/"))
      for (const [, bullet, row] of text.matchAll(DEFINITION)) {
        const id = bullet ?? row;
        places.set(id, [...(places.get(id) ?? []), path]);
      }
  const problems = [...places].filter(([, where]) => where.length > 1).map(([id, where]) => `${id} is defined in ${where.join(" and ")}`);
  const tested = new Set();
  for (const file of files)
    for (const id of new Set(citedIn(file))) {
      if (!places.has(id)) problems.push(`${file.path} cites ${id}, which nothing defines`);
      if (isTest(file.path)) tested.add(id);
    }
  for (const [id, [where]] of places) if (!tested.has(id)) problems.push(`${id} (${where}) is cited by no test`);
  return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = resolve(import.meta.dirname, "../..");
  const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.(md|tsx?|mjs|css)$/.test(path) && !path.startsWith("scripts/checks/rule-ids") && existsSync(join(root, path)));
  const problems = ruleProblems(paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`rule-ids: ${problems.length} problems`);
    process.exit(1);
  }
  console.log("rule-ids: each rule is defined once, and cited by a test");
}
