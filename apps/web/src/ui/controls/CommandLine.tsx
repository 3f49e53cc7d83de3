import { CopyButton } from "./CopyButton.tsx";
import css from "./command-line.module.css";

/** A command, and the button that copies it. */
export function CommandLine({ line, label }: { readonly line: string; readonly label: string }) {
  return (
    <div className={css.command} data-command>
      <span>{line}</span>
      <CopyButton text={line} label={label} />
    </div>
  );
}
