// Returns the texts of the whole site, by their paths below /docs/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageBody, readText } from "./page-body.mjs";
import { GROUPS, LANGUAGES, sitePages, TRANSLATED } from "./pages.mjs";
import { WORDS } from "./words.mjs";

const upFrom = (path) => "../".repeat(path.split("/").length - 1);
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The page that lists the decisions. */
const DECISIONS = { path: "decisions", file: "docs/decisions", language: "en" };

function decisionsText(pages, titleOf) {
  const lines = pages.map(({ path, file }) => `- [${titleOf(path)}](../${file})`);
  return `# Decisions\n\nEach page records one decision: the alternatives, the choice and its consequences.\n\n${lines.join("\n")}\n`;
}

/** Returns the path of a page in a language, or in English if there is no translation. */
const inLanguage = (path, language) => (language !== "en" && TRANSLATED.includes(path) ? `${language}/${path}` : path);

function navigation(site, page) {
  const words = WORDS[page.language];
  const up = upFrom(page.path);
  const item = (path) => {
    const { title, language, headings } = site.get(path);
    const isCurrent = path === page.path;
    const sections = headings.filter(({ depth }) => depth === 2);
    const inside =
      isCurrent && sections.length > 1
        ? `<ul>${sections.map(({ anchor, text }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`).join("")}</ul>`
        : "";
    const foreign = language === page.language ? "" : ` lang="${language}" hreflang="${language}"`;
    return `<li><a href="${up}${path}"${isCurrent ? ' aria-current="page"' : ""}${foreign}>${escaped(title)}</a>${inside}</li>`;
  };
  const groups = GROUPS.map(({ name, pages }) => {
    const paths = pages.map(({ path }) => inLanguage(path, page.language));
    if (name === "inside") paths.push(DECISIONS.path);
    return `<h2>${words[name]}</h2><ul>${paths.map(item).join("")}</ul>`;
  });
  return `<nav id="contents" aria-label="${words.contents}">${groups.join("")}</nav>`;
}

function languageLinks(page) {
  const name = page.path.split("/").at(-1);
  if (!TRANSLATED.includes(name)) return "";
  const links = LANGUAGES.map((language) => {
    const href = `${upFrom(page.path)}${inLanguage(name, language)}`;
    const current = language === page.language ? ' aria-current="true"' : "";
    return `<a href="${href}" lang="${language}" hreflang="${language}"${current}>${WORDS[language].name}</a>`;
  });
  return `<nav class="languages" aria-label="${WORDS[page.language].languages}">${links.join("")}</nav>`;
}

function nextLink(site, page) {
  const order = GROUPS.flatMap(({ pages }) => pages.map(({ path }) => inLanguage(path, page.language)));
  const next = order[order.indexOf(page.path) + 1];
  if (next === undefined || !order.includes(page.path)) return "";
  const { title, language } = site.get(next);
  if (language !== page.language) return "";
  return `<p class="next">${WORDS[page.language].next} <a href="${upFrom(page.path)}${next}">${escaped(title)}</a></p>`;
}

function document(site, page, pageOfFile) {
  const words = WORDS[page.language];
  const up = upFrom(page.path);
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escaped(page.title)} · Daemonscope</title>
<link rel="icon" href="${up}../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}docs.css">
</head>
<body>
<a class="skip" href="#text">${words.skip}</a>
<header>
<a class="home" href="${up}${inLanguage("start", page.language)}"><img src="${up}../favicon.svg" alt="" width="18" height="18">Daemonscope <span>${words.documentation}</span></a>
<a class="to-contents" href="#contents">${words.contents}</a>
${languageLinks(page)}
<a class="dashboard" href="${up}../">${words.dashboard} →</a>
</header>
<div class="columns">
<main id="text" tabindex="-1">
${pageBody(page, { file: page.file, up, pageOfFile }, words)}${nextLink(site, page)}
</main>
${navigation(site, page)}
</div>
</body>
</html>
`;
}

/**
 * Returns every page of the site with its title, headings and tokens, by path. A translation has the anchors of its
 * English page.
 */
export function readSite(root) {
  const site = new Map();
  const add = (page, text) => {
    const english = site.get(page.path.split("/").at(-1));
    const anchors = page.language === "en" ? undefined : english?.headings.map(({ anchor }) => anchor);
    const read = readText(text, anchors);
    site.set(page.path, { ...page, ...read, text, title: read.headings[0]?.text ?? page.path });
  };
  for (const page of sitePages(root)) add(page, readFileSync(join(root, page.file), "utf8"));
  const decisions = [...site.values()].filter(({ path }) => path.startsWith("decisions/"));
  add({ ...DECISIONS, file: "docs/decisions.md" }, decisionsText(decisions, (path) => site.get(path).title).replaceAll("(../docs/", "("));
  return site;
}

/** Returns the tokens of the light theme for systems that prefer it. Without a script no theme can be chosen. */
function systemTheme(tokens) {
  const [, light] = /\[data-theme="light"\] (\{[^}]*\})/.exec(tokens) ?? [];
  if (light === undefined) throw new Error("docs-site: theme/tokens.css has no block of the light theme any more.");
  return `@media (prefers-color-scheme: light) {\n:root ${light}\n}\n`;
}

/**
 * Returns each text of the site, by its path below /docs/. `font` is the path of the built page's Latin font, relative
 * to the site.
 */
export function siteTexts(root, { font }) {
  const site = readSite(root);
  const pageOfFile = new Map([...site.values()].map((page) => [page.file, page]));
  pageOfFile.set("docs/decisions", site.get(DECISIONS.path));
  const theme = (name) => readFileSync(join(root, "apps/web/src", name), "utf8");
  const tokens = theme("ui/theme/tokens.css");
  const face = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url(${font}) format("woff2-variations"); }\n`;
  const sheet = [
    face,
    tokens,
    systemTheme(tokens),
    theme("words/i18n/chinese.css"),
    readFileSync(join(import.meta.dirname, "docs.css"), "utf8"),
  ];
  const pages = [...site.values()].map((page) => [`${page.path}.html`, document(site, page, pageOfFile)]);
  return new Map([...pages, ["docs.css", sheet.join("\n")]]);
}
