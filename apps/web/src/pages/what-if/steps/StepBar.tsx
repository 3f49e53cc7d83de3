import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { StepSyntaxError } from "@daemonscope/daemonset/actions/steps/parse-step";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { type ClusterState, daemonSetNamed, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "../../../ui/announce/announce.ts";
import { stepPhrase } from "../../../words/facts/step-phrase.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { AddStep } from "./AddStep.tsx";
import { StepChip } from "./StepChip.tsx";
import { StepForm } from "./StepForm.tsx";
import { type DraftKind, draftOf, type EditField, emptyDraft, type StepDraft } from "./step-draft.ts";
import css from "./steps.module.css";

interface IfBarProps {
  /** There is no step: the bar is below the ready questions, and offers common steps. */
  readonly isStart: boolean;
  /** Selector of the element that gets the focus after the next render: the bar may move meanwhile. */
  readonly focusNext: RefObject<string | undefined>;
  readonly steps: readonly Step[];
  /** The URL contains a text that is no step. */
  readonly unread: StepSyntaxError | undefined;
  /** The answer for these steps; undefined while it is requested. */
  readonly answer: WhatIfAnswer | undefined;
  readonly state: ClusterState;
  /** Key of the shown DaemonSet. */
  readonly daemonSet: string | undefined;
  /** Nodes that were selected elsewhere. */
  readonly selected: readonly string[];
  readonly onChange: (steps: readonly Step[]) => void;
  /** Buttons at the right of the steps. */
  readonly tools: ReactNode;
}

/** An open form: of an existing step, or of a new one. */
interface Open {
  readonly at: number | undefined;
  readonly draft: StepDraft;
}

/** Returns the shown DaemonSet, else the first. */
const shownRecord = (state: ClusterState, key: string | undefined) =>
  (key === undefined ? undefined : daemonSetNamed(state, key)) ?? daemonSetsOf(state)[0];

interface ProblemsProps extends Pick<IfBarProps, "answer" | "unread"> {
  readonly onStartOver: () => void;
}

/** Why the server or Daemonscope rejected steps, each with its number. */
function Problems({ answer, unread, onStartOver }: ProblemsProps) {
  const { t } = useTranslation();
  const problems = (answer?.steps ?? []).flatMap(({ problem }, at) => (problem === undefined ? [] : [{ at, problem }]));
  return (
    <>
      {unread === undefined ? null : (
        <div className={css.problems} role="alert">
          {t("whatIf.notRead", { text: unread.text, word: unread.word === "" ? unread.text : unread.word, needs: unread.expected })}{" "}
          <button type="button" className="btn" onClick={onStartOver}>
            {t("whatIf.startOver")}
          </button>
        </div>
      )}
      {problems.length === 0 ? null : (
        <div role="alert">
          <ul className={css.problems}>
            {problems.map(({ at, problem: { by, message } }) => (
              <li key={at}>
                {at + 1}. {t(`whatIf.problem.${by}`, { message })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Moves the focus after the pressed element was removed: to the element in the bar that matches a selector. */
function useNextFocus(focusNext: RefObject<string | undefined>) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusNext.current === undefined) return;
    bar.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = undefined;
  });
  return bar;
}

/** Moves one member of a list to another index. Returns the same list if the index is equal or invalid. */
function moveStep<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const member = list[from];
  if (member === undefined || to < 0 || to >= list.length || to === from) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, member);
}

/** Steps that a start page offers besides its questions. */
const COMMON_EDITS = ["strategy", "tolerations", "resources"] as const;

function CommonSteps({ onForm }: { readonly onForm: (kind: DraftKind, field?: EditField) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="btn" onClick={() => onForm("cordon")}>
        {t("whatIf.start.cordon")}
      </button>
      {COMMON_EDITS.map((field) => (
        <button key={field} type="button" className="btn" onClick={() => onForm("edit", field)}>
          {t(`whatIf.start.${field}`)}
        </button>
      ))}
    </>
  );
}

/** The change as one sentence of steps. Each part can be edited in place. */
export function StepBar({ isStart, focusNext, steps, unread, answer, state, daemonSet, selected, onChange, tools }: IfBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const bar = useNextFocus(focusNext);
  const change = (next: readonly Step[], focus: string) => {
    focusNext.current = focus;
    setOpen(undefined);
    onChange(next);
  };
  const chip = (at: number) => `[data-step="${at}"] [aria-expanded]`;
  const addButton = "[data-add-step]";
  const onMove = (from: number, to: number) => {
    const next = moveStep(steps, from, to);
    if (next === steps) return;
    announce(t("whatIf.moved", { from: from + 1, to: to + 1 }));
    change(next, chip(to));
  };
  const onRemove = (at: number) => {
    announce(t("whatIf.removed", { at: at + 1 }));
    change(steps.toSpliced(at, 1), steps.length > 1 ? chip(Math.max(0, at - 1)) : addButton);
  };
  const close = () => {
    focusNext.current = open?.at === undefined ? addButton : chip(open.at);
    setOpen(undefined);
  };
  const openForm = (kind: DraftKind, field?: EditField) =>
    setOpen({ at: undefined, draft: emptyDraft(kind, selected, kind === "edit" ? shownRecord(state, daemonSet) : undefined, field) });
  return (
    <section ref={bar} className={isStart ? undefined : css.bar} aria-label={t("whatIf.steps")}>
      <div className={css.sentence}>
        {isStart ? <span className={css.then}>{t("whatIf.start.more")}</span> : <b>{t("whatIf.if")}</b>}
        <ol>
          {steps.map((step, at) => {
            const preview = answer?.steps[at];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
              <Fragment key={at}>
                {at === 0 ? null : (
                  <li className={css.then} aria-hidden="true">
                    {t("whatIf.next")}
                  </li>
                )}
                <StepChip
                  step={step}
                  at={at}
                  of={steps.length}
                  phrase={stepPhrase(step, (key) => daemonSetNamed(state, key), t)}
                  preview={preview}
                  isOpen={open?.at === at}
                  onOpen={() => (open?.at === at ? close() : setOpen({ at, draft: draftOf(step) }))}
                  onChange={(next) => onChange(steps.with(at, next))}
                  onRemove={() => onRemove(at)}
                  onMove={onMove}
                />
              </Fragment>
            );
          })}
        </ol>
        {isStart ? <CommonSteps onForm={openForm} /> : null}
        <AddStep selected={selected.length} onKind={openForm} />
        <span className="grow" />
        {isStart ? (
          <button type="button" className="btn quiet" onClick={() => openForm("text")}>
            {t("whatIf.kinds.text")}
          </button>
        ) : (
          tools
        )}
      </div>
      <Problems answer={answer} unread={unread} onStartOver={() => change([], addButton)} />
      {open === undefined ? null : (
        <StepForm
          key={`${open.at} ${open.draft.kind}`}
          first={open.draft}
          isChange={open.at !== undefined}
          state={state}
          onCancel={close}
          onDone={(step) =>
            open.at === undefined ? change([...steps, step], chip(steps.length)) : change(steps.with(open.at, step), chip(open.at))
          }
        />
      )}
    </section>
  );
}
