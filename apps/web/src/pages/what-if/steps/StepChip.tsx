import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { StepPreview } from "@daemonscope/shared/http/what-if";
import type { KeyboardEvent } from "react";
import { CloseIcon } from "../../../ui/controls/icons.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import type { StepPhrase } from "../../../words/facts/step-phrase.ts";
import { Trans, useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./steps.module.css";

interface StepChipProps {
  readonly step: Step;
  readonly at: number;
  readonly of: number;
  readonly phrase: StepPhrase;
  /** The server's result; undefined while it is requested. */
  readonly preview: StepPreview | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
  readonly onMove: (from: number, to: number) => void;
}

const EFFECTS = ["NoSchedule", "NoExecute"] as const;

/** Switches the effect of a taint with one press, because the effect determines most of the outcome. */
function EffectSwitch({ step, onChange }: { readonly step: Extract<Step, { kind: "taint" }>; readonly onChange: (step: Step) => void }) {
  const { t } = useTranslation();
  const [taint, second] = step.taints;
  if (taint === undefined || second !== undefined || taint.effect === "PreferNoSchedule") return null;
  return (
    <fieldset className={css.effects} aria-label={t("whatIf.form.effect")}>
      {EFFECTS.map((effect) => (
        <button
          key={effect}
          type="button"
          lang="en"
          aria-pressed={taint.effect === effect}
          onClick={() => onChange({ ...step, taints: [{ ...taint, effect }] })}
        >
          {effect}
        </button>
      ))}
    </fieldset>
  );
}

/** One step of the sentence: its text opens its form, ✕ removes it, dragging or Alt and an arrow moves it. */
export function StepChip({ step, at, of, phrase, preview, isOpen, onOpen, onChange, onRemove, onMove }: StepChipProps) {
  const { t } = useTranslation();
  const hasSwitch = step.kind === "taint" && step.taints.length === 1 && step.taints[0]?.effect !== "PreferNoSchedule";
  const values =
    hasSwitch && typeof phrase.values.what === "string"
      ? { ...phrase.values, what: phrase.values.what.replace(/:[A-Za-z]+$/, "") }
      : phrase.values;
  const onKeyDown = (event: KeyboardEvent) => {
    const isBack = event.key === "ArrowLeft" || event.key === "ArrowUp";
    const isOn = event.key === "ArrowRight" || event.key === "ArrowDown";
    if (event.altKey && (isBack || isOn)) onMove(at, at + (isBack ? -1 : 1));
    else if (event.key === "Delete" && !event.altKey) onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const problem = preview?.problem;
  return (
    <li
      className={classes(css.step, problem !== undefined && css.refused, preview?.isSoAlready === true && css.idle)}
      data-step={at}
      draggable={of > 1}
      onDragStart={(event) => {
        event.dataTransfer.setData("application/x-step", String(at));
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("application/x-step")) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = Number(event.dataTransfer.getData("application/x-step"));
        event.preventDefault();
        if (Number.isInteger(from)) onMove(from, at);
      }}
    >
      <span className={css.number} aria-hidden="true">
        {at + 1}
      </span>
      <button
        type="button"
        className={css.says}
        aria-expanded={isOpen}
        aria-description={t("whatIf.order", { at: at + 1, of })}
        title={problem?.message}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <Trans i18nKey={`whatIf.chip.${phrase.key}`} values={values} components={{ b: <b />, u: <u />, code: <code /> }} />
      </button>
      {step.kind === "taint" ? <EffectSwitch step={step} onChange={onChange} /> : null}
      <button type="button" className={css.remove} aria-label={t("whatIf.remove", { at: at + 1 })} onClick={onRemove}>
        <CloseIcon />
      </button>
    </li>
  );
}
