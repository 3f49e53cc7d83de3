import { useEffect, useRef, useState } from "react";
import { CloseIcon } from "../chrome/icons.tsx";
import { useCluster, useNow } from "../cluster/cluster-context.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { navigate, useView } from "../navigation.ts";
import { FLEET_VIEW } from "../url.ts";
import { Deeds } from "./Deeds.tsx";
import { FreePlay } from "./FreePlay.tsx";
import { labWord } from "./lab-words.ts";
import { StoryChooser } from "./StoryChooser.tsx";
import { StoryTold } from "./StoryTold.tsx";
import { storyTime, toldNow } from "./step-words.ts";
import { storyWish, withStory } from "./story-link.ts";
import { Transport } from "./Transport.tsx";
import { useLab } from "./use-lab.ts";
import { useLabKeys } from "./use-lab-keys.ts";
import "./lab.css";

/** The lab of a simulated cluster: one line at the foot of the page, and above it, when opened, the story and free play. */
export function LabBar() {
  const lab = useLab();
  const view = useView();
  const nowMs = useNow();
  const playing = useCluster(({ clockRate }) => clockRate > 0);
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const { answer, problem, command } = lab;
  const wished = useRef(false);

  const begin = async (name: string, seed: number | undefined) => {
    if (!(await command("story", seed === undefined ? { name } : { name, seed }))) return;
    // What was looked at may not be there in another story.
    if (view.page !== "fleet") navigate(FLEET_VIEW, { replace: true });
    if (seed !== undefined) history.replaceState(null, "", withStory(location.href, name, seed));
  };

  useEffect(() => {
    if (answer === undefined || wished.current) return;
    wished.current = true;
    const wish = storyWish(location.search);
    const { story, seed } = answer.now;
    if (wish === undefined) return;
    setOpen(true);
    if (wish.name === story && (wish.seed ?? seed) === seed) return;
    void command("story", wish.seed === undefined ? { name: wish.name } : { name: wish.name, seed: wish.seed });
  }, [answer, command]);

  useLabKeys(
    () => void command(answer?.now.clock.playing === true ? "pause" : "play", {}),
    () => {
      if (!lab.busy && answer?.now.steps.some(({ done }) => !done) === true) void command("step", {});
    },
  );

  if (answer === undefined) return null;
  const { now, stories } = answer;
  const story = stories.find(({ name }) => name === now.story);
  const told = toldNow(now, story, language);
  const toggle = labWord(open ? "close" : "open", language);
  return (
    <aside className={open ? "lab open" : "lab"} aria-label={labWord("lab", language)} aria-busy={lab.busy} lang={language}>
      {open ? (
        <div className="lab-panel">
          <StoryChooser answer={answer} language={language} busy={lab.busy} onStory={(name, seed) => void begin(name, seed)} />
          <div className="lab-parts">
            <StoryTold now={now} story={story} language={language} />
            <div className="lab-free">
              <FreePlay lab={lab} language={language} />
              <Deeds lab={lab} now={now} language={language} />
            </div>
          </div>
        </div>
      ) : null}
      {problem === undefined ? null : (
        <div className="lab-problem">
          <p role="alert">{problem}</p>
          <button type="button" className="iconbtn" aria-label={labWord("dismiss", language)} onClick={() => lab.dismiss()}>
            <CloseIcon />
          </button>
        </div>
      )}
      <div className="lab-line">
        <button type="button" className="btn quiet lab-toggle" aria-expanded={open} title={toggle} onClick={() => setOpen(!open)}>
          <span aria-hidden="true">{open ? "▾" : "▴"}</span>
          <b>{labWord("lab", language)}</b>
          <span className="visually-hidden">: {toggle}</span>
        </button>
        <Transport lab={lab} now={now} language={language} />
        <span className={playing ? "lab-time" : "lab-time stands"} title={labWord("since", language)}>
          {storyTime(nowMs - now.clock.startedAtMs)}
        </span>
        <span className="lab-name">{now.story}</span>
        <span className="lab-told ell" aria-live="polite">
          {told}
        </span>
      </div>
    </aside>
  );
}
