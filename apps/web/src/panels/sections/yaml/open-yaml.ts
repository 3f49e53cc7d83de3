import { yaml } from "@codemirror/lang-yaml";
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

interface YamlView {
  readonly text: string;
  readonly label: string;
  /** The editor's own words in the language of the page. */
  readonly phrases: Readonly<Record<string, string>>;
}

/** Syntax highlighting without hues, because colours are reserved for states. */
const HIGHLIGHT_STYLE = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--ink)", fontWeight: "600" },
  { tag: [tags.comment, tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-3)" },
  { tag: [tags.string, tags.content, tags.number, tags.bool, tags.null, tags.keyword], color: "var(--ink-2)" },
]);

const THEME = EditorView.theme({
  "&": { color: "var(--ink-2)", backgroundColor: "var(--bg-1)", font: "var(--fs-micro)/18px var(--mono)", border: "1px solid var(--line)" },
  "&.cm-focused": { outline: "2px solid var(--ink)", outlineOffset: "1px" },
  ".cm-scroller": { font: "inherit", maxHeight: "70vh", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)", outline: "none" },
  ".cm-gutters": { backgroundColor: "var(--bg-1)", color: "var(--ink-3)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--bg-2)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--bg-3)", color: "var(--ink)", border: "0", padding: "0 4px" },
  ".cm-selectionMatch": { backgroundColor: "var(--bg-3)" },
  ".cm-searchMatch": { backgroundColor: "var(--bg-3)", outline: "1px solid var(--line-3)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--ink)", color: "var(--bg)" },
  ".cm-searchMatch-selected span": { color: "var(--bg)" },
  ".cm-panels": { backgroundColor: "var(--bg-2)", color: "var(--ink)", borderColor: "var(--line-2)" },
  ".cm-panel.cm-search": { padding: "8px 28px 8px 10px", font: "var(--fs-body)/20px var(--font)" },
  ".cm-panel.cm-search label": { fontSize: "var(--fs-body)", display: "inline-block" },
  ".cm-textfield": {
    font: "inherit",
    backgroundColor: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--line-3)",
    padding: "2px 6px",
  },
  ".cm-button": {
    font: "inherit",
    backgroundImage: "none",
    backgroundColor: "var(--bg)",
    color: "var(--ink)",
    border: "1px solid var(--line-2)",
    borderRadius: "var(--r-2)",
    padding: "1px 8px",
  },
  ".cm-textfield:focus-visible, .cm-button:focus-visible, [name=close]:focus-visible": {
    outline: "2px solid var(--ink)",
    outlineOffset: "1px",
  },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "18px", width: "24px", height: "24px", cursor: "pointer" },
});

/** Shows a YAML in an element, read-only and searchable. */
export function openYaml(host: HTMLElement, { text, label, phrases }: YamlView): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        codeFolding(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        yaml(),
        syntaxHighlighting(HIGHLIGHT_STYLE),
        THEME,
        keymap.of([...searchKeymap, ...foldKeymap]),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorState.phrases.of(phrases),
        EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-readonly": "true" }),
      ],
    }),
  });
  // To the page, a key in the panel's field comes from the shadow host, which is not a field. Without this, the key
  // would run a command.
  view.dom.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement) event.stopPropagation();
  });
  return view;
}

/** Opens the search and focuses its field. */
export function searchIn(view: EditorView): void {
  openSearchPanel(view);
}
