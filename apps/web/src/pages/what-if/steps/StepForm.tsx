import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { type ClusterState, daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useYaml } from "../../../panels/sections/yaml/use-yaml.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { editableYaml, parseManifest, type ReadManifest } from "./parse-manifest.ts";
import { type DraftProblems, MANIFEST_LIMIT, readDraft } from "./read-draft.ts";
import { StepFields } from "./StepFields.tsx";
import type { StepDraft } from "./step-draft.ts";
import css from "./steps.module.css";

interface StepFormProps {
  readonly first: StepDraft;
  /** The form changes an existing step. */
  readonly isChange: boolean;
  readonly state: ClusterState;
  readonly onDone: (step: Step) => void;
  readonly onCancel: () => void;
}

/** Reads the current YAML of a DaemonSet into the editor when a form opens it. */
function CurrentYaml({ daemonSet, onRead }: { readonly daemonSet: string; readonly onRead: (yaml: string) => void }) {
  const { t } = useTranslation();
  const [namespace, name] = splitKey(daemonSet);
  const { data, error } = useYaml({ namespace, daemonSet: name });
  const text = data?.yaml;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, so that typed text is not overwritten
  useEffect(() => {
    if (text !== undefined) void editableYaml(text).then(onRead, () => onRead(text));
  }, [text]);
  return <p role="status">{error === null ? t("whatIf.form.asItIs") : error.message}</p>;
}

/** Returns the parsed text; undefined while it is being parsed, and if it is empty or too long. */
function useManifest(text: string): ReadManifest | undefined {
  const [read, setRead] = useState<{ readonly text: string; readonly manifest: ReadManifest } | undefined>(undefined);
  useEffect(() => {
    if (text.trim() === "" || text.length > MANIFEST_LIMIT) return;
    let isWanted = true;
    parseManifest(text).then(
      (manifest) => {
        if (isWanted) setRead({ text, manifest });
      },
      (error: unknown) => {
        if (isWanted) setRead({ text, manifest: { problem: errorMessage(error) } });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return read?.text === text ? read.manifest : undefined;
}

const MAX_SHOWN_KEYS = 3;

/** States which documents of a text are left out, and which keys occur more than once. */
function ManifestNotes({ read: { skipped, duplicateKeys } }: { readonly read: Extract<ReadManifest, { readonly manifest: unknown }> }) {
  const { t } = useTranslation();
  const names = [
    ...(skipped?.kinds ?? []).map(({ kind, count }) => (count === 1 ? kind : `${kind} ×${count}`)),
    ...(skipped?.deployments ?? []).map(({ namespace = "default", name }) => `Deployment ${namespace}/${name}`),
  ];
  return (
    <>
      {names.length === 0 ? null : <p role="status">{t("whatIf.form.leftOut", { kinds: names.join(t("model.listComma")) })}</p>}
      {duplicateKeys.slice(0, MAX_SHOWN_KEYS).map(({ key, line, count }) => (
        <p key={`${line} ${key}`} role="status">
          {t("whatIf.form.keyTwice", { key, line, times: count })}
        </p>
      ))}
    </>
  );
}

/** One step as a form. Each field shows its problem, and the form submits no step that has one. */
export function StepForm({ first, isChange, state, onDone, onCancel }: StepFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<DraftProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const manifest = useManifest(draft.fields.manifest);
  useEffect(() => form.current?.querySelector<HTMLElement>("input:not([type=radio]), select, textarea")?.focus(), []);
  const change = (fields: Partial<StepDraft["fields"]>) => {
    setDraft((before) => ({ ...before, fields: { ...before.fields, ...fields } as StepDraft["fields"] }));
    setProblems({});
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft, { nodes: nodesOf(state), manifest: manifest && "manifest" in manifest ? manifest.manifest : manifest });
    if (read.kind === "step") onDone(read.step);
    else {
      setProblems(read.problems);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    }
  };
  const { kind, fields } = draft;
  const isYaml = kind === "edit" && fields.field === "manifest" && fields.daemonSet !== "" && fields.manifest === "";
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={t(`whatIf.kinds.${kind}`)}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <h2>{t(`whatIf.kinds.${kind}`)}</h2>
      <div className={css.fields}>
        <StepFields
          draft={draft}
          nodes={nodesOf(state)}
          records={daemonSetsOf(state)}
          problemOf={(field) => problems[field]}
          onChange={change}
        />
      </div>
      {manifest === undefined || "problem" in manifest ? null : <ManifestNotes read={manifest} />}
      {isYaml ? <CurrentYaml key={fields.daemonSet} daemonSet={fields.daemonSet} onRead={(yaml) => change({ manifest: yaml })} /> : null}
      <div className={css.doings}>
        <button type="submit" className="btn">
          {t(isChange ? "whatIf.form.change" : "whatIf.form.set")}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          {t("whatIf.form.cancel")}
        </button>
      </div>
    </form>
  );
}
