import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { TroubledNode } from "../../panels/explain/TroubledNode.tsx";

/** The worst DaemonSet below a short list: its cause, its evidence and its remedies on its first failing node. */
export function WorstDaemonSet({ record, node }: { readonly record: DaemonSetRecord; readonly node: string }) {
  return (
    <TroubledNode
      isWide
      record={record}
      node={node}
      title={
        <h2>
          <CellSwatch look={verdictIcon(verdictWordOf(record))} size={16} />
          <span>{record.name}</span>
          <ViewLink view={{ ...daemonSetView(record.key), node }}>{node}</ViewLink>
        </h2>
      }
    />
  );
}
