import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { clockText, currentRevision } from "./flow-words.ts";

const DAY_MS = 86_400_000;

function sinceText(sinceMs: number, nowMs: number): string {
  const ago = humanDuration(Math.max(0, nowMs - sinceMs));
  return nowMs - sinceMs < DAY_MS ? ` since ${clockText(sinceMs, true)}, ${ago} ago` : ` since ${ago} ago`;
}

/** What the DaemonSet is made of, in one compact block: revision, images, strategy, and what it takes from its nodes. */
export function DaemonSetFacts({ record, nowMs }: { readonly record: DaemonSetRecord; readonly nowMs: number }) {
  const revision = currentRevision(record.revisions);
  const hostPaths = record.volumes.filter((volume) => volume.includes("/"));
  const { kind, spec } = record.budget;
  const facts: readonly (readonly [string, string] | undefined)[] = [
    revision === undefined
      ? undefined
      : [
          "revision",
          `${revision.revision} (${revision.hash})${record.revisionSinceMs === undefined ? "" : sinceText(record.revisionSinceMs, nowMs)}`,
        ],
    [
      record.containers.length === 1 ? "image" : "images",
      record.containers
        .map((container) => (record.containers.length === 1 ? container.image : `${container.name}=${container.image}`))
        .join(", "),
    ],
    ["strategy", kind === "none" || kind === "unknown" ? record.strategy : `${record.strategy}, ${kind} ${spec}`],
    ["minReadySeconds", String(record.minReadySeconds)],
    ["node selector", record.nodeSelector],
    ["selector", record.selector],
    record.hostNetwork ? ["host network", "yes"] : undefined,
    record.hostPorts.length > 0 ? ["host ports", record.hostPorts.join(", ")] : undefined,
    hostPaths.length > 0 ? ["host paths", hostPaths.join(", ")] : undefined,
    record.volumes.length > hostPaths.length
      ? ["volumes", record.volumes.filter((volume) => !hostPaths.includes(volume)).join(", ")]
      : undefined,
    ["age", humanDuration(Math.max(0, nowMs - record.createdAtMs))],
  ];
  return (
    <dl className="facts" aria-label="Facts">
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
