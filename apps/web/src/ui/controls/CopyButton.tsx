import { copyText } from "../announce/copy-text.ts";
import { CopyIcon } from "./icons.tsx";

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: { readonly text: string | (() => string); readonly label: string }) {
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={label}
      title={label}
      onClick={() => void copyText(typeof text === "string" ? text : text())}
    >
      <CopyIcon />
    </button>
  );
}
