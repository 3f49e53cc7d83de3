import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { usePairTrail } from "../../data/api/queries.ts";
import { useNow } from "../../data/hooks/cluster-context.ts";
import { clearPairSteps, type PairStep, setPairSteps } from "./trail/pair-steps.ts";
import { Trail } from "./trail/Trail.tsx";
import { trailStepLabel } from "./trail/trail-text.ts";

interface PairTrailProps {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  /** Changes when the pod progresses. */
  readonly version: unknown;
}

/** The steps of this pair's pod, next to the answer and on the timeline. */
export function PairTrail({ namespace, daemonSet, node, version }: PairTrailProps) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { data } = usePairTrail(namespace, daemonSet, node, version);
  const pair = `${namespace}/${daemonSet} ${node}`;
  useEffect(() => {
    if (data === undefined) return;
    const namedSteps = data.steps.flatMap((step): (readonly [string, PairStep])[] => {
      if (step.kind !== "came" || step.atMs === undefined) return [];
      return [[`${data.pod} ${step.name}`, { kind: "pairStep", atMs: step.atMs, words: trailStepLabel(t, step.name, data.creation) }]];
    });
    setPairSteps(pair, new Map(namedSteps));
  }, [pair, data, t]);
  useEffect(() => clearPairSteps, []);
  if (data === undefined || data.steps.length === 0) return null;
  return (
    <section aria-label={t("explain.trail")}>
      <h3>{t("explain.trail")}</h3>
      <Trail steps={data.steps} wanted={data.creation} nowMs={nowMs} layout="list" />
    </section>
  );
}
