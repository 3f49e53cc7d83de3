import { useRef, useState } from "react";
import { focusHeadingWhenMounted } from "../announce/use-page-focus.ts";
import { useCommand } from "../keys/use-command.ts";
import findCss from "./find.module.css";
import { SearchIcon } from "./icons.tsx";

/** The text field of a section: `/` focuses it. It does not search for text that an input method still composes. */
export function FindInput({
  label,
  value,
  onFind,
}: {
  readonly label: string;
  readonly value: string;
  readonly onFind: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const previousFocus = useRef<EventTarget | null>(null);
  const [composed, setComposed] = useState<string | undefined>(undefined);
  useCommand("filter", () => input.current?.focus());
  return (
    <label className={value === "" ? findCss.find : `${findCss.find} ${findCss.filled}`} title={label}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={composed ?? value}
        onFocus={(event) => {
          previousFocus.current = event.relatedTarget;
        }}
        onCompositionStart={(event) => setComposed(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setComposed(undefined);
          onFind(event.currentTarget.value);
        }}
        onChange={(event) => {
          if (composed === undefined) onFind(event.target.value);
          else setComposed(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          onFind("");
          leaveField(event.currentTarget, previousFocus.current);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

/** Moves the focus from a text field back to the element that had it before. If there is none, the heading gets the
 *  focus once it exists. */
function leaveField(field: HTMLElement, before: EventTarget | null): void {
  field.blur();
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
  else focusHeadingWhenMounted();
}
