import css from "./text.module.css";

/** A longer name is wider than a phone. */
const MAX_UNBROKEN_LENGTH = 24;
/** Names of Kubernetes have up to 253 characters. A headline shows both ends of a name that is longer than this. */
const MAX_LENGTH = 64;
const HEAD_LENGTH = 40;
const TAIL_LENGTH = 23;

const shortName = (part: string): string =>
  part.length <= MAX_LENGTH ? part : `${part.slice(0, HEAD_LENGTH)}…${part.slice(-TAIL_LENGTH)}`;

/** A text that does not break at the hyphens of its names, except of long ones. */
export function Unhyphenated({ text }: { readonly text: string }) {
  return text.split(/(\S*-\S*)/).map((part, at) =>
    at % 2 === 0 || part.length > MAX_UNBROKEN_LENGTH ? (
      shortName(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
      <span key={at} className={css.piece}>
        {part}
      </span>
    ),
  );
}
