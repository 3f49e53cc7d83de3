import type { LabState } from "@daemonscope/shared/http/lab";
import { useEffect, useRef } from "react";
import { navigate, useView } from "../../../data/url/navigation.ts";
import type { LabUse } from "../use-lab.ts";
import { storyRequest, withStory } from "./story-request.ts";
import { storyStartPage } from "./story-start-page.ts";

/** Begins the story of the link, once. After that, the address follows the current story, also if another client
 *  began it. */
export function useShownStory(lab: LabUse, onLink: () => void): void {
  const view = useView();
  const wished = useRef(false);
  const seen = useRef<LabState>(undefined);
  const now = lab.answer?.now;
  const stories = lab.answer?.stories;
  const { busy, command, showProblem, ownStartCount } = lab;

  useEffect(() => {
    if (now === undefined || wished.current) return;
    wished.current = true;
    const wish = storyRequest(location.search);
    if (wish === undefined) return;
    onLink();
    const begin = async () => {
      const { name, seed, badSeed } = wish;
      const isThere = name === now.story && (seed ?? now.seed) === now.seed;
      if (!isThere && !(await command("story", seed === undefined ? { name } : { name, seed }))) return;
      if (badSeed !== undefined) showProblem({ code: "BadSeed", message: "", params: { seed: badSeed, playing: now.seed } });
    };
    void begin();
  }, [now, command, showProblem, onLink]);

  useEffect(() => {
    // A running command may come from this page.
    if (now === undefined || busy) return;
    const before = seen.current;
    seen.current = now;
    if (before === undefined || now.startCount <= before.startCount || now.startCount === ownStartCount) return;
    const isOther = before.story !== now.story;
    const params = { story: now.story, seed: now.seed };
    showProblem({ code: isOther ? "BegunElsewhere" : "BegunAnewElsewhere", message: "", params });
    const begun = stories?.find(({ name }) => name === now.story);
    const page = isOther && begun !== undefined ? storyStartPage(view, begun) : undefined;
    if (page !== undefined) navigate(page, { replace: true });
  }, [now, stories, busy, ownStartCount, showProblem, view]);

  const story = now?.story;
  const seed = now?.seed;
  // Runs after each render, because another view has another address.
  useEffect(() => {
    const wish = storyRequest(location.search);
    if (story === undefined || seed === undefined || busy || wish === undefined) return;
    if (wish.name !== story || wish.seed !== seed) history.replaceState(history.state, "", withStory(location.href, story, seed));
  });
}
