import type { LabAction, LabState } from "@daemonscope/shared/http/lab";
import { CommandLine } from "../../../ui/controls/CommandLine.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../lab.module.css";
import { storyTime } from "../story/story-progress.ts";
import type { LabUse } from "../use-lab.ts";
import { faultSentence } from "./fault-text.ts";

function DoneAction({ action, startedAtMs }: { readonly action: LabAction; readonly startedAtMs: number }) {
  const { t } = useTranslation("lab");
  const { id, atMs, undo, undoneBy } = action;
  const copy = `${t("words.copy")} ${id}`;
  return (
    <li className={undo === "done" ? css.undone : undefined}>
      <span className={css.at}>{storyTime(atMs - startedAtMs)}</span>
      <div>
        {action.kind === "kubectl" ? (
          <CommandLine line={action.line} label={copy} />
        ) : (
          <p className={css.fault}>{faultSentence(action.fault, t)}</p>
        )}
        {undo === "possible" ? null : <p className="i3">{t(undo === "done" ? "words.undone" : "words.never")}</p>}
        {undoneBy === undefined ? null : <CommandLine line={undoneBy} label={`${copy} (${t("words.undo")})`} />}
      </div>
    </li>
  );
}

/** Actions in free play, newest first, each with its command, and the undo button. */
export function DoneList({ lab, now }: { readonly lab: LabUse; readonly now: LabState }) {
  const { t } = useTranslation("lab");
  const { actions, clock } = now;
  if (actions.length === 0) return null;
  const off = !actions.some(({ undo }) => undo === "possible");
  return (
    <section className={css.doneList} aria-label={t("words.actions")}>
      <div className={css.head}>
        <h2>{t("words.actions")}</h2>
        <button
          type="button"
          className="btn"
          aria-disabled={off}
          onClick={() => {
            if (!off) void lab.command("undo", {});
          }}
        >
          {t("words.undo")}
        </button>
      </div>
      <ol>
        {actions.map((action) => (
          <DoneAction key={action.id} action={action} startedAtMs={clock.startedAtMs} />
        ))}
      </ol>
    </section>
  );
}
