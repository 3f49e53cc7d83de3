import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import type { EditedOwnership } from "@daemonscope/daemonset/records/ownership";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { ActionPlan, ChangedField } from "@daemonscope/shared/http/actions";
import type { Ghost } from "@daemonscope/shared/http/what-if";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import type { ReactNode } from "react";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { CommandLine } from "../../../ui/controls/CommandLine.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { stepsPhraseText } from "../../../words/facts/step-phrase.ts";
import { countText } from "../../../words/format/figures.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { CheckMark } from "../../causes/CheckMark.tsx";
import { BeforeAfter } from "../effect/BeforeAfter.tsx";
import { ghostCellStyle } from "../effect/GhostLegend.tsx";
import { stallKind } from "../effect/what-if-text.ts";
import { podCountOf, rolloutOf } from "../effect/what-if-verdict.ts";
import { EffectMap } from "./EffectMap.tsx";
import css from "./plan-lines.module.css";
import { decidingController, deniedRights, fieldGroups, noUndoWords, podsKept, podsOrphaned, rightWords } from "./plan-text.ts";

function Line({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <section className={css.planLine} aria-label={head}>
      <h3>{head}</h3>
      <div>{children}</div>
    </section>
  );
}

const SHOWN_GHOSTS: readonly Exclude<Ghost, "same">[] = ["goes", "restarts", "unfit", "comes", "stays", "replacedByHand"];
const COUNTS = ["desired", "current", "misscheduled"] as const;

/** The counts that change although no pod does. */
function ChangedCounts({ effect }: Pick<ActionPlan, "effect">) {
  const { t } = useTranslation();
  const changed = effect.daemonSets.flatMap((set) =>
    COUNTS.filter((count) => set.now[count] !== set.then[count]).map((count) => ({ set, count })),
  );
  return (
    <ul className={css.counts}>
      {changed.map(({ set, count }) => (
        <li key={`${set.key} ${count}`}>
          <code>{nameOfKey(set.key)}</code> <span className="i3">{t(`whatIf.table.${count}`)}</span>{" "}
          <BeforeAfter now={set.now[count]} then={set.then[count]} />
        </li>
      ))}
    </ul>
  );
}

function Effect({ plan }: { readonly plan: ActionPlan }) {
  const { t } = useTranslation();
  const { effect } = plan;
  const rolling = effect.daemonSets.map(rolloutOf).find((rollout) => rollout !== undefined && !rollout.byHand);
  const rows = SHOWN_GHOSTS.map((ghost) => ({ ghost, count: podCountOf(effect, ghost) })).filter(({ count }) => count > 0);
  const kept = podsKept(effect);
  const orphaned = podsOrphaned(effect);
  const controller = decidingController(plan);
  const isCountsOnly = rows.length === 0 && controller === undefined && effect.daemonSets.length > 0;
  return (
    <>
      {controller === undefined ? null : <p>{t("acting.effect.controller", { controller })}</p>}
      {rows.length > 0 || controller !== undefined ? null : <p>{t(isCountsOnly ? "acting.effect.counts" : "acting.effect.none")}</p>}
      {isCountsOnly ? <ChangedCounts effect={effect} /> : null}
      <ul className={css.effects}>
        {rows.map(({ ghost, count }) => (
          <li key={ghost}>
            <GhostSwatch look={ghostCellStyle(ghost)} size={16} />
            <b>{countText(count)}</b>
            <span>
              {t(`acting.effect.${ghost === "stays" && orphaned === count ? "orphaned" : ghost}`)}{" "}
              {ghost === "restarts" && rolling !== undefined ? (
                <span className="i2">
                  {rolling.stands === undefined
                    ? t("acting.effect.waves", { atOnce: rolling.atOnce, count: rolling.waves })
                    : t("acting.effect.atOnce", { atOnce: rolling.atOnce })}
                </span>
              ) : null}
            </span>
          </li>
        ))}
        {rows.length > 0 && kept > 0 ? (
          <li>
            <GhostSwatch look={ghostCellStyle("same")} size={16} />
            <b>{countText(kept)}</b>
            <span>{t("acting.effect.same")}</span>
          </li>
        ) : null}
      </ul>
      <EffectMap effect={effect} />
      {rolling?.stands === undefined ? null : (
        <p data-tone="starting">
          {t(`acting.effect.${stallKind(rolling.stands)}`, {
            endsAt: rolling.stands.endsAt,
            count: rolling.stands.unfit,
          })}
        </p>
      )}
    </>
  );
}

const MAX_FIELDS = 40;

function Change({ field: { path, before, after } }: { readonly field: ChangedField }) {
  return (
    <>
      {before === undefined ? null : (
        <del lang="en">
          <i aria-hidden="true">−</i> {path}: {before}
        </del>
      )}
      {after === undefined ? null : (
        <ins lang="en">
          <i aria-hidden="true">+</i> {path}: {after}
        </ins>
      )}
    </>
  );
}

function Fields({ fields }: { readonly fields: readonly ChangedField[] }) {
  const { t } = useTranslation();
  const groups = fieldGroups(fields);
  const all = groups.flatMap(({ fields: groupFields }) => groupFields);
  const shown = new Set(all.slice(0, MAX_FIELDS));
  return (
    <div className={css.diff}>
      {groups
        .filter(({ fields: [first] }) => first !== undefined && shown.has(first))
        .map(({ object, others, fields: groupFields }) => (
          <div key={object}>
            <code className={css.object} title={others.length === 0 ? undefined : [object, ...others].join("\n")}>
              {others.length === 0 ? object : t("acting.alike", { object, count: others.length })}
            </code>
            {groupFields
              .filter((field) => shown.has(field))
              .map((field) => (
                <Change key={`${field.path} ${field.before} ${field.after}`} field={field} />
              ))}
          </div>
        ))}
      {all.length > MAX_FIELDS ? <p className="i3">{t("acting.moreFields", { count: all.length - MAX_FIELDS })}</p> : null}
    </div>
  );
}

function Server({ dryRun }: Pick<ActionPlan, "dryRun">) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  if (dryRun.kind === "unasked") return <p className="i2">{t("acting.server.untried", { message: dryRun.message })}</p>;
  const time = momentText(dryRun.atMs, dayMs, true);
  if (dryRun.kind === "refused")
    return (
      <>
        <p>
          <CheckMark kind="failed" /> {t("acting.server.refused", { time, status: dryRun.httpStatus })}
        </p>
        <blockquote lang="en">{dryRun.message}</blockquote>
      </>
    );
  return (
    <>
      <p>
        <CheckMark kind="passed" /> {t("acting.server.accepted", { time, count: dryRun.warnings.length })}
      </p>
      {dryRun.warnings.map((warning) => (
        <blockquote key={warning} lang="en">
          Warning: {warning}
        </blockquote>
      ))}
    </>
  );
}

function Rights({ plan }: { readonly plan: ActionPlan }) {
  const { t } = useTranslation();
  if (plan.rights.length === 0) return <p className="i2">{t("acting.rights.none")}</p>;
  return (
    <ul className={css.rights}>
      {plan.rights.map((right) => (
        <li key={`${right.verb} ${right.resource} ${right.namespace ?? ""}`} className={classes(!right.allowed && css.denied)}>
          <CheckMark kind={right.allowed ? "passed" : "failed"} /> <code>{rightWords(right, t)}</code>
        </li>
      ))}
      {deniedRights(plan).length === 0 ? null : <li className="i2">{t("acting.rights.denied")}</li>}
    </ul>
  );
}

/** States what the owners of the changed DaemonSets do to the change, each once. */
function OwnerWarnings({ owners }: { readonly owners: readonly (EditedOwnership | undefined)[] }) {
  const { t } = useTranslation();
  const sentences = new Set(owners.flatMap((owner) => (owner === undefined ? [] : [editedOwnershipText(t, owner)])));
  if (sentences.size === 0) return null;
  return (
    <Line head={t("laterModel.owner.head")}>
      {Array.from(sentences, (sentence) => (
        <p key={sentence} data-tone="starting">
          {sentence}
        </p>
      ))}
    </Line>
  );
}

/** More steps are only counted. */
const MAX_SHOWN_STEPS = 3;

/** Reports whether the plan has preconditions: each object must be unchanged since it was read. */
const hasPreconditions = ({ requests }: ActionPlan): boolean =>
  requests.some((request) => request.kind === "patch" || request.kind === "restoreRevision" || request.kind === "delete");

/** The plan in the order of likely questions: effect, owner, patch, preconditions, server, rights, command, undo. */
export function PlanLines({ plan }: { readonly plan: ActionPlan }) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  const { undo } = plan;
  return (
    <>
      <Line head={t("acting.head.effect")}>
        <Effect plan={plan} />
      </Line>
      <OwnerWarnings owners={plan.effect.steps.map(({ owner }) => owner)} />
      {plan.fields.length === 0 ? null : (
        <Line head={t("acting.head.patch")}>
          <Fields fields={plan.fields} />
        </Line>
      )}
      {hasPreconditions(plan) ? (
        <Line head={t("acting.head.onlyIf")}>
          <p>{t("acting.onlyIf", { time: momentText(plan.atMs, dayMs, true) })}</p>
        </Line>
      ) : null}
      <Line head={t("acting.head.server")}>
        <Server dryRun={plan.dryRun} />
      </Line>
      <Line head={t("acting.head.rights")}>
        <Rights plan={plan} />
      </Line>
      <Line head="kubectl">
        {plan.kubectl === undefined ? (
          <p className="i2">{t(plan.question.batch === undefined ? "acting.kubectl.tooLong" : "acting.kubectl.waves")}</p>
        ) : (
          <CommandLine line={plan.kubectl} label={t("acting.copy")} />
        )}
      </Line>
      <Line head={t("acting.head.undo")}>
        <p>
          {undo.kind === "none" ? (
            noUndoWords(undo, t)
          ) : (
            <>
              <span title={formatSteps(undo.steps)}>
                {undo.steps.length > MAX_SHOWN_STEPS
                  ? t("acting.undo.offered", { count: undo.steps.length })
                  : stepsPhraseText(undo.steps, t)}
              </span>{" "}
              <span className="i3">{t("acting.undo.until")}</span>
            </>
          )}
        </p>
      </Line>
    </>
  );
}
