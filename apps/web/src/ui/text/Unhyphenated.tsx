import css from "./text.module.css";

/** A longer name is wider than a phone. */
const MAX_UNBROKEN_LENGTH = 24;

/** A text that does not break at the hyphens of its names, except of long ones. */
export function Unhyphenated({ text }: { readonly text: string }) {
  return text.split(/(\S*-\S*)/).map((part, at) =>
    at % 2 === 0 || part.length > MAX_UNBROKEN_LENGTH ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
      <span key={at} className={css.piece}>
        {part}
      </span>
    ),
  );
}
