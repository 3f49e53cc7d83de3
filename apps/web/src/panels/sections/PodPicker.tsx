import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { useId, useMemo, useState } from "react";
import { useDaemonSetPods } from "../../data/api/queries.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { type DaemonSetView, podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./sections.module.css";

/** Limit of offered names. To find another one, the user types a part of it. */
const MAX_OFFERED = 300;

interface PodPickerProps {
  readonly view: DaemonSetView;
  readonly chosen: string | undefined;
  /** Text if no pod is chosen. */
  readonly none: string;
  readonly onPod: (pod: string | undefined) => void;
}

/** Chooses one of a DaemonSet's pods by its name or its node; an empty field means none. */
export function PodPicker({ view, chosen, none, onPod }: PodPickerProps) {
  const { t } = useTranslation();
  const list = useId();
  const record = useCluster(({ state }) => state && daemonSetNamed(state, `${view.namespace}/${view.name}`));
  const { data } = useDaemonSetPods(view.namespace, view.name, record);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const pods = useMemo(() => data?.nodes.flatMap(({ node, pods: here }) => here.map((pod) => ({ node, name: pod.name }))) ?? [], [data]);
  const part = typed ?? "";
  const offered = pods.filter(({ name, node }) => name.includes(part) || node.includes(part)).slice(0, MAX_OFFERED);
  const choose = (text: string) => {
    const found = pods.find(({ name, node }) => name === text || node === text);
    if (text === "" || found !== undefined) {
      setTyped(undefined);
      onPod(found?.name);
    } else setTyped(text);
  };
  return (
    <span className={css.podPicker}>
      <input
        type="text"
        list={list}
        aria-label={t("sections.pod")}
        placeholder={t("sections.podOrNode", { none })}
        value={typed ?? chosen ?? ""}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => choose(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={list}>
        {offered.map(({ name, node }) => (
          <option key={name} value={name}>
            {node}
          </option>
        ))}
      </datalist>
      {chosen === undefined ? null : (
        <>
          <ViewLink className="btn quiet" view={podView(view.namespace, chosen)}>
            {t("sections.podPage")}
          </ViewLink>
          <button type="button" className="btn quiet" onClick={() => onPod(undefined)}>
            {none}
          </button>
        </>
      )}
    </span>
  );
}
