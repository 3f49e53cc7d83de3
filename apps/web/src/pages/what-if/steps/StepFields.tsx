import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { type ReactNode, useId } from "react";
import { classes } from "../../../ui/theme/classes.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { NumberedText } from "./NumberedText.tsx";
import { errorLine, problemWords } from "./problem-text.ts";
import { type DraftProblem, matchCount } from "./read-draft.ts";
import { currentValues, type DraftField, EDIT_FIELDS, type EditField, isAtNodes, type StepDraft } from "./step-draft.ts";
import css from "./steps.module.css";

interface FieldsProps {
  readonly draft: StepDraft;
  readonly nodes: readonly NodeRecord[];
  readonly records: readonly DaemonSetRecord[];
  /** Returns the problem of a field. */
  readonly problemOf: (field: DraftField) => DraftProblem | undefined;
  readonly onChange: (fields: Partial<StepDraft["fields"]>) => void;
}

interface FieldProps extends Pick<FieldsProps, "problemOf"> {
  readonly field: DraftField;
  readonly label: string;
  readonly help?: string | undefined;
  readonly isWide?: boolean;
  readonly children: (attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A field with its name, and one sentence if it has a problem. */
function Field({ field, label, help, isWide = false, problemOf, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const problem = problemOf(field);
  const hasNote = problem !== undefined || help !== undefined;
  return (
    <div className={classes(css.field, isWide && css.wide)}>
      <label htmlFor={id}>
        <span className="i2">{label}</span>
      </label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": hasNote ? `${id}-note` : undefined })}
      {problem === undefined ? null : (
        <span id={`${id}-note`} className={css.problem} role="alert">
          {problemWords(problem, t)}
        </span>
      )}
      {problem !== undefined || help === undefined ? null : (
        <span id={`${id}-note`} className={css.help}>
          {help}
        </span>
      )}
    </div>
  );
}

interface TextProps extends FieldsProps {
  readonly field: DraftField;
  readonly label: string;
  readonly help?: string;
  readonly size?: number;
  readonly rows?: number;
  readonly list?: readonly string[];
}

function Text({ field, label, help, size = 18, rows, list, ...props }: TextProps) {
  const listId = useId();
  const value = props.draft.fields[field];
  const onChange = (text: string) => props.onChange({ [field]: text });
  return (
    <Field field={field} label={label} help={help} problemOf={props.problemOf} isWide={rows !== undefined && rows > 4}>
      {(attributes) =>
        rows === undefined ? (
          <>
            <input
              {...attributes}
              type="text"
              size={size}
              spellCheck={false}
              autoComplete="off"
              list={list === undefined ? undefined : listId}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            {list === undefined ? null : (
              <datalist id={listId}>
                {list.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            )}
          </>
        ) : field === "manifest" ? (
          <NumberedText
            {...attributes}
            rows={rows}
            cols={56}
            spellCheck={false}
            value={value}
            wrongLine={errorLine(props.problemOf(field))}
            onChange={onChange}
          />
        ) : (
          <textarea
            {...attributes}
            rows={rows}
            cols={56}
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

interface ChoiceProps extends FieldsProps {
  readonly field: DraftField;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
}

function Choice({ field, label, options, ...props }: ChoiceProps) {
  return (
    <Field field={field} label={label} problemOf={props.problemOf}>
      {(attributes) => (
        <select {...attributes} value={props.draft.fields[field]} onChange={(event) => props.onChange({ [field]: event.target.value })}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Maximum length of a list of suggestions: a longer one slows typing. */
const MAX_SUGGESTED = 400;

function NodesFields(props: FieldsProps) {
  const { t } = useTranslation();
  const { by, selector } = props.draft.fields;
  const name = useId();
  const matched = by === "selector" && selector.trim() !== "" ? matchCount(selector, props.nodes) : undefined;
  const names = props.nodes.slice(0, MAX_SUGGESTED).map((node) => node.name);
  return (
    <>
      <div className={css.field}>
        <span>{t("whatIf.form.at")}</span>
        <fieldset className={css.choices} aria-label={t("whatIf.form.at")}>
          {(
            [
              ["names", "byName"],
              ["selector", "bySelector"],
              ["all", "allNodes"],
            ] as const
          ).map(([value, words]) => (
            <label key={value}>
              <input type="radio" name={name} checked={by === value} onChange={() => props.onChange({ by: value })} />
              {t(`whatIf.form.${words}`)}
            </label>
          ))}
        </fieldset>
      </div>
      {by === "names" ? <Text {...props} field="names" label={t("whatIf.form.names")} size={34} list={names} /> : null}
      {by === "selector" ? (
        <Text
          {...props}
          field="selector"
          label={t("whatIf.form.selector")}
          size={28}
          help={matched === undefined ? "pool=gpu-a" : t("whatIf.form.matches", { count: matched })}
        />
      ) : null}
    </>
  );
}

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"] as const;

function SetChoice(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <Field field="daemonSet" label={t("whatIf.form.daemonSet")} problemOf={props.problemOf}>
      {(attributes) => (
        <select
          {...attributes}
          value={props.draft.fields.daemonSet}
          onChange={(event) => {
            const record = props.records.find(({ key }) => key === event.target.value);
            const field = props.draft.fields.field as EditField;
            props.onChange({ daemonSet: event.target.value, ...(record === undefined ? {} : currentValues(record, field)) });
          }}
        >
          <option value="">—</option>
          {props.records.map(({ key }) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function ContainerChoice(props: FieldsProps & { readonly record: DaemonSetRecord | undefined }) {
  const { t } = useTranslation();
  const { record } = props;
  const field = props.draft.fields.field as EditField;
  return (
    <Field field="container" label={t("whatIf.form.container")} problemOf={props.problemOf}>
      {(attributes) => (
        <select
          {...attributes}
          value={props.draft.fields.container}
          onChange={(event) =>
            props.onChange({
              container: event.target.value,
              ...(record === undefined ? {} : currentValues(record, field, event.target.value)),
            })
          }
        >
          {(record?.containers ?? []).map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function EditPart(props: FieldsProps & { readonly record: DaemonSetRecord | undefined }) {
  const { t } = useTranslation();
  const field = props.draft.fields.field as EditField;
  const form = (
    word:
      | "image"
      | "tolerations"
      | "nodeSelector"
      | "affinity"
      | "cpu"
      | "memory"
      | "priorityClass"
      | "containerPort"
      | "hostPort"
      | "manifest",
  ) => t(`whatIf.form.${word}`);
  switch (field) {
    case "image":
      return (
        <>
          <ContainerChoice {...props} />
          <Text {...props} field="image" label={form("image")} size={44} />
        </>
      );
    case "tolerations":
      return <Text {...props} field="tolerations" label={form("tolerations")} rows={4} help={t("whatIf.form.tolerationsHelp")} />;
    case "nodeSelector":
      return <Text {...props} field="nodeSelector" label={form("nodeSelector")} size={40} help={t("whatIf.form.nodeSelectorHelp")} />;
    case "affinity":
      return <Text {...props} field="affinity" label={form("affinity")} size={44} help={t("whatIf.form.affinityHelp")} />;
    case "strategy":
      return (
        <>
          <Choice
            {...props}
            field="strategy"
            label={t("whatIf.form.strategy")}
            options={[
              ["RollingUpdate", "RollingUpdate"],
              ["OnDelete", "OnDelete"],
            ]}
          />
          {props.draft.fields.strategy === "OnDelete" ? null : (
            <>
              <Text {...props} field="maxUnavailable" label="maxUnavailable" size={8} />
              <Text {...props} field="maxSurge" label="maxSurge" size={8} />
            </>
          )}
        </>
      );
    case "resources":
      return (
        <>
          <ContainerChoice {...props} />
          <Text {...props} field="cpu" label={form("cpu")} size={10} />
          <Text {...props} field="memory" label={form("memory")} size={10} help={t("whatIf.form.requestsHelp")} />
        </>
      );
    case "priorityClass":
      return (
        <Text
          {...props}
          field="priorityClass"
          label={form("priorityClass")}
          size={28}
          list={["system-node-critical", "system-cluster-critical"]}
        />
      );
    case "hostPorts":
      return (
        <>
          <ContainerChoice {...props} />
          <Text {...props} field="containerPort" label={form("containerPort")} size={8} />
          <Text {...props} field="hostPort" label={form("hostPort")} size={8} help={t("whatIf.form.hostPortHelp")} />
        </>
      );
    case "manifest":
      return <Text {...props} field="manifest" label={form("manifest")} rows={16} />;
  }
}

/** The fields of a form, by the kind of its step. */
export function StepFields(props: FieldsProps) {
  const { t } = useTranslation();
  const { kind, fields } = props.draft;
  const record = props.records.find(({ key }) => key === fields.daemonSet);
  if (isAtNodes(kind))
    return (
      <>
        <NodesFields {...props} />
        {kind === "cordon" || kind === "uncordon" || kind === "leave" ? null : (
          <Text {...props} field="key" label={t("whatIf.form.key")} size={24} />
        )}
        {kind === "taint" || kind === "label" ? <Text {...props} field="value" label={t("whatIf.form.value")} size={16} /> : null}
        {kind === "taint" || kind === "untaint" ? (
          <Choice
            {...props}
            field="effect"
            label={t("whatIf.form.effect")}
            options={[
              ...(kind === "untaint" ? [["", t("whatIf.form.anyEffect")] as const] : []),
              ...EFFECTS.map((effect) => [effect, effect] as const),
            ]}
          />
        ) : null}
      </>
    );
  switch (kind) {
    case "edit":
      return (
        <>
          <SetChoice {...props} />
          <Field field="field" label={t("whatIf.form.what")} problemOf={props.problemOf}>
            {(attributes) => (
              <select
                {...attributes}
                value={fields.field}
                onChange={(event) => {
                  const field = event.target.value as EditField;
                  props.onChange({ field, ...(record === undefined ? {} : currentValues(record, field)) });
                }}
              >
                {EDIT_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {t(`whatIf.fields.${field}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <EditPart {...props} record={record} />
        </>
      );
    case "apply":
      return <Text {...props} field="manifest" label={t("whatIf.form.manifest")} rows={16} help={t("whatIf.form.manifestHelp")} />;
    case "delete":
      return (
        <>
          <SetChoice {...props} />
          <Choice
            {...props}
            field="orphan"
            label={t("whatIf.form.what")}
            options={[
              ["", t("whatIf.form.cascade")],
              ["yes", t("whatIf.form.orphan")],
            ]}
          />
        </>
      );
    case "join":
      return (
        <>
          <Text {...props} field="count" label={t("whatIf.form.count")} size={6} />
          <Text
            {...props}
            field="like"
            label={t("whatIf.form.like")}
            size={20}
            list={props.nodes.slice(0, MAX_SUGGESTED).map(({ name }) => name)}
          />
          <Text {...props} field="labels" label={t("whatIf.form.labels")} size={28} help={t("whatIf.form.labelsHelp")} />
          <Text {...props} field="taints" label={t("whatIf.form.taints")} size={28} help={t("whatIf.form.taintsHelp")} />
        </>
      );
    default:
      return <Text {...props} field="text" label={t("whatIf.form.text")} size={72} help={t("whatIf.form.textHelp")} />;
  }
}
