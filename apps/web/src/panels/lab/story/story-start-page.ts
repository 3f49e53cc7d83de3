import type { LabStory } from "@daemonscope/shared/http/lab";
import { parseView, type View } from "../../../data/url/url.ts";

type StoryPages = Pick<LabStory, "opensOn" | "fits">;

/** Returns the page that shows a chosen story best, or undefined if the current page is about a part of the story. */
export function chosenStoryPage(view: View, { opensOn, fits }: StoryPages): View | undefined {
  const isFitting = (view.page === "taints" || view.page === "labels") && fits.includes(view.page);
  return isFitting ? undefined : parseView(`/${opensOn}`, "");
}

/** Returns the page to open when another client begins a story, or undefined if the current page shows part of it too.
 *  The current DaemonSet or node may not exist in the story. */
export function storyStartPage(view: View, story: StoryPages): View | undefined {
  switch (view.page) {
    case "fleet":
    case "nodes":
    case "events":
      return undefined;
    default:
      return chosenStoryPage(view, story);
  }
}
