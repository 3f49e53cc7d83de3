import type { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { useCommand } from "../../../ui/keys/use-command.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { openYaml, searchIn } from "./open-yaml.ts";

/** A read-only YAML with line numbers, folding and search. It is in a shadow root, where the editor uses constructed
 *  stylesheets. The page's content security policy allows these, but not a style element. */
export function YamlEditor({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const phrases = {
    Find: t("yaml.find"),
    next: t("yaml.next"),
    previous: t("yaml.previous"),
    all: t("yaml.all"),
    "match case": t("yaml.matchCase"),
    regexp: t("yaml.regexp"),
    "by word": t("yaml.byWord"),
    close: t("yaml.close"),
    "current match": t("yaml.currentMatch"),
    "on line": t("yaml.onLine"),
    "Fold line": t("yaml.fold"),
    "Unfold line": t("yaml.unfold"),
    "folded code": t("yaml.folded"),
    unfold: t("yaml.unfold"),
  };
  const phrasesJson = JSON.stringify(phrases);
  useEffect(() => {
    if (host.current === null) return;
    const view = openYaml(host.current, { text, label, phrases: JSON.parse(phrasesJson) });
    editor.current = view;
    return () => view.destroy();
  }, [text, label, phrasesJson]);
  const search = () => {
    if (editor.current !== undefined) searchIn(editor.current);
  };
  useCommand("filter", search);
  useEffect(() => {
    // Only visible lines are in the document, so the browser's own search would miss the rest.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "f" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if (editor.current === undefined || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      searchIn(editor.current);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return <div ref={host} />;
}
