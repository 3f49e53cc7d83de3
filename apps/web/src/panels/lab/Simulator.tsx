import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { navigate, useView } from "../../data/url/navigation.ts";
import { DownIcon } from "../../ui/controls/icons.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { lessonOf, withLesson } from "./course/lesson-link.ts";
import css from "./lab.module.css";
import { SimulatorPanel } from "./SimulatorPanel.tsx";
import { isAtStart, isStoryFinished } from "./story/story-progress.ts";
import { withStory } from "./story/story-request.ts";
import { chosenStoryPage } from "./story/story-start-page.ts";
import { useShownStory } from "./story/use-shown-story.ts";
import { useLab } from "./use-lab.ts";

/** The badge of a simulated cluster. It opens the panel with the story, its playback and the faults. The panel stays
 *  open while the page is used. */
export function Simulator({ className }: { readonly className: string | undefined }) {
  const lab = useLab();
  const view = useView();
  const { t } = useTranslation("lab");
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { answer, problem, command, busy } = lab;
  const { isOpen, open, close } = useLabOpen(panel, button);
  useShownStory(lab, open);
  const lesson = lessonOf(location.search);
  const hasLesson = lesson !== undefined;
  useEffect(() => {
    if (hasLesson) open();
  }, [hasLesson, open]);

  const begin = async (name: string, seed: number) => {
    if (!(await command("story", { name, seed }))) return;
    const chosenStory = answer?.stories.find((each) => each.name === name);
    const page = chosenStory === undefined || name === answer?.now.story ? undefined : chosenStoryPage(view, chosenStory);
    if (page !== undefined) navigate(page, { replace: true });
    history.replaceState(history.state, "", withStory(location.href, name, seed));
  };

  const now = answer?.now;
  const mayStep = now !== undefined && !isStoryFinished(now);
  const mayGoBack = now !== undefined && !isAtStart(now);
  useCommand("labPlay", () => void command(now?.clock.playing === true ? "pause" : "play", {}));
  useCommand("labStep", mayStep ? () => (busy ? undefined : void command("step", {})) : undefined);
  useCommand("labBack", mayGoBack ? () => (busy ? undefined : void command("back", {})) : undefined);
  // A refusal of a key command, or a story of another window, must not stay hidden.
  const isShown = answer !== undefined && (isOpen || problem !== undefined);
  const hide = () => {
    lab.dismiss();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || !isShown) return;
    // Escape closes the panel and must not also leave the page.
    event.preventDefault();
    hide();
  };
  return (
    <span className={css.anchor} data-lab={isShown ? "open" : "closed"}>
      <button
        ref={button}
        type="button"
        className={className}
        data-staged
        lang="en"
        aria-expanded={isShown}
        aria-haspopup="dialog"
        title={t(isShown ? "words.close" : "words.open")}
        onClick={isShown ? hide : open}
        onKeyDown={onKeyDown}
      >
        SIMULATED
        <DownIcon />
      </button>
      {isShown ? (
        <SimulatorPanel
          ref={panel}
          lab={lab}
          answer={answer}
          onStory={(name, seed) => void begin(name, seed)}
          lesson={lesson}
          onLesson={(next) => navigate(view, { href: withLesson(location.href, next) })}
          onKeyDown={onKeyDown}
        />
      ) : null}
    </span>
  );
}

/** Returns whether the simulator is open, which its button and its key change. The key also moves the focus into the
 *  panel. When the panel closes, its button gets the focus. */
function useLabOpen(panel: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, [button]);
  const shouldFocusPanel = useRef(false);
  useEffect(() => {
    if (isOpen && shouldFocusPanel.current) panel.current?.querySelector<HTMLElement>("select")?.focus();
    shouldFocusPanel.current = false;
  }, [isOpen, panel]);
  useCommand("lab", () => {
    shouldFocusPanel.current = !isOpen;
    if (isOpen) close();
    else open();
  });
  return { isOpen, open, close };
}
