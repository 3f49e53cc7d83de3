import { copyText } from "../announce/copy-text.ts";
import { LineIcon } from "./icons.tsx";

export const CopyIcon = () => (
  <LineIcon
    small
    size={14}
    d="M5.7 4.5h5.6c.7 0 1.2.5 1.2 1.2v5.6c0 .7-.5 1.2-1.2 1.2H5.7c-.7 0-1.2-.5-1.2-1.2V5.7c0-.7.5-1.2 1.2-1.2ZM9.5 4.5V2.7c0-.7-.5-1.2-1.2-1.2H2.7c-.7 0-1.2.5-1.2 1.2v5.6c0 .7.5 1.2 1.2 1.2h1.8"
  />
);

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
