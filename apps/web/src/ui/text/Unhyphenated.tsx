import css from "./text.module.css";

/** A longer name is wider than a phone. */
export const MAX_UNBROKEN_LENGTH = 24;
/** Names of Kubernetes have up to 253 characters. A headline shows both ends of a name that is longer than this. */
const MAX_LENGTH = 64;
const HEAD_LENGTH = 40;
const TAIL_LENGTH = 23;

/** Names are ASCII without spaces. A sentence is not shortened, in Chinese neither, which has no spaces. */
const LONG_NAMES = new RegExp(`[!-~]{${MAX_LENGTH + 1},}`, "g");

/** Shortens the long names of a text. */
export const shortNames = (text: string): string =>
  text.replace(LONG_NAMES, (name) => `${name.slice(0, HEAD_LENGTH)}…${name.slice(-TAIL_LENGTH)}`);

/** A text that does not break at the hyphens of its names, except of long ones. */
export function Unhyphenated({ text }: { readonly text: string }) {
  return text.split(/([!-~]*-[!-~]*)/).map((part, at) =>
    at % 2 === 0 || part.length > MAX_UNBROKEN_LENGTH ? (
      shortNames(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
      <span key={at} className={css.piece}>
        {part}
      </span>
    ),
  );
}
