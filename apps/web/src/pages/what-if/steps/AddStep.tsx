import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCloseOutside } from "../../../ui/controls/use-close-outside.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { DraftKind } from "./step-draft.ts";
import css from "./steps.module.css";

const NODE_KINDS: readonly DraftKind[] = ["taint", "untaint", "label", "unlabel", "cordon", "uncordon"];
const SET_KINDS: readonly DraftKind[] = ["edit", "apply", "delete"];
const CLUSTER_KINDS: readonly DraftKind[] = ["join", "leave"];

const entriesIn = (box: HTMLElement | null): readonly HTMLElement[] => [...(box?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

/** The steps that can be added, by their target. Arrow keys move through them, and a letter moves to the next entry
 *  that begins with it. */
export function AddStep({ selected, onKind }: { readonly selected: number; readonly onKind: (kind: DraftKind) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) entriesIn(box.current)[0]?.focus();
    // Only when it opens: a render while it is open must not move the focus back to the first entry.
  }, [isOpen]);
  useCloseOutside(box, isOpen, setOpen);
  const onKeyDown = (event: KeyboardEvent) => {
    const list = entriesIn(box.current);
    const at = list.indexOf(document.activeElement as HTMLElement);
    const go = (to: number) => list[(to + list.length) % list.length]?.focus();
    if (event.key === "Escape") {
      setOpen(false);
      opener.current?.focus();
    } else if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== " ") {
      const next = [...list.slice(at + 1), ...list].find((entry) => entry.textContent?.toLowerCase().startsWith(event.key.toLowerCase()));
      next?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const entry = (kind: DraftKind) => (
    <button
      key={kind}
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        setOpen(false);
        onKind(kind);
      }}
    >
      {t(`whatIf.kinds.${kind}`)}
      {kind === "apply" ? <span>{t("whatIf.add.yamlToo")}</span> : null}
    </button>
  );
  const part = (title: string, kinds: readonly DraftKind[]) => (
    <div role="group" aria-label={title} key={title}>
      <p aria-hidden="true">{title}</p>
      {kinds.map(entry)}
    </div>
  );
  return (
    <div ref={box} className={css.add}>
      <button
        ref={opener}
        type="button"
        className="btn"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-add-step
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setOpen(true);
        }}
      >
        + {t("whatIf.add.open")}
      </button>
      {isOpen ? (
        <div role="menu" tabIndex={-1} className={css.menu} aria-label={t("whatIf.add.open")} onKeyDown={onKeyDown}>
          {part(selected === 0 ? t("whatIf.add.nodes") : t("whatIf.add.nodesSelected", { count: selected }), NODE_KINDS)}
          {part(t("whatIf.add.daemonSets"), SET_KINDS)}
          {part(t("whatIf.add.cluster"), [...CLUSTER_KINDS, "text"])}
        </div>
      ) : null}
    </div>
  );
}
