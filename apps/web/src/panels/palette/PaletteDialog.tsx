import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { ComboboxField } from "../../ui/controls/ComboboxField.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type FoundGroup, findEntries, type PaletteEntry } from "./find-entries.ts";
import css from "./palette.module.css";
import { takeTypedAhead } from "./typed-ahead.ts";

/** Entries of a group. */
const MAX_SHOWN = 8;

interface PaletteDialogProps {
  /** A hook that returns the entries for the typed text, and how many more the server left out. The hook must not
   *  change while the dialog is open. */
  readonly useEntries: (typed: string) => { readonly entries: readonly PaletteEntry[]; readonly omittedCount: number };
  /** Shown next to the count of matches. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

interface GroupProps {
  readonly group: FoundGroup;
  readonly idOf: (entry: PaletteEntry) => string;
  readonly active: PaletteEntry | undefined;
  readonly onPoint: (entry: PaletteEntry) => void;
  readonly onTake: (entry: PaletteEntry) => void;
}

function Group({ group: { kind, entries, more }, idOf, active, onPoint, onTake }: GroupProps) {
  const { t } = useTranslation();
  const title = t(`palette.kinds.${kind}`);
  return (
    <div role="group" aria-label={title}>
      <p className={css.kind} aria-hidden="true">
        {title}
      </p>
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
        <div
          key={entry.text}
          id={idOf(entry)}
          role="option"
          aria-selected={entry === active}
          className={css.entry}
          onClick={() => onTake(entry)}
          onPointerMove={() => onPoint(entry)}
        >
          <span>
            {entry.mark === undefined ? null : <CellSwatch look={verdictIcon(entry.mark)} size={16} isResting={entry.mark === "healthy"} />}
          </span>
          <span className="ell">{entry.text}</span>
          {entry.detail !== undefined && <span className={`${css.beside} ell`}>{entry.detail}</span>}
          {entry.hint !== undefined && <kbd>{entry.hint}</kbd>}
        </div>
      ))}
      {more === 0 ? null : <p className={css.more}>{t("palette.more", { count: more })}</p>}
    </div>
  );
}

/** Finds pages, objects and commands by a few letters of their names. A combobox with a list, as ARIA describes it. */
export function PaletteDialog({ useEntries, note, onClose }: PaletteDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  useLayoutEffect(() => {
    const ahead = takeTypedAhead();
    if (ahead !== "") setTyped(ahead);
  }, []);
  const { entries, omittedCount } = useEntries(typed);
  const [at, setAt] = useState(0);
  const found = useMemo(() => findEntries(entries, typed, MAX_SHOWN, omittedCount), [entries, typed, omittedCount]);
  const list = useId();
  const listed = useMemo(() => found.groups.flatMap(({ entries: group }) => group), [found]);
  const active = Math.min(at, listed.length - 1);
  const options = useRef<HTMLDivElement>(null);
  // The list may change around the active entry.
  useEffect(() => {
    if (listed[active] !== undefined) options.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, listed]);

  const take = (index: number) => {
    const entry = listed[index];
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  return (
    <Dialog title={t("palette.title")} className={css.palette} hasHead={false} onClose={onClose}>
      <ComboboxField
        label={t("palette.title")}
        placeholder={t("palette.placeholder")}
        listId={list}
        typed={typed}
        active={active}
        last={listed.length - 1}
        onType={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onMove={setAt}
        onTake={take}
      />
      <div id={list} role="listbox" aria-label={t("palette.found")} ref={options} className={css.list}>
        {found.groups.map((group) => (
          <Group
            key={group.kind}
            group={group}
            idOf={(entry) => `${list}-${listed.indexOf(entry)}`}
            active={listed[active]}
            onPoint={(entry) => setAt(listed.indexOf(entry))}
            onTake={(entry) => take(listed.indexOf(entry))}
          />
        ))}
      </div>
      <p className={css.foot} role="status">
        <span className="grow" data-hint={found.total > 0 || undefined}>
          {t(listed.length === 0 ? "palette.nothing" : found.total === 0 ? "palette.noName" : "palette.hint")}
        </span>
        {note}
      </p>
    </Dialog>
  );
}
