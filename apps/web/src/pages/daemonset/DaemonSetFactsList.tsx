import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ownershipText } from "@daemonscope/words/facts/ownership-text";
import { ageSince } from "../../words/format/age-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { mountTexts, portTexts, requestTexts } from "./node-demands.ts";
import css from "./side-panel.module.css";

/** Facts of the DaemonSet: images, strategy, and its use of the nodes. */
export function DaemonSetFactsList({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const { t } = useTranslation();
  const mounted = record.containers.flatMap(({ hostMounts = [] }) => hostMounts.map(({ hostPath }) => `: hostPath ${hostPath}`));
  const volumes = record.volumes.filter((volume) => !mounted.some((source) => volume.endsWith(source)));
  const ports = portTexts(record);
  const mounts = mountTexts(record, t);
  const requests = requestTexts(record);
  const { kind, spec } = record.budget;
  const facts: readonly (readonly [string, string] | undefined)[] = [
    [
      record.containers.length === 1 ? t("rollout.facts.image") : t("rollout.facts.images"),
      record.containers
        .map((container) => (record.containers.length === 1 ? container.image : `${container.name}=${container.image}`))
        .join(", "),
    ],
    [t("rollout.facts.strategy"), kind === "none" || kind === "unknown" ? record.strategy : `${record.strategy}, ${kind} ${spec}`],
    ["minReadySeconds", String(record.minReadySeconds)],
    [t("rollout.facts.nodeSelector"), record.nodeSelector],
    [t("rollout.facts.selector"), record.selector],
    record.hostNetwork ? [t("rollout.facts.hostNetwork"), t("rollout.facts.yes")] : undefined,
    record.hostPorts.length > 0 ? [t("rollout.facts.hostPorts"), record.hostPorts.join(", ")] : undefined,
    ports.length > 0 ? [t("rollout.facts.ports"), ports.join("\n")] : undefined,
    requests.length > 0 ? [t("rollout.facts.requests"), requests.join("\n")] : undefined,
    mounts.length > 0 ? [t("rollout.facts.hostPaths"), mounts.join("\n")] : undefined,
    volumes.length > 0 ? [t("rollout.facts.volumes"), volumes.join(", ")] : undefined,
    record.ownership === undefined ? undefined : [t("laterModel.owner.head"), ownershipText(t, record.ownership)],
    record.priorityClassName === undefined ? undefined : [t("rollout.facts.priorityClass"), record.priorityClassName],
    [t("rollout.facts.age"), ageSince(t, record.createdAtMs, nowMs)],
  ];
  return (
    <dl className={css.facts} aria-label={t("rollout.facts.title")}>
      {facts
        .filter((fact) => fact !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
