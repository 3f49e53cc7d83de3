import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { findEntries, type PaletteEntry } from "./find-entries.ts";
import css from "./palette.module.css";

const MAX_SHOWN = 50;

interface PaletteDialogProps {
  /** A hook that returns the entries for the typed text, and how many more the server left out. The hook must not
   *  change while the dialog is open. */
  readonly useEntries: (typed: string) => { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number };
  /** Shown next to the count of matches. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Finds pages, objects and commands by a few letters of their names. A combobox with a list, as ARIA describes it. */
export function PaletteDialog({ useEntries, note, onClose }: PaletteDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const { entries, omittedCount } = useEntries(typed);
  const [at, setAt] = useState(0);
  const found = useMemo(() => findEntries(entries, typed, MAX_SHOWN, omittedCount), [entries, typed, omittedCount]);
  const list = useId();
  const active = Math.min(at, found.entries.length - 1);
  const options = useRef<HTMLDivElement>(null);
  // The list may change around the active entry.
  useEffect(() => {
    if (found.entries[active] !== undefined) options.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, found]);

  const take = (index: number) => {
    const entry = found.entries[index];
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = found.entries.length - 1;
    if (event.key === "ArrowDown") setAt(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") setAt(active <= 0 ? last : active - 1);
    else if (event.key === "PageDown") setAt(Math.min(last, active + 10));
    else if (event.key === "PageUp") setAt(Math.max(0, active - 10));
    else if (event.key === "Enter") take(active);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t("palette.title")} className={css.palette} hasHead={false} onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-label={t("palette.title")}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${list}-${active}`}
        placeholder={t("palette.placeholder")}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={t("palette.found")} ref={options} className={css.list}>
        {found.entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
          <div
            key={`${entry.kind} ${entry.text}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className={css.entry}
            onClick={() => take(index)}
            onPointerMove={() => setAt(index)}
          >
            <span className={css.kind}>{t(`palette.kinds.${entry.kind}`)}</span>
            <span className="ell">{entry.text}</span>
            {entry.detail !== undefined && <span className={`${css.beside} ell`}>{entry.detail}</span>}
            {entry.hint !== undefined && <kbd>{entry.hint}</kbd>}
          </div>
        ))}
      </div>
      <p className={css.foot} role="status">
        {found.total === 0
          ? t("palette.nothing")
          : found.total > MAX_SHOWN
            ? t("palette.more", { count: found.total - MAX_SHOWN })
            : t("palette.hint")}
        {note}
      </p>
    </Dialog>
  );
}
