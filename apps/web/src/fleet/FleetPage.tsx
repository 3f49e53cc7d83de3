import { humanDuration } from "@daemonscope/kube/human-duration";
import { wasRead } from "@daemonscope/shared/source-status";
import { useEffect, useMemo, useRef, useState } from "react";
import { Connecting } from "../Connecting.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { plainLook } from "../cell/look.ts";
import { compareNeed, othersInWords, verdictOnFleet } from "../chrome/select-verdict.ts";
import { VerdictLine } from "../chrome/VerdictLine.tsx";
import { useClusterView, useNow } from "../cluster/cluster-context.ts";
import { navigate } from "../navigation.ts";
import { daemonSetView } from "../url.ts";
import { FleetRow } from "./FleetRow.tsx";
import { Strip } from "./Strip.tsx";
import { type FleetCause, selectCauses } from "./select-causes.ts";
import { layOutStrip } from "./strip-layout.ts";
import "./fleet.css";

const CAUSES_SHOWN = 8;
/** A narrower pool has no room for three letters of its name. */
const NAMED_FROM_PX = 20;
const HEADS = [
  "",
  "NAMESPACE",
  "NAME",
  "DESIRED",
  "CURRENT",
  "READY",
  "UP-TO-DATE",
  "AVAILABLE",
  "MISSCHED.",
  "NODE SELECTOR",
  "AGE",
  "BUDGET",
] as const;
const RIGHT = new Set(["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE", "MISSCHED.", "AGE"]);

const causeLook = (cause: FleetCause) =>
  cause.state === "nodeUnready"
    ? plainLook("available", { nodeUnready: true })
    : cause.state === "terminating"
      ? plainLook("available", { terminating: true, old: true })
      : plainLook(cause.state);

/** Width that is left for the strips, measured. */
function useStripWidth() {
  const table = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(300);
  useEffect(() => {
    if (table.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const whole = entry?.contentRect.width ?? 0;
      setWidth(whole <= 720 ? Math.max(200, whole - 8) : Math.max(220, Math.min(900, whole - 1020)));
    });
    observer.observe(table.current);
    return () => observer.disconnect();
  }, []);
  return { table, width };
}

/** All DaemonSets of the cluster, those that need a person first. */
export function FleetPage({ query }: { readonly query: string }) {
  const { state, seq } = useClusterView();
  const nowMs = useNow();
  const { table, width } = useStripWidth();
  const layoutKey = state === undefined ? "" : `${state.epoch} ${state.rows.length} ${state.columns.length}`;
  // Places stay while nodes and DaemonSets stay: trouble that comes is a new colour in the same place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when places may change
  const layout = useMemo(() => (state === undefined ? undefined : layOutStrip(state, width)), [layoutKey, width]);
  if (state === undefined || layout === undefined) return <Connecting />;
  const records = [...state.daemonSets.values()];
  const verdict = verdictOnFleet(records, nowMs);
  const wanted = query.toLowerCase();
  const shown = records.filter((record) => record.key.toLowerCase().includes(wanted)).sort(compareNeed);
  const causes = selectCauses(records).slice(0, CAUSES_SHOWN);
  const columnOf = new Map(state.columns.map((key, column) => [key, column]));
  return (
    <main data-seq={seq}>
      <VerdictLine verdict={verdict} linked>
        <span>{verdict.record?.rollout.message}</span>
        <span className="i3">{othersInWords(records, verdict)}</span>
      </VerdictLine>
      <div className="data">
        {causes.length > 0 ? (
          <section className="causes" aria-label="Causes">
            {causes.map((cause) => (
              <button
                key={`${cause.state} ${cause.cause}`}
                type="button"
                className="cause"
                title={cause.cause}
                onClick={() =>
                  navigate({
                    ...daemonSetView(cause.key),
                    ...(cause.state === "nodeUnready" || cause.state === "terminating" ? {} : { filter: cause.state }),
                  } as ReturnType<typeof daemonSetView>)
                }
              >
                <CellSwatch look={causeLook(cause)} size={14} />
                <span className="n">{cause.count.toLocaleString("en-US")}</span>
                <span className="ell">
                  {cause.cause}
                  <span className="w">{cause.where}</span>
                </span>
                <span className="a">{cause.sinceMs === undefined ? "" : humanDuration(nowMs - cause.sinceMs)}</span>
              </button>
            ))}
          </section>
        ) : null}
        <div className="sect fleet-head">
          <h2>
            {records.length} {records.length === 1 ? "DaemonSet" : "DaemonSets"}
          </h2>
          <span className="i3">{query === "" ? "those that need you first" : `${shown.length} match “${query}”`}</span>
          <span className="grow" />
          <span className="i3 wide ell">
            {wasRead(state.sources.nodes)
              ? `each strip draws the same ${state.rows.length.toLocaleString("en-US")} nodes in the same places`
              : ""}
          </span>
        </div>
        <div ref={table} className="fleet" role="table" aria-label="DaemonSets" style={{ ["--strip-w" as string]: `${layout.width}px` }}>
          <div role="row" className="hd">
            {HEADS.map((head) => (
              <span
                role="columnheader"
                key={head}
                className={
                  RIGHT.has(head)
                    ? `r${head === "MISSCHED." ? " mis" : ""}`
                    : head === "NODE SELECTOR"
                      ? "sel"
                      : head === "BUDGET"
                        ? "bud"
                        : undefined
                }
              >
                {head === "" ? <span className="visually-hidden">STATE</span> : head}
              </span>
            ))}
            <span role="columnheader" className="strip-heads">
              <span className="visually-hidden">NODES</span>
              {layout.pools
                .filter(({ width }) => width >= NAMED_FROM_PX)
                .map((pool) => (
                  <span key={pool.name} style={{ left: `${pool.x}px`, width: `${pool.width}px` }} title={pool.name}>
                    {pool.name}
                  </span>
                ))}
            </span>
          </div>
          {shown.map((record) => (
            <FleetRow
              key={record.uid}
              record={record}
              nowMs={nowMs}
              strip={<Strip state={state} seq={seq} column={columnOf.get(record.key) ?? 0} layout={layout} />}
            />
          ))}
        </div>
        {records.length === 0 ? (
          <div className="message">
            <h2>No DaemonSets</h2>
            <p>
              {wasRead(state.sources.nodes)
                ? `This cluster has ${state.rows.length.toLocaleString("en-US")} nodes and no DaemonSet yet.`
                : "This cluster has no DaemonSet yet."}{" "}
              One that is created appears here by itself.
            </p>
          </div>
        ) : null}
      </div>
    </main>
  );
}
