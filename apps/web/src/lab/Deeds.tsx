import type { LabDeed, LabLanguage, LabNow } from "@daemonscope/shared/http/lab";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { faultSentence } from "./fault-words.ts";
import { labWord } from "./lab-words.ts";
import { storyTime } from "./step-words.ts";
import type { LabUse } from "./use-lab.ts";

function Command({ line, label }: { readonly line: string; readonly label: string }) {
  return (
    <div className="cmd">
      <span>{line}</span>
      <CopyButton text={line} label={label} />
    </div>
  );
}

function Deed({ deed, startedAtMs, language }: { readonly deed: LabDeed; readonly startedAtMs: number; readonly language: LabLanguage }) {
  const { id, atMs, undo, undoneBy } = deed;
  const copy = `${labWord("copy", language)} ${id}`;
  return (
    <li className={undo === "done" ? "undone" : undefined}>
      <span className="at">{storyTime(atMs - startedAtMs)}</span>
      <div>
        {deed.kind === "kubectl" ? (
          <Command line={deed.line} label={copy} />
        ) : (
          <p className="fault">{faultSentence(deed.fault, language)}</p>
        )}
        {undo === "possible" ? null : <p className="i3">{labWord(undo === "done" ? "undone" : "never", language)}</p>}
        {undoneBy === undefined ? null : <Command line={undoneBy} label={`${copy} (${labWord("undo", language)})`} />}
      </div>
    </li>
  );
}

/** What was done in free play, newest first, each with its command; and the way back. */
export function Deeds({ lab, now, language }: { readonly lab: LabUse; readonly now: LabNow; readonly language: LabLanguage }) {
  const { deeds, clock } = now;
  const off = !deeds.some(({ undo }) => undo === "possible");
  return (
    <section className="lab-deeds" aria-label={labWord("deeds", language)}>
      <div className="lab-head">
        <h2>{labWord("deeds", language)}</h2>
        <button
          type="button"
          className="btn"
          aria-disabled={off}
          onClick={() => {
            if (!off) void lab.command("undo", {});
          }}
        >
          {labWord("undo", language)}
        </button>
      </div>
      {deeds.length === 0 ? <p className="i2">{labWord("nothingYet", language)}</p> : null}
      <ol>
        {deeds.map((deed) => (
          <Deed key={deed.id} deed={deed} startedAtMs={clock.startedAtMs} language={language} />
        ))}
      </ol>
    </section>
  );
}
