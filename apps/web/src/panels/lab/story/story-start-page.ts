import type { LabStory } from "@daemonscope/shared/http/lab";
import { parseView, type View } from "../../../data/url/url.ts";

/** Returns the page to open when a story begins, or undefined if the current page shows part of the story too. The
 *  current DaemonSet or node may not exist in the story. */
export function storyStartPage(view: View, { opensOn, fits }: Pick<LabStory, "opensOn" | "fits">): View | undefined {
  const storyView = parseView(`/${opensOn}`, "");
  switch (view.page) {
    case "fleet":
    case "nodes":
    case "events":
      return undefined;
    case "taints":
    case "labels":
      return fits.includes(view.page) ? undefined : storyView;
    default:
      return storyView;
  }
}
