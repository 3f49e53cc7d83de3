import type { LabLanguage, LabNow } from "@daemonscope/shared/http/lab";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { labWord } from "./lab-words.ts";
import { storyTime } from "./step-words.ts";
import type { LabUse } from "./use-lab.ts";

/** What was done in free play, newest first, each with its command; and the way back. */
export function Deeds({ lab, now, language }: { readonly lab: LabUse; readonly now: LabNow; readonly language: LabLanguage }) {
  const { deeds, clock } = now;
  return (
    <section className="lab-deeds" aria-label={labWord("deeds", language)}>
      <div className="sect">
        <h2>{labWord("deeds", language)}</h2>
        <span className="grow" />
        <button
          type="button"
          className="btn"
          disabled={lab.busy || !deeds.some(({ undo }) => undo === "possible")}
          onClick={() => void lab.command("undo", {})}
        >
          {labWord("undo", language)}
        </button>
      </div>
      {deeds.length === 0 ? <p className="i2">{labWord("nothingYet", language)}</p> : null}
      <ol>
        {deeds.map(({ id, atMs, kind, line, undo }) => (
          <li key={id} className={undo === "done" ? "undone" : undefined}>
            <span className="at">{storyTime(atMs - clock.startedAtMs)}</span>
            <div>
              {kind === "kubectl" ? (
                <div className="cmd">
                  <span>{line}</span>
                  <CopyButton text={line} label={`${labWord("copy", language)} ${id}`} />
                </div>
              ) : (
                <p>{line}</p>
              )}
              {undo === "possible" ? null : <p className="i3">{labWord(undo === "done" ? "undone" : "never", language)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
