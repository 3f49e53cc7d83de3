import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { nameOfKey, splitKey } from "@daemonscope/kube/base/object-key";
import type { WhatIfAnswer, WhatIfPairAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf, sortedNames } from "@daemonscope/shared/state/row-ids";
import { Fragment } from "react";
import { previewProblem } from "../../../data/api/preview-refusal.ts";
import { useWhatIfPair } from "../../../data/api/queries.ts";
import { cellStyleOf } from "../../../data/cell/cell-style.ts";
import { groupOf } from "../../../data/rows/grouping.ts";
import type { WhatIfView } from "../../../data/url/url.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { GhostSwatch } from "../../../draw/ghost/GhostSwatch.tsx";
import { ghostAt, previewCellByte } from "../../../panels/actions/effect/ghost-column.ts";
import { CheckMark } from "../../../panels/causes/CheckMark.tsx";
import { Drawer } from "../../../ui/drawer/Drawer.tsx";
import { useCommand } from "../../../ui/keys/use-command.ts";
import { classes } from "../../../ui/theme/classes.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { parseWhatIfDisplay, updateWhatIfDisplay } from "../what-if-display.ts";
import css from "./node-then.module.css";
import { type CheckOutcome, type CheckPreview, previewChecks } from "./preview-checks.ts";
import type { ShownEffect } from "./use-what-if-effect.ts";

interface NodePreviewProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer;
  readonly effect: ShownEffect;
  readonly node: string;
  readonly version: unknown;
  readonly onAdd: (steps: readonly Step[]) => void;
}

const OutcomeMark = ({ mark }: { readonly mark: CheckOutcome }) =>
  mark === "absent" ? (
    <span className="i3" aria-hidden="true">
      –
    </span>
  ) : (
    <CheckMark kind={mark} />
  );

/** Returns the text of a check without lines. */
function checkNote({ kind, lines, after }: CheckPreview, t: Translate): string {
  if (lines.length > 0) return kind === "nodeName" ? t("checks.nodeName.pinned", { node: lines[0]?.text ?? "" }) : "";
  if (after === "absent") return "";
  return t(`checks.${kind}.none`);
}

function Checks({ pair, name }: { readonly pair: WhatIfPairAnswer; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <div className={css.checks}>
      <div className={`${css.line} ${css.head}`}>
        <span>{t("whatIf.node.onThis", { name })}</span>
        <span>{t("whatIf.node.now")}</span>
        <span>{t("whatIf.node.later")}</span>
      </div>
      {previewChecks(pair.now, pair.after).map((check) => {
        const decides = check.changes && (check.before !== check.after || check.after === "failed");
        return (
          <div key={check.kind} className={classes(css.check, check.changes && css.changes)}>
            <div className={css.line}>
              <span>
                <b>{t(`checks.${check.kind}.name`)}</b>{" "}
                <span className="i2">{decides ? t("whatIf.node.decides") : checkNote(check, t)}</span>
              </span>
              <OutcomeMark mark={check.before} />
              <OutcomeMark mark={check.after} />
            </div>
            {check.kind === "nodeName"
              ? null
              : check.lines.map((line) => (
                  <div key={line.text} className={classes(css.line, css.part, line.before !== line.after && css.other)}>
                    <code>{line.text}</code>
                    <OutcomeMark mark={line.before} />
                    <OutcomeMark mark={line.after} />
                  </div>
                ))}
          </div>
        );
      })}
    </div>
  );
}

function Fit({ pair }: { readonly pair: WhatIfPairAnswer }) {
  const { t } = useTranslation();
  const { fit } = pair;
  if (fit === undefined || (fit.shortages.length === 0 && fit.ports.length === 0)) return null;
  return (
    <ul className={css.fit}>
      {fit.shortages.map(({ resource, needs, free, allocatable }) => (
        <li key={resource}>
          {t("whatIf.node.needs", { amount: needs, resource })}{" "}
          <span data-tone="starting">{t("whatIf.node.has", { amount: free, all: allocatable })}</span>
        </li>
      ))}
      {fit.ports.map(({ port, protocol, holders }) => (
        <li key={`${port}/${protocol}`} data-tone="starting">
          {t("whatIf.node.port", {
            port: `${port}/${protocol}`,
            holder: holders.map(({ namespace, name }) => `${namespace}/${name}`).join(", "),
          })}
        </li>
      ))}
    </ul>
  );
}

/** One node now and after the steps: every check of the shown DaemonSet, and all daemon pods on the node. */
export function NodePreview({ view, state, steps, answer, effect, node, version, onAdd }: NodePreviewProps) {
  const { t } = useTranslation();
  const { nodes } = effect;
  const row = rowIdOf(nodes.rows, node);
  const look = parseWhatIfDisplay(view);
  const key = look.daemonSet ?? answer.daemonSets.find(({ rollout }) => rollout !== undefined)?.key ?? answer.daemonSets[0]?.key ?? "";
  const [namespace, name] = splitKey(key);
  const { data: pair, error } = useWhatIfPair(steps, namespace, name, node, version);
  const close = () => updateWhatIfDisplay(view, { node: undefined });
  useCommand("up", close);
  const record = row === undefined ? undefined : (nodes.then[row] ?? nodes.now[row]);
  if (row === undefined || record === undefined) {
    return (
      <Drawer label={t("whatIf.node.label", { node })} title={node} onClose={close}>
        <p>{t("whatIf.form.problems.unknownNode", { name: node })}</p>
      </Drawer>
    );
  }
  const changed = new Set(answer.daemonSets.map((set) => set.key));
  const keys = [...answer.daemonSets.map((set) => set.key), ...sortedNames(state.columns).filter((each) => !changed.has(each))];
  const podsHere = keys
    .map((each) => {
      const column = effect.columnOf(each);
      return { key: each, ghost: ghostAt(column, row), byte: column.bytes[row] ?? 0 };
    })
    .filter(({ ghost, byte }) => ghost !== "same" || cellStyleOf(byte, undefined).state !== "excluded");
  const removedCount = podsHere.filter(({ ghost }) => ghost === "goes").length;
  const addedCount = podsHere.filter(({ ghost }) => ghost === "comes").length;
  const title = nodes.leaving.has(row)
    ? t("whatIf.node.leaves", { node })
    : nodes.joining.has(row)
      ? t("whatIf.node.joins", { node, count: addedCount })
      : removedCount > 0
        ? t("whatIf.node.loses", { node, count: removedCount, all: podsHere.length - addedCount })
        : t("whatIf.node.keeps", { node });
  const group = groupOf(record, look.group);
  const column = effect.columnOf(key);
  const similarNodes = nodes.then.filter(
    (other, at) =>
      other !== undefined && at !== row && groupOf(other, look.group) === group && ghostAt(column, at) === ghostAt(column, row),
  ).length;
  const keepBy = answer.daemonSets.find((set) => set.key === key)?.keepBy;
  return (
    <Drawer label={t("whatIf.node.label", { node })} title={title} onClose={close}>
      {similarNodes === 0 || group === "" ? null : <p className="i2">{t("whatIf.node.alike", { count: similarNodes, group })}</p>}
      {pair === undefined ? (
        <p role={error === null ? "status" : "alert"}>{error === null ? t("whatIf.node.asking") : previewProblem(error, t)}</p>
      ) : (
        <>
          <Checks pair={pair} name={name} />
          <Fit pair={pair} />
        </>
      )}
      <div className={css.checks}>
        <div className={`${css.line} ${css.head}`}>
          <span>{t("whatIf.node.podsHere")}</span>
          <span>{t("whatIf.node.now")}</span>
          <span>{t("whatIf.node.later")}</span>
        </div>
        {podsHere.map(({ key: each, ghost, byte }) => {
          const now = cellStyleOf(byte, undefined);
          return (
            <Fragment key={each}>
              <div className={`${css.line} ${css.pod}`}>
                <button
                  type="button"
                  className={ghost === "same" ? "i2" : "strong"}
                  aria-pressed={each === key}
                  onClick={() => updateWhatIfDisplay(view, { daemonSet: each })}
                >
                  {nameOfKey(each)}
                </button>
                {nodes.joining.has(row) ? <span className="i3">–</span> : <CellSwatch look={now} size={15} />}
                {ghost === "same" ? (
                  <CellSwatch look={cellStyleOf(previewCellByte(byte, ghost), undefined)} size={15} />
                ) : (
                  <GhostSwatch look={{ ghost, now }} size={17} />
                )}
              </div>
            </Fragment>
          );
        })}
      </div>
      {keepBy === undefined ? null : (
        <p className={css.keep}>
          <button type="button" className="btn" onClick={() => onAdd([keepBy])}>
            + {t("whatIf.node.letStay", { name })}
          </button>{" "}
          <span className="i3">{t("whatIf.node.letStayMeans")}</span>
        </p>
      )}
    </Drawer>
  );
}
