import { AUTOMATIC_TOLERATIONS } from "@daemonscope/daemonset/placement/automatic-tolerations";
import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { type ComparedToleration, nearestAutomaticTolerations, nearestTolerations } from "@daemonscope/words/english/nearest-tolerations";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { CheckMark } from "../../causes/CheckMark.tsx";
import css from "./explain.module.css";
import { OldName } from "./OldName.tsx";

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
        <OldName of={compared.toleration.key} />
      </span>
    </li>
  );
}

/** The tolerations that the controller adds to each daemon pod, folded under their number. */
function AutomaticList({ hostNetwork, count }: { readonly hostNetwork: boolean; readonly count: number }) {
  const { t } = useTranslation();
  return (
    <li>
      <span />
      <details className={css.automatic}>
        <summary>{t("taints.addedMany", { count })}</summary>
        <ul>
          {AUTOMATIC_TOLERATIONS.map(({ toleration, since, onlyHostNetwork }) => (
            <li key={tolerationText(toleration)} className={onlyHostNetwork && !hostNetwork ? css.unused : undefined}>
              <code>{tolerationText(toleration)}</code> {t("taints.addedSince", { version: since })}
              {onlyHostNetwork ? ` ${t(hostNetwork ? "taints.addedWithHostNetwork" : "taints.addedOnlyHostNetwork")}` : null}
            </li>
          ))}
        </ul>
      </details>
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
 * line, except those that tolerate the taint.
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
      <AutomaticList hostNetwork={hostNetwork} count={added.length} />
    </ul>
  );
}
