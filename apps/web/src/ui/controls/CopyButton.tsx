import { copyText } from "../announce/copy-text.ts";
import { CopyIcon } from "./icons.tsx";

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label: string;
  /** Shown after the icon. */
  readonly word?: string;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, word }: CopyButtonProps) {
  return (
    <button
      type="button"
      className={word === undefined ? "iconbtn" : "btn quiet"}
      aria-label={label}
      title={label}
      onClick={() => void copyText(typeof text === "string" ? text : text())}
    >
      <CopyIcon />
      {word}
    </button>
  );
}
