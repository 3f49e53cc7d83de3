// Renders a Markdown file as HTML that satisfies the server's content security policy (docs/security.md, G3): no
// script, no style, no external resource.
import { dirname, join, normalize, sep } from "node:path";
import { Lexer, Parser, Renderer } from "marked";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns the text of inline tokens, without their marks. */
const plainOf = (tokens) => tokens.map((token) => (token.tokens === undefined ? token.text : plainOf(token.tokens))).join("");

/** Returns the anchor that GitHub would make, so that a link works in both places. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/**
 * Parses a text into tokens and headings with anchors. A translation uses the anchors of the English page, given as
 * `anchors`.
 */
export function readText(text, anchors) {
  const tokens = new Lexer().lex(text);
  const taken = new Map();
  const headings = tokens
    .filter(({ type }) => type === "heading")
    .map((token, at) => {
      const slug = anchors?.[at] ?? slugOf(plainOf(token.tokens));
      const before = taken.get(slug) ?? 0;
      taken.set(slug, before + 1);
      return { token, depth: token.depth, text: plainOf(token.tokens), anchor: before === 0 ? slug : `${slug}-${before}` };
    });
  return { tokens, headings };
}

/** Returns the page that a link leads to, or undefined if it is not part of the site. */
function pageAt(href, { file, pageOfFile }) {
  const target = normalize(join(dirname(file), href.split(/[#?]/, 1)[0]));
  return pageOfFile.get(target.split(sep).join("/"));
}

const RULE = /^[A-Z]+\d+$/;

/** Puts the comment of a shell line into a span. */
const shellLine = (line) => line.replace(/(^|\s)(# .*)$/, '$1<span class="note">$2</span>');

class SiteRenderer extends Renderer {
  #page;
  #words;
  #anchorOf;

  constructor(page, headings, words) {
    super();
    this.#page = page;
    this.#words = words;
    this.#anchorOf = new Map(headings.map(({ token, anchor, text }) => [token, { anchor, text }]));
  }

  heading(token) {
    const inner = this.parser.parseInline(token.tokens);
    if (token.depth === 1) return `<h1>${inner}</h1>\n`;
    const { anchor, text } = this.#anchorOf.get(token);
    const label = escaped(`${this.#words.linkTo} ${text}`);
    return `<h${token.depth} id="${anchor}">${inner}<a class="hash" href="#${anchor}" aria-label="${label}">#</a></h${token.depth}>\n`;
  }

  code({ text, lang }) {
    const inner = escaped(text);
    const lines = lang === "sh" ? inner.split("\n").map(shellLine).join("\n") : inner;
    return `<pre tabindex="0" lang="en"><code>${lines}</code></pre>\n`;
  }

  codespan({ text }) {
    return `<code lang="en">${escaped(text)}</code>`;
  }

  table(token) {
    const columns = token.header.length;
    return `<div class="wide" data-columns="${columns}" role="group" aria-label="${this.#words.table}" tabindex="0">${super.table(token)}</div>\n`;
  }

  /** A list item that begins with the id of a rule in bold has this id as its anchor. */
  listitem(token) {
    const first = token.tokens[0]?.tokens?.[0];
    const item = super.listitem(token);
    return first?.type === "strong" && RULE.test(first.text) ? item.replace("<li>", `<li id="${first.text}">`) : item;
  }

  tablecell(token) {
    const inner = this.parser.parseInline(token.tokens);
    return token.header ? (inner === "" ? "<td></td>" : `<th scope="col">${inner}</th>`) : `<td>${inner}</td>`;
  }

  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens);
    if (/^https:/.test(href) || href.startsWith("#")) return `<a href="${escaped(href)}">${inner}</a>`;
    const to = pageAt(href, this.#page);
    if (to === undefined) return inner;
    // A story of the lab opens in the dashboard. In the repository the link leads to the table of stories.
    const [, story] = /\?story=([\w-]+)$/.exec(href) ?? [];
    if (story !== undefined) return `<a href="${this.#page.up}../?story=${story}">${inner}</a>`;
    // A link text that is a file name is replaced by the page's title.
    const words = /^[\w/-]+\.md$/.test(inner) ? escaped(to.title) : inner;
    const anchor = href.includes("#") ? href.slice(href.indexOf("#")) : "";
    return `<a href="${this.#page.up}${to.path}${escaped(anchor)}">${words}</a>`;
  }

  image({ href, text }) {
    const name = href.split("/").at(-1);
    return `<img src="${this.#page.up}pictures/${escaped(name)}" alt="${escaped(text)}" loading="lazy">`;
  }

  /** The docs contain no HTML, so text that looks like HTML is escaped. */
  html({ text }) {
    return escaped(text);
  }
}

/** Renders the body of a page. `page` holds its file, the path `up` to the site's root, and the page of each file. */
export function pageBody({ tokens, headings }, page, words) {
  return Parser.parse(tokens, { renderer: new SiteRenderer(page, headings, words) });
}
