import type { Language } from "@daemonscope/kube/base/languages";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCluster, useNow } from "../../data/hooks/cluster-context.ts";
import { navigate, useView } from "../../data/url/navigation.ts";
import { LowerIcon, TallerIcon } from "../../ui/controls/filled-icons.tsx";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useLanguage } from "../../words/i18n/use-language.ts";
import { LabButton } from "./LabButton.tsx";
import { LabPanel } from "./LabPanel.tsx";
import css from "./lab.module.css";
import { PlaybackControls } from "./PlaybackControls.tsx";
import { isNotice, type LabProblem, labProblemSentence } from "./problem-text.ts";
import { isAtStart, isStoryFinished, narrationNow, storyTime } from "./story/story-progress.ts";
import { withStory } from "./story/story-request.ts";
import { storyStartPage } from "./story/story-start-page.ts";
import { useShownStory } from "./story/use-shown-story.ts";
import { useLab } from "./use-lab.ts";
import { useLabSize } from "./use-lab-size.ts";

/** Elapsed time of the story: the part of the bar that renders as time passes. */
function StoryTime({ startedAtMs }: { readonly startedAtMs: number }) {
  const nowMs = useNow();
  const playing = useCluster(({ clockRate }) => clockRate > 0);
  const { t } = useTranslation("lab");
  return (
    <span className={playing ? css.time : `${css.time} ${css.stopped}`} title={t("words.since")}>
      {storyTime(nowMs - startedAtMs)}
    </span>
  );
}

/** The reason for the last refusal, or another message. */
function ProblemLine({
  problem,
  language,
  onDismiss,
}: {
  readonly problem: LabProblem;
  readonly language: Language;
  readonly onDismiss: () => void;
}) {
  const { t } = useTranslation("lab");
  const sentence = labProblemSentence(problem, t);
  const news = isNotice(problem);
  return (
    <div className={news ? `${css.problem} ${css.news}` : css.problem} data-problem>
      <p role={news ? "status" : "alert"} lang={sentence.verbatim ? "en" : language}>
        {sentence.text}
      </p>
      <button type="button" className="iconbtn" aria-label={t("words.dismiss")} onClick={onDismiss}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Sets the height of the lab on the page, so that the lab hides no content. */
function useHeightProperty(lab: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const { current } = lab;
    if (current === null) return;
    const observer = new ResizeObserver(() => style.setProperty("--lab-h", `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--lab-h");
    };
  }, [lab]);
}

/** The lab of a simulated cluster: one line at the foot of the page. When open, the story and free play are above
 *  it. */
export function LabBar() {
  const lab = useLab();
  const view = useView();
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const bar = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const { answer, problem, command, busy } = lab;
  const { size, setSize, isOpen, wasOpen, open, close } = useLabSize(bar, toggleButton);
  useShownStory(lab, open);
  useHeightProperty(bar);

  const begin = async (name: string, seed: number) => {
    if (!(await command("story", { name, seed }))) return;
    const chosenStory = answer?.stories.find((each) => each.name === name);
    const page = chosenStory === undefined || name === answer?.now.story ? undefined : storyStartPage(view, chosenStory);
    if (page !== undefined) navigate(page, { replace: true });
    history.replaceState(history.state, "", withStory(location.href, name, seed));
  };

  const now = answer?.now;
  const mayStep = now !== undefined && !isStoryFinished(now);
  const mayGoBack = now !== undefined && !isAtStart(now);
  useCommand("labPlay", () => void command(now?.clock.playing === true ? "pause" : "play", {}));
  useCommand("labStep", mayStep ? () => (busy ? undefined : void command("step", {})) : undefined);
  useCommand("labBack", mayGoBack ? () => (busy ? undefined : void command("back", {})) : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || !isOpen) return;
    // Escape closes the lab and must not also leave the page.
    event.preventDefault();
    close();
  };

  // The bar renders before its story loads, so that its height is known from the start.
  if (answer === undefined || now === undefined) return <aside ref={bar} className={css.lab} data-lab aria-label={t("words.lab")} />;
  const story = answer.stories.find(({ name }) => name === now.story);
  const toggle = t(isOpen ? "words.close" : "words.open");
  return (
    <aside
      ref={bar}
      className={classes(css.lab, css[size])}
      data-lab={size}
      aria-label={t("words.lab")}
      aria-busy={busy}
      lang={language}
      onKeyDown={onKeyDown}
    >
      {wasOpen ? (
        <LabPanel lab={lab} answer={answer} language={language} hidden={!isOpen} onStory={(name, seed) => void begin(name, seed)} />
      ) : null}
      {problem === undefined ? null : <ProblemLine problem={problem} language={language} onDismiss={() => lab.dismiss()} />}
      <div className={css.line}>
        <button
          ref={toggleButton}
          type="button"
          className={`btn quiet ${css.toggle}`}
          aria-expanded={isOpen}
          title={toggle}
          onClick={() => (isOpen ? setSize("closed") : open())}
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▴"}</span>
          <b>{t("words.lab")}</b>
          <span className="visually-hidden">: {toggle}</span>
        </button>
        <PlaybackControls lab={lab} now={now} />
        <StoryTime startedAtMs={now.clock.startedAtMs} />
        {isOpen ? (
          <span className={css.size}>
            <LabButton
              className="iconbtn"
              label={t(size === "full" ? "words.lower" : "words.taller")}
              onPress={() => setSize(size === "full" ? "half" : "full")}
            >
              {size === "full" ? <LowerIcon small /> : <TallerIcon small />}
            </LabButton>
          </span>
        ) : null}
        <span className={css.name}>{now.story}</span>
        <span className={`${css.narration} ell`} title={narrationNow(now, story, language)} aria-live="polite">
          {now.clock.playing ? null : <b className={css.paused}>{t("words.paused")}</b>}
          {narrationNow(now, story, language)}
        </span>
      </div>
    </aside>
  );
}
