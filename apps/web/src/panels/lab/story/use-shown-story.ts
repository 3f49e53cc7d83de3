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
  const hasReadLink = useRef(false);
  const lastSeen = useRef<LabState>(undefined);
  const now = lab.answer?.now;
  const stories = lab.answer?.stories;
  const { busy, command, showProblem, ownStartCount } = lab;

  useEffect(() => {
    if (now === undefined || hasReadLink.current) return;
    hasReadLink.current = true;
    const request = storyRequest(location.search);
    if (request === undefined) return;
    onLink();
    const begin = async () => {
      const { name, seed, badSeed } = request;
      const isCurrent = name === now.story && (seed ?? now.seed) === now.seed;
      if (!isCurrent && !(await command("story", seed === undefined ? { name } : { name, seed }))) return;
      if (badSeed !== undefined) showProblem({ code: "BadSeed", message: "", params: { seed: badSeed, playing: now.seed } });
    };
    void begin();
  }, [now, command, showProblem, onLink]);

  useEffect(() => {
    // A running command may come from this page.
    if (now === undefined || busy) return;
    const before = lastSeen.current;
    lastSeen.current = now;
    if (before === undefined || now.startCount <= before.startCount || now.startCount === ownStartCount) return;
    const isOther = before.story !== now.story;
    const params = { story: now.story, seed: now.seed };
    showProblem({ code: isOther ? "BegunElsewhere" : "BegunAnewElsewhere", message: "", params });
    const newStory = stories?.find(({ name }) => name === now.story);
    const page = isOther && newStory !== undefined ? storyStartPage(view, newStory) : undefined;
    if (page !== undefined) navigate(page, { replace: true });
  }, [now, stories, busy, ownStartCount, showProblem, view]);

  const story = now?.story;
  const seed = now?.seed;
  // Runs after each render, because another view has another address.
  useEffect(() => {
    const request = storyRequest(location.search);
    if (story === undefined || seed === undefined || busy || request === undefined) return;
    if (request.name !== story || request.seed !== seed) history.replaceState(history.state, "", withStory(location.href, story, seed));
  });
}
