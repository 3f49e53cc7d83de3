import type { LabStory } from "@daemonscope/shared/http/lab";
import { parseView, type View } from "../address/url.ts";

/** The page to go to when a story begins; undefined where what is looked at shows something of it too. What is looked at of one DaemonSet or node may not be there. */
export function pageOfStory(view: View, { opensOn, fits }: Pick<LabStory, "opensOn" | "fits">): View | undefined {
  const own = parseView(`/${opensOn}`, "");
  switch (view.page) {
    case "fleet":
    case "nodes":
    case "events":
      return undefined;
    case "taints":
    case "labels":
      return fits.includes(view.page) ? undefined : own;
    default:
      return own;
  }
}
