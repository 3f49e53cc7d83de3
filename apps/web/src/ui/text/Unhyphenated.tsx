import css from "./text.module.css";

/** A longer name is wider than a phone. */
export const MAX_UNBROKEN_LENGTH = 24;
const HEAD_LENGTH = 40;
const TAIL_LENGTH = 23;

/** Names of Kubernetes are ASCII without spaces, and have up to 253 characters. A headline shows both ends of a name of
 *  more than 64. */
const LONG_NAMES = /[!-~]{65,}/g;

/** Shortens the long names of a text. */
export const shortNames = (text: string): string =>
  text.replace(LONG_NAMES, (name) => `${name.slice(0, HEAD_LENGTH)}…${name.slice(-TAIL_LENGTH)}`);

/** A name with hyphens, and a number with its Chinese neighbours: `剩 40 秒`, `新 11 / 48`, `（3 個`. */
const UNBROKEN = /([!-~]*-[!-~]*|[\u3400-\u9fff（](?: ?[\d/]+)+(?: [\u3400-\u9fff])?|\d+ [\u3400-\u9fff])/;

/** Returns the parts of a text. Those with an odd index do not break. */
export const partsOf = (text: string): readonly string[] => text.split(UNBROKEN);

/** A text that does not break at the hyphens of its names, except of long ones, or next to its numbers in Chinese. */
export function Unhyphenated({ text }: { readonly text: string }) {
  return partsOf(text).map((part, at) =>
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
