import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { useEffect } from "react";
import { useRightsQuery } from "./use-rights-query.ts";

/** Reports the user's rights to the frame of the page, whose script does not contain the query library. */
export function RightsReader({ onRead }: { readonly onRead: (rights: RightsAnswer | undefined) => void }) {
  const rights = useRightsQuery();
  useEffect(() => onRead(rights), [onRead, rights]);
  return null;
}
