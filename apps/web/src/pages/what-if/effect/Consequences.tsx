import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { DaemonSetThen, StepPreview, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import { Fragment } from "react";
import { hinderedTexts, namesWords, noCommandText, resourceWord, stallKind } from "../../../panels/actions/effect/what-if-text.ts";
import { countOfGhost, hasCounts, paceOf, rolloutOf, whatIfVerdict } from "../../../panels/actions/effect/what-if-verdict.ts";
import { approximateText } from "../../../panels/verdict/pace/rollout-pace-text.ts";
import { copyText } from "../../../ui/announce/copy-text.ts";
import { CopyButton, CopyIcon } from "../../../ui/controls/CopyButton.tsx";
import { lastedText } from "../../../words/format/age-text.ts";
import { countText } from "../../../words/format/figures.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { type UndoAdvice, undoAdvice } from "./undo-advice.ts";
import type { ShownEffect } from "./use-what-if-effect.ts";
import css from "./what-if.module.css";

const MAX_PREEMPTED = 4;

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function HinderedNodes({ set }: { readonly set: DaemonSetThen }) {
  const { t } = useTranslation();
  return hinderedTexts([set], t).map((text) => (
    <div className={css.fact} key={text}>
      <dt data-tone="starting">{`${nameOfKey(set.key)}: ${text}`}</dt>
      <dd />
    </div>
  ));
}

/** The rollout that the steps begin or change: its waves, its least duration, and whether it ends. */
function Rollout({ set }: { readonly set: DaemonSetThen }) {
  const { t } = useTranslation();
  const name = nameOfKey(set.key);
  const { rollout } = set;
  if (rollout === undefined) return null;
  const byHand = countOfGhost(set, "replacedByHand");
  const again = countOfGhost(set, "restarts") + countOfGhost(set, "unfit");
  const before = set.anyway?.rollout;
  if (rollout.byHand)
    return (
      <Fact
        label={t("whatIf.follows.byHand", { name })}
        value={t("whatIf.follows.byHandPods", { count: Math.max(byHand, rollout.replaced) })}
      />
    );
  const pace = before !== undefined && before.atOnce !== rollout.atOnce ? "pace" : paceOf(set) === undefined ? "restarts" : "goesOn";
  return (
    <>
      {before === undefined ? null : (
        <>
          <Fact label={t("whatIf.follows.again", { name })} value={countText(again)} />
          <Fact label={t("whatIf.follows.toUpdate")} value={countText(set.replacedAnyway ?? 0)} />
        </>
      )}
      <Fact
        label={t(`whatIf.follows.${pace}`, { name, atOnce: rollout.atOnce, before: before?.atOnce ?? 0 })}
        value={rollout.stands === undefined ? t("whatIf.follows.waves", { count: rollout.waves }) : ""}
      />
      {rollout.stands !== undefined ? null : rollout.leftMs !== undefined ? (
        <Fact label={t("whatIf.follows.atPace")} value={t("pace.left", { age: approximateText(rollout.leftMs) })} />
      ) : rollout.leastMs === undefined ? (
        <div className={css.fact}>
          <dt className="i3">{t("whatIf.follows.leastUnknown", { name })}</dt>
          <dd />
        </div>
      ) : (
        <Fact
          label={
            rollout.turnMs === undefined
              ? t("whatIf.follows.leastOnly")
              : t("whatIf.follows.least", { turn: humanDuration(rollout.turnMs) })
          }
          value={lastedText(t, rollout.leastMs)}
        />
      )}
      {rollout.stands === undefined ? null : (
        <div className={css.fact}>
          <dt data-tone="starting">
            {t(`whatIf.follows.${stallKind(rollout.stands)}`, {
              endsAt: rollout.stands.endsAt,
              desired: set.then.desired,
              count: rollout.stands.unfit,
            })}
          </dt>
          <dd />
        </div>
      )}
    </>
  );
}

const percent = (value: number): string => `${value.toFixed(1)} %`;

function Tax({ tax }: { readonly tax: WhatIfAnswer["tax"] }) {
  const { t } = useTranslation();
  return tax.map(({ resource, nowPercent, thenPercent }) => (
    <div className={css.fact} key={resource}>
      <dt>{t("whatIf.follows.tax", { resource: resourceWord(resource, t) })}</dt>
      <dd>
        {percent(nowPercent) === percent(thenPercent) ? (
          <span className="i3">{percent(nowPercent)}</span>
        ) : (
          <>
            <span className="i3">{percent(nowPercent)}</span> <span aria-hidden="true">→</span> <b>{percent(thenPercent)}</b>
          </>
        )}
      </dd>
    </div>
  ));
}

function Preempted({ sets }: { readonly sets: readonly DaemonSetThen[] }) {
  const { t } = useTranslation();
  const pods = sets.flatMap(({ ghosts }) => ghosts.flatMap(({ preempts = [] }) => preempts));
  if (pods.length === 0) return null;
  return (
    <div className={css.fact}>
      <dt>
        {t("whatIf.follows.preempts")}{" "}
        {pods.slice(0, MAX_PREEMPTED).map((pod, at) => (
          <Fragment key={`${pod.namespace}/${pod.name}`}>
            {at === 0 ? "" : t("model.listComma")}
            <code>{`${pod.namespace}/${pod.name}`}</code>
          </Fragment>
        ))}
        {pods.length > MAX_PREEMPTED ? ` ${t("whatIf.follows.morePods", { count: pods.length - MAX_PREEMPTED })}` : ""}
      </dt>
      <dd>{countText(pods.length)}</dd>
    </div>
  );
}

function Commands({ answer, steps }: { readonly answer: WhatIfAnswer; readonly steps: readonly Step[] }) {
  const { t } = useTranslation();
  const lines = answer.steps.flatMap(({ kubectl }) => kubectl ?? []);
  return (
    <>
      <h2 className={css.commandsHead}>
        {t("whatIf.follows.commands")}
        <span className="grow" />
        {lines.length < 2 ? null : (
          <button type="button" className="btn quiet" onClick={() => void copyText(lines.join("\n"))}>
            <CopyIcon /> {t("whatIf.follows.copyAll", { count: lines.length })}
          </button>
        )}
      </h2>
      <ol className={css.commands}>
        {answer.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
          <li key={at}>
            <span className="i3">{at + 1}</span>
            {step.kubectl === undefined || step.isSoAlready ? (
              <span className="i3">{noCommandText(step, steps[at]?.kind === "join", t)}</span>
            ) : (
              <>
                <code>{step.kubectl}</code>
                <CopyButton text={step.kubectl} label={t("whatIf.follows.copyOne", { step: at + 1 })} />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The rollout that runs without the steps too. */
function AnywayRollout({ set: { key, anyway } }: { readonly set: DaemonSetThen }) {
  const { t } = useTranslation();
  const rollout = anyway?.rollout;
  if (rollout === undefined) return null;
  const { atOnce, replaced, waves } = rollout;
  return (
    <Fact
      label={t("whatIf.follows.anyway", { name: nameOfKey(key), count: replaced, atOnce })}
      value={t("whatIf.follows.waves", { count: waves })}
    />
  );
}

/** Returns the remarks on a step: that it changes nothing, what is unknown, or who may revert it. */
function stepRemarks({ problem, isSoAlready, doubts = [], owner }: StepPreview, t: Translate): readonly string[] {
  if (problem !== undefined) return [];
  return [
    ...(isSoAlready ? [t("whatIf.soAlready")] : []),
    ...doubts.map(({ code }) => t(`whatIf.doubts.${code}`)),
    ...(owner === undefined ? [] : [editedOwnershipText(t, owner)]),
  ];
}

/** The remarks on all steps, each with its number. */
function Remarks({ answer }: { readonly answer: WhatIfAnswer }) {
  const { t } = useTranslation();
  const remarks = answer.steps.flatMap((step, at) => stepRemarks(step, t).map((remark) => `${at + 1}. ${remark}`));
  return remarks.length === 0 ? null : (
    <div role="status">
      <ul className={css.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}

function Undo({ advice }: { readonly advice: readonly UndoAdvice[] }) {
  const { t } = useTranslation();
  if (advice.length === 0) return null;
  return (
    <>
      <h2>{t("whatIf.follows.undo")}</h2>
      {advice.map((text) => (
        <p key={text}>{t(`whatIf.follows.${text}`)}</p>
      ))}
    </>
  );
}

interface ConsequencesProps {
  readonly answer: WhatIfAnswer;
  readonly steps: readonly Step[];
  readonly effect: ShownEffect;
}

/** The consequences of the steps: deletions, waves, least durations, where a rollout stops, the overhead of daemon
 *  pods; and the commands. */
export function Consequences({ answer, steps, effect }: ConsequencesProps) {
  const { t } = useTranslation();
  const goes = answer.daemonSets.reduce((sum, set) => sum + countOfGhost(set, "goes"), 0);
  const rolling = answer.daemonSets.filter((set) => rolloutOf(set) !== undefined);
  const verdict = whatIfVerdict(answer, effect.nodes);
  const isCalm = hasCounts(answer) && goes === 0 && rolling.length === 0;
  return (
    <aside className={css.follows} aria-label={t("whatIf.follows.title")}>
      <h2>{t("whatIf.follows.title")}</h2>
      <dl>
        {isCalm ? (
          <div className={css.fact}>
            <dt>{t("whatIf.follows.nothing")}</dt>
            <dd />
          </div>
        ) : null}
        {goes > 0 && <Fact label={t("whatIf.follows.deleted")} value={countText(goes)} />}
        {rolling.map((set) => (
          <Rollout key={set.key} set={set} />
        ))}
        {answer.daemonSets
          .filter((set) => rolloutOf(set) === undefined)
          .map((set) => (
            <AnywayRollout key={set.key} set={set} />
          ))}
        {answer.daemonSets.map((set) => (
          <HinderedNodes key={set.key} set={set} />
        ))}
        <Preempted sets={answer.daemonSets} />
        <Tax tax={answer.tax} />
        {answer.room.kind === "read" ? null : (
          <div className={css.fact}>
            <dt className="i3">{t("whatIf.follows.roomUnread", { message: answer.room.message })}</dt>
            <dd />
          </div>
        )}
      </dl>
      <Remarks answer={answer} />
      {verdict.kind !== "fall" || verdict.kept.length === 0 ? null : (
        <>
          <h2>{t("whatIf.follows.stays")}</h2>
          <p>{t("whatIf.keep", { count: verdict.kept.length, names: namesWords(verdict.kept, t) })}</p>
        </>
      )}
      <Commands answer={answer} steps={steps} />
      <Undo advice={undoAdvice(steps, answer)} />
    </aside>
  );
}
