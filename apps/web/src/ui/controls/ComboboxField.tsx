import type { KeyboardEvent } from "react";

interface ComboboxFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The id of the list. The id of an option is this and its index: `list-3`. */
  readonly listId: string;
  readonly typed: string;
  /** Indexes of the active option and of the last one; -1 if the list is empty. */
  readonly active: number;
  readonly last: number;
  readonly onType: (text: string) => void;
  readonly onMove: (index: number) => void;
  readonly onTake: (index: number) => void;
}

/** Options that a page key skips. */
const PAGE = 10;

/** Returns the option that a key moves to; undefined if the key does not move. */
function optionAfter(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at >= last ? 0 : at + 1;
    case "ArrowUp":
      return at <= 0 ? last : at - 1;
    case "PageDown":
      return Math.min(last, at + PAGE);
    case "PageUp":
      return Math.max(0, at - PAGE);
    default:
      return undefined;
  }
}

/** The field of a combobox, as ARIA describes it: it keeps the focus while keys move through the list. */
export function ComboboxField({ label, placeholder, listId, typed, active, last, onType, onMove, onTake }: ComboboxFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = optionAfter(event.key, active, last);
    if (next !== undefined) onMove(next);
    else if (event.key === "Enter") onTake(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user opened the list to type
      autoFocus
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
