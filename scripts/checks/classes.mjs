// Checks that each class of the page has one owner: a module next to its component, or ui/theme/. Exits 1 with a
// line for each class that is used and not defined, or defined and not used.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

const root = resolve(import.meta.dirname, "../../apps/web/src");
const files = readdirSync(root, { recursive: true }).map((file) => file.split(sep).join("/"));
const read = (file) => readFileSync(join(root, file), "utf8");
const problems = [];

/** Returns the selectors only, without comments, declarations and quoted texts. */
const selectorsOf = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "")
    .replace(/@import[^;]*;/g, "")
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/@[^{;]*\{/g, "{");
const classesIn = (selectors) => new Set([...selectors.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map((found) => found[1]));

const sheets = files.filter((file) => file.endsWith(".css")).sort();
const isGlobal = (sheet) => dirname(sheet) === "ui/theme";
const globals = new Map(sheets.filter(isGlobal).flatMap((sheet) => [...classesIn(selectorsOf(read(sheet)))].map((name) => [name, sheet])));
const modules = new Map();
for (const sheet of sheets.filter((each) => !isGlobal(each))) {
  if (!sheet.endsWith(".module.css")) {
    // A sheet without classes is loaded with what it formats: the rules of a language with its words.
    if (classesIn(selectorsOf(read(sheet))).size > 0) problems.push(`${sheet}: a sheet with classes outside ui/theme/ is a module`);
    continue;
  }
  // vite.parse-command.ts builds a class name from the name of the sheet and the name in it.
  const twin = [...modules.values()].find((other) => basename(other.sheet) === basename(sheet));
  if (twin !== undefined) problems.push(`${sheet}: ${twin.sheet} has that name`);
  const selectors = selectorsOf(read(sheet));
  for (const name of classesIn([...selectors.matchAll(/:global\(([^)]*)\)/g)].map((found) => found[1]).join(" ")))
    if (!globals.has(name)) problems.push(`${sheet}: .${name} is no class of ui/theme/`);
  const localSelectors = selectors.replace(/:global\([^)]*\)/g, "");
  for (const [id] of localSelectors.matchAll(/#[a-zA-Z][\w-]*/g))
    problems.push(`${sheet}: ${id} would be renamed in a module; write :global(${id})`);
  modules.set(join(root, sheet), { sheet, defined: classesIn(localSelectors), used: new Set() });
}

/** Returns the text after `className={`, up to the matching brace. */
function expressionAt(text, start) {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return text.slice(start, at);
  }
  return "";
}
/** Returns the words of an expression that may become a class: not compared texts or function arguments. */
const wordsIn = (expression) =>
  [...expression.replace(/[!=]==\s*"[^"]*"|\w+\([^()]*\)/g, "").matchAll(/"([^"]*)"|`([^`]*)`/g)]
    .map((found) => found[1] ?? found[2].replace(/\$\{[^}]*\}/g, " "))
    .join(" ");

const named = new Set();
for (const file of files.filter((each) => /\.tsx?$/.test(each) && !/\.test\.tsx?$/.test(each))) {
  const text = read(file);
  for (const [, name, path] of text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
    const module = modules.get(resolve(root, dirname(file), path));
    if (module === undefined) problems.push(`${file}: there is no ${path}`);
    else
      for (const [, dotted, indexed] of text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[([^\\]]+)\\])`, "g"))) {
        if (indexed !== undefined) for (const each of module.defined) module.used.add(each);
        else if (module.defined.has(dotted)) module.used.add(dotted);
        else problems.push(`${file}: ${basename(path)} has no .${dotted}`);
      }
  }
  for (const found of text.matchAll(/\bclassName(?:=\{|(?:=|: )"([^"]*)"| = ([^;]*);)/g)) {
    const words = found[1] ?? wordsIn(found[2] ?? expressionAt(text, found.index + found[0].length));
    for (const word of words.split(/\s+/).filter((each) => each !== ""))
      if (globals.has(word)) named.add(word);
      else problems.push(`${file}: .${word} is neither of ui/theme/ nor of a module`);
  }
}
for (const { sheet, defined, used } of modules.values())
  for (const name of defined) if (!used.has(name)) problems.push(`${sheet}: nothing wears .${name}`);
for (const [name, sheet] of globals) if (!named.has(name)) problems.push(`${sheet}: nothing wears .${name}`);

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.error(`classes: ${problems.length} problems`);
  process.exit(1);
}
console.log("classes: each has one owner, and is worn");
