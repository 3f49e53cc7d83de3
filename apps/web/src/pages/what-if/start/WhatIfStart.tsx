import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { type ClusterState, daemonSetNamed, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { useMemo, useState } from "react";
import { NO_GROUP } from "../../../data/rows/grouping.ts";
import { useTitle } from "../../../ui/announce/use-title.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { QuestionCard } from "./QuestionCard.tsx";
import { labelArgument, NODE_COUNTS, nextImage, nodesStep, type Pool, poolsOf, requiredLabel, stepsOfText } from "./questions.ts";
import css from "./start.module.css";

interface WhatIfStartProps {
  readonly state: ClusterState;
  /** Key of the DaemonSet that the page was opened from. */
  readonly daemonSet: string | undefined;
  readonly onDaemonSet: (key: string) => void;
  readonly onOpen: (steps: readonly Step[]) => void;
}

/** What if without steps: questions about one DaemonSet, each with a default answer. */
export function WhatIfStart({ state, daemonSet, onDaemonSet, onOpen }: WhatIfStartProps) {
  const { t } = useTranslation();
  useTitle(t("whatIf.title"));
  const records = daemonSetsOf(state);
  // The worst one when the page opened, so that questions do not change under the pointer.
  const [worst] = useState(() => [...records].sort(compareVerdicts)[0]?.key);
  const record = daemonSetNamed(state, daemonSet ?? worst ?? "") ?? records[0];
  const pools = useMemo(() => poolsOf(state.nodes), [state.nodes]);
  return (
    <section aria-label={t("whatIf.title")}>
      <div className={css.head}>
        <h1 data-verdict>{t("whatIf.start.title")}</h1>
        {record === undefined ? null : (
          <label>
            {t("whatIf.start.for")}{" "}
            <select value={record.key} onChange={(event) => onDaemonSet(event.target.value)}>
              {records.map(({ key }) => (
                <option key={key}>{key}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p className={css.lead}>{t("whatIf.start.lead", { count: records.length })}</p>
      {record === undefined || pools.length === 0 ? null : (
        <Questions key={record.key} state={state} record={record} pools={pools} onOpen={onOpen} />
      )}
    </section>
  );
}

interface QuestionsProps {
  readonly state: ClusterState;
  readonly record: DaemonSetRecord;
  /** At least one. */
  readonly pools: readonly Pool[];
  readonly onOpen: (steps: readonly Step[]) => void;
}

const LARGEST = 1;

function Questions({ state, record, pools, onOpen }: QuestionsProps) {
  const { t } = useTranslation();
  const workers = pools.filter(({ isControlPlane }) => !isControlPlane);
  const [first = pools[0], second = first] = workers;
  const [taintPool, setTaintPool] = useState(first?.name);
  const [taint, setTaint] = useState("dedicated=ml:NoExecute");
  const [labelPool, setLabelPool] = useState(() => {
    const labelled = workers.filter(({ labels }) => requiredLabel(record) in labels);
    return (labelled.find((pool) => pool !== first) ?? labelled[0] ?? second)?.name;
  });
  const [label, setLabel] = useState(`remove ${requiredLabel(record)}`);
  const container = record.containers[0];
  // A rollout changes the current image, and so the default.
  const [typedImage, setImage] = useState<string | undefined>(undefined);
  const image = typedImage ?? nextImage(container?.image ?? "");
  const [nodesPool, setNodesPool] = useState((workers.at(-LARGEST) ?? first)?.name);
  const [count, setCount] = useState<number>(NODE_COUNTS[0]);
  const poolNamed = (name: string | undefined) => pools.find((pool) => pool.name === name) ?? first;
  const textStep = (verb: string, pool: string | undefined, text: string) =>
    stepsOfText(`${verb} ${poolNamed(pool)?.choice} ${text.trim()}`);
  const cardProps = { state, daemonSet: record.key, onOpen };
  const { namespace, name } = record;
  const nodes = poolNamed(nodesPool);
  const poolProps = { pools, label: t("whatIf.start.pool") };
  return (
    <div className={css.cards}>
      <QuestionCard title={t("whatIf.start.taint")} steps={textStep("taint", taintPool, taint)} {...cardProps}>
        <PoolSelect value={taintPool} onPool={setTaintPool} {...poolProps} />
        <Field label={t("whatIf.kinds.taint")} value={taint} onText={setTaint} />
      </QuestionCard>
      {container === undefined ? null : (
        <QuestionCard
          title={t("whatIf.start.image")}
          steps={image === "" ? [] : [{ kind: "edit", namespace, name, edit: { kind: "image", container: container.name, image } }]}
          {...cardProps}
        >
          <Field label={t("whatIf.form.image")} value={image} onText={(text) => setImage(text.trim())} isWide />
        </QuestionCard>
      )}
      <QuestionCard title={t("whatIf.start.label")} steps={textStep("label", labelPool, labelArgument(label))} {...cardProps}>
        <PoolSelect value={labelPool} onPool={setLabelPool} {...poolProps} />
        <Field label={t("whatIf.kinds.label")} value={label} onText={setLabel} />
      </QuestionCard>
      <QuestionCard title={t("whatIf.start.nodes")} steps={nodes === undefined ? [] : nodesStep(nodes, count)} {...cardProps}>
        <select aria-label={t("whatIf.form.count")} value={count} onChange={(event) => setCount(Number(event.target.value))}>
          {NODE_COUNTS.map((each) => (
            <option key={each} value={each}>
              {each > 0 ? `+${each}` : `−${-each}`}
            </option>
          ))}
        </select>
        <PoolSelect value={nodesPool} onPool={setNodesPool} {...poolProps} />
      </QuestionCard>
    </div>
  );
}

interface PoolSelectProps {
  readonly label: string;
  readonly pools: readonly Pool[];
  readonly value: string | undefined;
  readonly onPool: (name: string) => void;
}

function PoolSelect({ label, pools, value, onPool }: PoolSelectProps) {
  const { t } = useTranslation();
  return (
    <select aria-label={label} value={value} onChange={(event) => onPool(event.target.value)}>
      {pools.map(({ name }) => (
        <option key={name} value={name}>
          {name === NO_GROUP ? t("whatIf.form.allNodes") : name}
        </option>
      ))}
    </select>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly isWide?: boolean;
}

const Field = ({ label, value, onText, isWide = false }: FieldProps) => (
  <input
    className={isWide ? `mono ${css.wide}` : "mono"}
    aria-label={label}
    value={value}
    spellCheck={false}
    autoComplete="off"
    onChange={(event) => onText(event.target.value)}
  />
);
