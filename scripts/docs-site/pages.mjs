// The pages of the site in the order of the navigation, and their source files.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const LANGUAGES = ["en", "zh-CN", "zh-TW"];

/** Pages in three languages: `docs/NAME.md`, and `docs/LANGUAGE/NAME.md`. */
export const TRANSLATED = ["start", "install", "introduction", "concepts", "questions", "commands", "alerts", "causes", "audit"];

/** Groups of the navigation, from top to bottom: the path and the file of each page. */
export const GROUPS = [
  { name: "use", pages: TRANSLATED.map((name) => ({ path: name, file: `docs/${name}.md` })) },
  {
    name: "operate",
    pages: [
      { path: "reference", file: "docs/reference.md" },
      { path: "security", file: "docs/security.md" },
      { path: "support", file: "docs/support.md" },
      { path: "upgrading", file: "docs/upgrading.md" },
      { path: "changelog", file: "CHANGELOG.md" },
      { path: "reporting", file: "SECURITY.md" },
    ],
  },
  {
    name: "inside",
    pages: ["architecture", "rules", "vocabulary", "frames", "simulator", "stories", "differential", "testing", "performance"]
      .map((name) => ({ path: name, file: `docs/${name}.md` }))
      .concat([{ path: "contributing", file: "CONTRIBUTING.md" }]),
  },
];

/**
 * Returns every page with its path below `/docs/`, its file and its language. Decisions are listed on a separate page,
 * not in the navigation.
 */
export function sitePages(root) {
  const english = GROUPS.flatMap(({ pages }) => pages).map((page) => ({ ...page, language: "en" }));
  const chinese = LANGUAGES.slice(1).flatMap((language) =>
    TRANSLATED.map((name) => ({ path: `${language}/${name}`, file: `docs/${language}/${name}.md`, language })),
  );
  const decisions = readdirSync(join(root, "docs/decisions"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ path: `decisions/${name.slice(0, -3)}`, file: `docs/decisions/${name}`, language: "en" }));
  return [...english, ...chinese, ...decisions];
}
