import { Fragment } from "react";

/** A name that can break after its hyphens. */
export function Hyphened({ text }: { readonly text: string }) {
  return text.split("-").map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their index
    <Fragment key={at}>
      {at === 0 ? null : (
        <>
          -<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
