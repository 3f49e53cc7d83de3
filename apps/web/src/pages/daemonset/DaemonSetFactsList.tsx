import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { useTranslation } from "react-i18next";
import { currentRevisionOnNodes } from "../../data/lanes/revisions-on-nodes.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { mountTexts, portTexts, requestTexts } from "./node-demands.ts";
import css from "./rollout.module.css";

const DAY_MS = 86_400_000;

function revisionText({ revision, hash }: RevisionSummary, sinceMs: number | undefined, nowMs: number, t: Translate): string {
  if (sinceMs === undefined) return `${revision} (${hash})`;
  const ago = humanDuration(Math.max(0, nowMs - sinceMs));
  return nowMs - sinceMs < DAY_MS
    ? t("rollout.facts.sinceAt", { revision, hash, time: momentText(sinceMs, nowMs, true), ago })
    : t("rollout.facts.since", { revision, hash, ago });
}

/** Facts of the DaemonSet in one compact block: revision, images, strategy, and its use of the nodes. */
export function DaemonSetFactsList({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const { t } = useTranslation();
  const revision = currentRevisionOnNodes(record.revisions);
  const mounted = record.containers.flatMap(({ hostMounts = [] }) => hostMounts.map(({ hostPath }) => `: hostPath ${hostPath}`));
  const volumes = record.volumes.filter((volume) => !mounted.some((source) => volume.endsWith(source)));
  const ports = portTexts(record);
  const mounts = mountTexts(record, t);
  const requests = requestTexts(record);
  const { kind, spec } = record.budget;
  const facts: readonly (readonly [string, string] | undefined)[] = [
    revision === undefined ? undefined : [t("rollout.facts.revision"), revisionText(revision, record.revisionSinceMs, nowMs, t)],
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
    record.priorityClassName === undefined ? undefined : [t("rollout.facts.priorityClass"), record.priorityClassName],
    [t("rollout.facts.age"), humanDuration(Math.max(0, nowMs - record.createdAtMs))],
  ];
  return (
    <dl className={css.facts} aria-label={t("rollout.facts.title")}>
      {facts
        .filter((fact) => fact !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
    </dl>
  );
}
