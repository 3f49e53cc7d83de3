// The bundled packages, as Vite lists them, with licence texts that Vite does not search for.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { standardText } from "./standard-texts.mjs";

/** Returns the folder of an installed package, or undefined if pnpm has no such version. */
function folderOf(root, { name, version }) {
  const store = join(root, "node_modules/.pnpm");
  const prefix = `${name.replace("/", "+")}@${version}`;
  const found = readdirSync(store).find((entry) => entry === prefix || entry.startsWith(`${prefix}_`) || entry.startsWith(`${prefix}(`));
  return found === undefined ? undefined : join(store, found, "node_modules", name);
}

const authorOf = ({ author }) => (typeof author === "string" ? author : author?.name)?.replace(/\s*[<(].*$/, "");

/** Returns an entry with the text of its licence, and of its NOTICE file if it has one (Apache-2.0, 4d). */
function withTexts(root, entry) {
  const folder = folderOf(root, entry);
  if (folder === undefined) return entry;
  const read = (pattern) => {
    const file = readdirSync(folder).find((each) => pattern.test(each));
    return file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  };
  const licenseText = entry.text || read(/^unlicen[sc]e/i);
  const text = licenseText || standardText(entry.identifier, authorOf(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))));
  const notice = read(/^notice/i);
  return { ...entry, ...(text === undefined ? {} : { text: notice === undefined ? text : `${text}\n\n${notice}` }) };
}

/** Returns the font packages of the page. Vite does not list a package whose files are subset and kept in `theme/`. */
export function fontEntries(root) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "apps/web/package.json"), "utf8"));
  return Object.entries(dependencies)
    .filter(([name]) => name.startsWith("@fontsource"))
    .map(([name, version]) => {
      const folder = folderOf(root, { name, version });
      const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return { name, version, identifier: license, text: readFileSync(join(folder, "LICENSE"), "utf8").trim() };
    });
}

/** Returns `[{name, version, identifier, text}]` of a build folder. */
export function bundledEntries(root, dist) {
  return JSON.parse(readFileSync(join(dist, ".bundled.json"), "utf8")).map((entry) => withTexts(root, entry));
}
