import { Fragment } from "react";

const JOINTS = /(?<=[/.=:_,])(?=[^/.=:_,])/;
/** Shorter words fit on one line. */
const MAX_UNBROKEN_LENGTH = 20;

/** Splits a text where a line may end: after `/`, `.`, `=` and the like in long words. */
export const jointsOf = (text: string): readonly string[] =>
  text.split(/(?<=\s)(?=\S)/).flatMap((word) => (word.trimEnd().length > MAX_UNBROKEN_LENGTH ? word.split(JOINTS) : [word]));

/** A text whose long label keys, names and images break at their joints. Browsers break them after `-` only. */
export function Jointed({ text }: { readonly text: string }) {
  return jointsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
    <Fragment key={at}>
      {at === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
