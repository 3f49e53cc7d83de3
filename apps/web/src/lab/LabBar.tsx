import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { CloseIcon } from "../chrome/icons.tsx";
import { useCluster, useNow } from "../cluster/cluster-context.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { useCommand } from "../keys/use-command.ts";
import { navigate, useView } from "../navigation.ts";
import { FLEET_VIEW } from "../url.ts";
import { LabButton } from "./LabButton.tsx";
import { LabPanel } from "./LabPanel.tsx";
import { LowerIcon, TallerIcon } from "./lab-icons.tsx";
import { labWord } from "./lab-words.ts";
import { isNews, problemSentence } from "./problem-words.ts";
import { isAtItsBeginning, isOver, storyTime, toldNow } from "./step-words.ts";
import { withStory } from "./story-link.ts";
import { Transport } from "./Transport.tsx";
import { useLab } from "./use-lab.ts";
import { useOwnHeight } from "./use-own-height.ts";
import { useShownStory } from "./use-shown-story.ts";
import "./lab.css";

/** `full` is for small pages, where half of one is little. */
type LabSize = "closed" | "half" | "full";

/** How far the story is: the part of the bar that is drawn anew with each frame. */
function StoryTime({ startedAtMs }: { readonly startedAtMs: number }) {
  const nowMs = useNow();
  const playing = useCluster(({ clockRate }) => clockRate > 0);
  const language = useLanguage();
  return (
    <span className={playing ? "lab-time" : "lab-time stands"} title={labWord("since", language)}>
      {storyTime(nowMs - startedAtMs)}
    </span>
  );
}

/** The lab of a simulated cluster: one line at the foot of the page, and above it, when opened, the story and free play. */
export function LabBar() {
  const lab = useLab();
  const view = useView();
  const language = useLanguage();
  const [size, setSize] = useState<LabSize>("closed");
  const [wasOpen, setWasOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const { answer, problem, command, busy } = lab;
  const isOpen = size !== "closed";

  const open = useCallback(() => {
    setWasOpen(true);
    setSize((before) => (before === "closed" ? "half" : before));
  }, []);
  const close = useCallback(() => {
    setSize("closed");
    toggleButton.current?.focus();
  }, []);
  useShownStory(lab, open);
  useOwnHeight(bar);

  const begin = async (name: string, seed: number) => {
    if (!(await command("story", { name, seed }))) return;
    // What was looked at may not be there in another story.
    if (view.page === "daemonSet" || view.page === "node") navigate(FLEET_VIEW, { replace: true });
    history.replaceState(history.state, "", withStory(location.href, name, seed));
  };

  // By its key the lab is entered, and not only shown.
  const isEntered = useRef(false);
  useEffect(() => {
    if (isOpen && isEntered.current) bar.current?.querySelector<HTMLElement>(".lab-panel select")?.focus();
    isEntered.current = false;
  }, [isOpen]);

  const now = answer?.now;
  const mayStep = now !== undefined && !isOver(now);
  const mayGoBack = now !== undefined && !isAtItsBeginning(now);
  useCommand("labPlay", () => void command(now?.clock.playing === true ? "pause" : "play", {}));
  useCommand("labStep", mayStep ? () => (busy ? undefined : void command("step", {})) : undefined);
  useCommand("labBack", mayGoBack ? () => (busy ? undefined : void command("back", {})) : undefined);
  useCommand("lab", () => {
    isEntered.current = !isOpen;
    if (isOpen) close();
    else open();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || !isOpen) return;
    // One step up from here is the page, and not what is above the page.
    event.preventDefault();
    close();
  };

  // The bar is there before its story, so that its height is known from the start.
  if (answer === undefined || now === undefined) return <aside ref={bar} className="lab" aria-label={labWord("lab", language)} />;
  const story = answer.stories.find(({ name }) => name === now.story);
  const toggle = labWord(isOpen ? "close" : "open", language);
  const said = problem === undefined ? undefined : problemSentence(problem, language);
  const news = problem !== undefined && isNews(problem);
  return (
    <aside ref={bar} className={`lab ${size}`} aria-label={labWord("lab", language)} aria-busy={busy} lang={language} onKeyDown={onKeyDown}>
      {wasOpen ? (
        <LabPanel lab={lab} answer={answer} language={language} hidden={!isOpen} onStory={(name, seed) => void begin(name, seed)} />
      ) : null}
      {said === undefined ? null : (
        <div className={news ? "lab-problem news" : "lab-problem"}>
          <p role={news ? "status" : "alert"} lang={said.verbatim ? "en" : language}>
            {said.text}
          </p>
          <button type="button" className="iconbtn" aria-label={labWord("dismiss", language)} onClick={() => lab.dismiss()}>
            <CloseIcon />
          </button>
        </div>
      )}
      <div className="lab-line">
        <button
          ref={toggleButton}
          type="button"
          className="btn quiet lab-toggle"
          aria-expanded={isOpen}
          title={toggle}
          onClick={() => (isOpen ? setSize("closed") : open())}
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▴"}</span>
          <b>{labWord("lab", language)}</b>
          <span className="visually-hidden">: {toggle}</span>
        </button>
        <Transport lab={lab} now={now} language={language} />
        <StoryTime startedAtMs={now.clock.startedAtMs} />
        {isOpen ? (
          <span className="lab-size">
            <LabButton
              className="iconbtn"
              label={labWord(size === "full" ? "lower" : "taller", language)}
              onPress={() => setSize(size === "full" ? "half" : "full")}
            >
              {size === "full" ? <LowerIcon /> : <TallerIcon />}
            </LabButton>
          </span>
        ) : null}
        <span className="lab-name">{now.story}</span>
        <span className="lab-told ell" aria-live="polite">
          {toldNow(now, story, language)}
        </span>
      </div>
    </aside>
  );
}
