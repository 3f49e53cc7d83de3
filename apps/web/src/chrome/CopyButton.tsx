import { useState } from "react";
import { CopyIcon } from "./icons.tsx";

/** Copies a text and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser refused to copy; select the text instead");
    }
  };
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={said === "" ? label : said}
      title={said === "" ? label : said}
      onClick={() => void copy()}
    >
      <CopyIcon />
    </button>
  );
}
