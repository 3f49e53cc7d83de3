import { LAB_CAUSE_GROUPS, LAB_CAUSES } from "@daemonscope/shared/http/lab";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { type FormEvent, useId, useState } from "react";
import { useCluster } from "../../../data/hooks/cluster-context.ts";
import { useView } from "../../../data/url/navigation.ts";
import type { View } from "../../../data/url/url.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../lab.module.css";
import type { LabUse } from "../use-lab.ts";
import { bodyOf, FAULTS, type Fault, FORM_GROUPS, FORMS, type Form, type FormField } from "./free-play-forms.ts";

/** Limit of offered names: more would make the list slower than typing. */
const MAX_OFFERED_NAMES = 300;
const NO_NAMES: readonly string[] = [];

const MANIFEST = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: my-agent
  namespace: default
spec:
  selector:
    matchLabels: {app: my-agent}
  template:
    metadata:
      labels: {app: my-agent}
    spec:
      containers:
        - name: my-agent
          image: my-agent:1.0
`;

interface InputProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: string;
  readonly nodeList: string;
  readonly daemonSets: readonly string[];
  readonly onChange: (value: string) => void;
}

function Input({ id, field, value, nodeList, daemonSets, onChange }: InputProps) {
  const { t } = useTranslation("lab");
  switch (field.kind) {
    case "choice":
      return (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.word === undefined ? choice.value : t(`words.${choice.word}`)}
            </option>
          ))}
        </select>
      );
    case "cause":
      return (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {LAB_CAUSE_GROUPS.map((group) => (
            <optgroup key={group} label={t(`causeGroups.${group}`)}>
              {LAB_CAUSES[group].map((cause) => (
                <option key={cause} value={cause}>
                  {t(`causes.${cause}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      );
    case "daemonSet":
      return (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {daemonSets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      );
    case "manifest":
      return <textarea id={id} rows={9} spellCheck={false} required value={value} onChange={(event) => onChange(event.target.value)} />;
    case "number":
      return (
        <input
          id={id}
          type="number"
          min={field.min}
          max={field.max}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "node":
    case "text":
      return (
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          required={field.optional !== true && field.name !== "value"}
          list={field.kind === "node" ? nodeList : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** Returns the node or DaemonSet of the current page, which prefills the forms. */
function currentObject(view: View): { readonly node?: string | undefined; readonly daemonSet?: string } {
  if (view.page === "node") return { node: view.name };
  return view.page === "daemonSet" ? { node: view.node, daemonSet: `${view.namespace}/${view.name}` } : {};
}

function initialValue(field: FormField, nodes: readonly string[], daemonSets: readonly string[], view: View): string {
  switch (field.kind) {
    case "choice":
      return field.choices[0]?.value ?? "";
    case "cause":
      return LAB_CAUSES.creation[0];
    case "daemonSet":
      return currentObject(view).daemonSet ?? daemonSets[0] ?? "";
    case "manifest":
      return MANIFEST;
    case "number":
      return String(field.start);
    case "node":
      return currentObject(view).node ?? nodes[0] ?? "";
    case "text":
      return "";
  }
}

/** Applies changes to the simulated cluster, and injects faults into its API server. An exercise opens the form, offers
 *  no faults, and may begin with a manifest. */
export function FreePlay({ lab, exercise }: { readonly lab: LabUse; readonly exercise?: { readonly manifest?: string } }) {
  const { t } = useTranslation("lab");
  const nodes = useCluster(({ state }) => state && sortedNames(state.rows)) ?? NO_NAMES;
  const daemonSets = useCluster(({ state }) => state && sortedNames(state.columns)) ?? NO_NAMES;
  const view = useView();
  const [form, setForm] = useState<Form | undefined>(
    exercise?.manifest === undefined ? FORMS[0] : FORMS.find(({ word }) => word === "apply"),
  );
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    exercise?.manifest === undefined ? {} : { manifest: exercise.manifest },
  );
  const isExercise = exercise !== undefined;
  const nodeList = useId();
  if (form === undefined) return null;
  const fieldValue = (field: FormField, from = values): string => from[field.name] ?? initialValue(field, nodes, daemonSets, view);
  const perform = (played: Form, from: Readonly<Record<string, string>>) => {
    const submitted = Object.fromEntries(played.fields.map((field) => [field.name, fieldValue(field, from)]));
    void lab.perform(played.verb, bodyOf(played, submitted));
  };
  const breakBy = ({ form: word, values: set }: Fault) => {
    const fault = FORMS.find((each) => each.word === word);
    if (fault === undefined) return;
    setForm(fault);
    setValues(set);
    perform(fault, set);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    perform(form, values);
  };
  return (
    <>
      {isExercise ? null : (
        <>
          <h2>{t("words.breakSomething")}</h2>
          <div className={css.chips}>
            {FAULTS.map((fault) => (
              <button key={fault.word} type="button" className="btn" onClick={() => breakBy(fault)}>
                {t(`words.${fault.word}`)}
              </button>
            ))}
          </div>
        </>
      )}
      <details className={css.more} open={isExercise}>
        <summary>{t(isExercise ? "words.freePlay" : "words.more")}</summary>
        <form className={css.form} onSubmit={submit} aria-label={t("words.freePlay")}>
          <label>
            <span>{t("words.whatToDo")}</span>
            <select value={form.word} onChange={(event) => setForm(FORMS.find(({ word }) => word === event.target.value))}>
              {FORM_GROUPS.map(({ word, forms }) => (
                <optgroup key={word} label={t(`words.${word}`)}>
                  {forms.map((each) => (
                    <option key={each.word} value={each.word}>
                      {t(`words.${each.word}`)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </label>
          {form.fields.map((field) => (
            <label key={field.name} htmlFor={`${nodeList}-${field.name}`} className={field.kind === "manifest" ? css.tall : undefined}>
              <span>{t(`words.${field.word}`)}</span>
              <Input
                id={`${nodeList}-${field.name}`}
                field={field}
                value={fieldValue(field)}
                nodeList={nodeList}
                daemonSets={daemonSets}
                onChange={(value) => setValues({ ...values, [field.name]: value })}
              />
            </label>
          ))}
          <datalist id={nodeList}>
            {nodes.slice(0, MAX_OFFERED_NAMES).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <button type="submit" className="btn">
            {t("words.doIt")}
          </button>
        </form>
      </details>
    </>
  );
}
