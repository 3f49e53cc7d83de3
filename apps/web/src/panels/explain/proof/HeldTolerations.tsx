import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { type ComparedToleration, nearestAutomaticTolerations, nearestTolerations } from "@daemonscope/words/english/nearest-tolerations";
import { useTranslation } from "react-i18next";
import type { Translate } from "../../../words/i18n/translator.ts";
import { CheckMark } from "../../causes/CheckMark.tsx";
import css from "./explain.module.css";

/** Tolerations above this number are only counted. */
const MAX_SHOWN = 8;

function differenceText(t: Translate, compared: ComparedToleration): string {
  return compared.tolerates ? t("taints.tolerates") : compared.differsIn === undefined ? "" : t(`taints.differsIn.${compared.differsIn}`);
}

function HeldLine({ compared }: { readonly compared: ComparedToleration }) {
  const { t } = useTranslation();
  const isNear = compared.tolerates || compared.differsIn !== undefined;
  return (
    <li className={isNear ? css.near : undefined}>
      <CheckMark kind={compared.tolerates ? "passed" : "failed"} />
      <span>
        <code>{tolerationText(compared.toleration)}</code> {differenceText(t, compared)}
      </span>
    </li>
  );
}

interface HeldTolerationsProps {
  readonly taint: Taint;
  readonly tolerations: readonly Toleration[];
  /** The number in the template, which may exceed the given tolerations. */
  readonly count: number;
  readonly hostNetwork: boolean;
  /** The feature gates of the cluster, as configured on the server. */
  readonly gates: MatchingGates;
}

/**
 * Compares the tolerations of a DaemonSet with a taint, the nearest first. Tolerations that the controller adds are one
 * line, unless one of them tolerates the taint.
 */
export function HeldTolerations({ taint, tolerations, count, hostNetwork, gates }: HeldTolerationsProps) {
  const { t } = useTranslation();
  const templateTolerations = nearestTolerations(tolerations, taint, gates);
  const added = nearestAutomaticTolerations(hostNetwork, taint, gates);
  const fitting = added.filter(({ tolerates }) => tolerates);
  const more = count - Math.min(templateTolerations.length, MAX_SHOWN);
  return (
    <ul className={css.held}>
      {templateTolerations.slice(0, MAX_SHOWN).map((compared, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a template may repeat a toleration
        <HeldLine key={at} compared={compared} />
      ))}
      {templateTolerations.length === 0 ? <li className={css.plain}>{t("taints.ownNone")}</li> : null}
      {more > 0 ? <li className={css.plain}>{t("taints.ownMore", { count: more })}</li> : null}
      {fitting.map((compared) => (
        <li key={tolerationText(compared.toleration)} className={css.near}>
          <CheckMark kind="passed" />
          <span>
            <code>{tolerationText(compared.toleration)}</code> {t("taints.addedOne")}
          </span>
        </li>
      ))}
      {fitting.length > 0 ? null : (
        <li>
          <CheckMark kind="failed" />
          <span>{t("taints.addedMany", { count: added.length })}</span>
        </li>
      )}
    </ul>
  );
}
