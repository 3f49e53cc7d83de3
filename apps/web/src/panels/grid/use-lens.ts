import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useMemo } from "react";
import type { LensResult } from "../../data/lens/band.ts";
import { evaluateLens } from "../../data/lens/evaluate-lens.ts";
import type { Lens } from "../../data/lens/lens.ts";
import type { EligibilityOf } from "../../data/lens/use-eligibility.ts";
import type { NodeCells } from "../../data/rows/node-cells.ts";
import type { CellFactsIndex } from "./cell-facts.ts";

const MINUTE_MS = 60_000;
const NO_BYTES = new Uint8Array();
const NO_REVISIONS: DaemonSetRecord["revisions"] = [];

/** Applies the lens to the nodes, again when its inputs change: nodes, their pods' revisions, or the minute. */
export function useLens(
  lens: Lens,
  cells: NodeCells,
  revisions: DaemonSetRecord["revisions"],
  eligibilityOf: EligibilityOf,
  index: CellFactsIndex | undefined,
  nowMs: number,
): LensResult | undefined {
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const { records } = cells;
  const isByRevision = lens.kind === "revision";
  const bytes = isByRevision ? cells.bytes : NO_BYTES;
  const known = isByRevision ? revisions : NO_REVISIONS;
  const hashes = isByRevision ? index : undefined;
  return useMemo(
    () =>
      evaluateLens(lens, {
        cells: { records, bytes },
        revisions: known,
        eligibilityOf,
        hashOf: (node) => hashes?.factsOf(node, minuteMs).pod?.hash,
        nowMs: minuteMs,
      }),
    [lens, records, bytes, known, eligibilityOf, hashes, minuteMs],
  );
}
