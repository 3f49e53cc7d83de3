import type { RightsAnswer } from "@daemonscope/shared/http/rights";
import { useEffect } from "react";
import { useRightsQuery } from "./use-rights-query.ts";

/** Reports the user's rights to the frame of the page, whose script does not contain the query library. */
export function RightsReader({ onRead }: { readonly onRead: (mine: RightsAnswer | undefined) => void }) {
  const mine = useRightsQuery();
  useEffect(() => onRead(mine), [onRead, mine]);
  return null;
}
