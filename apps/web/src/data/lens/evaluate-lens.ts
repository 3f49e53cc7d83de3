import { CELL_FACTS, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Shade } from "../cell/shade.ts";
import { compareGroups } from "../rows/grouping.ts";
import { type GridNode, type NodeCells, nodeAt } from "../rows/node-cells.ts";
import { type BandMeaning, type LensResult, lensResultOf, OTHERS_SHADE, VALUE_SHADES } from "./band.ts";
import type { Lens } from "./lens.ts";
import type { EligibilityOf } from "./use-eligibility.ts";

const OTHERS = "others";
const NONE = "none";
const AWAITED = "awaited";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface BandSpec {
  readonly id: string;
  readonly meaning: BandMeaning;
  readonly shade: Shade;
}

/** Returns values by number of nodes, most first; equal counts by name. */
function byCount(values: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareGroups(a, b)).map(([value]) => value);
}

type Records = NodeCells["records"];

function readValues(records: Records, valueIn: (record: NodeRecord) => string | undefined): LensResult {
  const values = records.map((record) => record && { value: valueIn(record) });
  const sorted = byCount(values.flatMap((each) => each?.value ?? []));
  const shown = sorted.length <= VALUE_SHADES.length ? sorted : sorted.slice(0, VALUE_SHADES.length);
  const separate = new Set(shown);
  const idOf = (value: string | undefined) => (value === undefined ? NONE : separate.has(value) ? `=${value}` : OTHERS);
  const specs: BandSpec[] = shown.map((value, at) => ({
    id: `=${value}`,
    meaning: { kind: "value", value },
    shade: VALUE_SHADES[at] ?? OTHERS_SHADE,
  }));
  if (shown.length < sorted.length) specs.push({ id: OTHERS, meaning: { kind: "others" }, shade: OTHERS_SHADE });
  if (values.some((each) => each !== undefined && each.value === undefined))
    specs.push({ id: NONE, meaning: { kind: "value", value: undefined }, shade: "none" });
  return lensResultOf(
    values.map((each) => each && idOf(each.value)),
    specs,
  );
}

/** Fills by eligibility, in the order of the legend. */
const ELIGIBILITY_SHADES: Readonly<Record<Eligibility["kind"], Shade>> = {
  eligible: "full",
  tolerated: "half",
  taint: "hatch",
  nodeSelector: "rows",
  nodeAffinity: "columns",
  nodeName: "hollow",
};
const ELIGIBILITY_ORDER = Object.keys(ELIGIBILITY_SHADES) as readonly Eligibility["kind"][];
/** Limit of separate reasons per kind; further ones share a band. */
const REASONS_LIMIT = 4;

const reasonOf = (eligibility: Eligibility): string => ("what" in eligibility ? eligibility.what : "");

/** Orders bands by kind, and the reasons of a kind by descending number of nodes. Reasons beyond the limit share a
 *  band. */
function readEligibility(records: Records, eligibilityOf: EligibilityOf): LensResult {
  const found = records.map((record) => record && (eligibilityOf(record.name) ?? AWAITED));
  const specs: BandSpec[] = [];
  const ids = new Map<Eligibility["kind"], (what: string) => string>();
  for (const kind of ELIGIBILITY_ORDER) {
    const reasons = byCount(
      found.flatMap((each) => (each !== undefined && each !== AWAITED && each.kind === kind ? [reasonOf(each)] : [])),
    );
    const separate = new Set(reasons.slice(0, REASONS_LIMIT));
    const idOf = (what: string) => (what === "" ? kind : separate.has(what) ? `${kind}:${what}` : kind);
    ids.set(kind, idOf);
    const shade = ELIGIBILITY_SHADES[kind];
    if (kind === "eligible" || kind === "tolerated")
      specs.push({ id: kind, meaning: { kind: "eligibility", eligibility: { kind } }, shade });
    else
      for (const what of [
        ...[...separate].filter((each) => each !== ""),
        ...(reasons.length > separate.size || separate.has("") ? [""] : []),
      ])
        specs.push({ id: idOf(what), meaning: { kind: "eligibility", eligibility: { kind, what } }, shade });
  }
  if (found.includes(AWAITED)) specs.push({ id: AWAITED, meaning: { kind: "awaited" }, shade: "none" });
  return lensResultOf(
    found.map((each) => (each === undefined || each === AWAITED ? each : ids.get(each.kind)?.(reasonOf(each)))),
    specs,
  );
}

const AGES: readonly { readonly id: string; readonly belowMs: number | undefined; readonly shade: Shade }[] = [
  { id: "10m", belowMs: 10 * MINUTE_MS, shade: "full" },
  { id: "1h", belowMs: HOUR_MS, shade: "strong" },
  { id: "1d", belowMs: DAY_MS, shade: "half" },
  { id: "30d", belowMs: 30 * DAY_MS, shade: "faint" },
  { id: "older", belowMs: undefined, shade: "hollow" },
];

function readAges(records: Records, nowMs: number): LensResult {
  const idOf = ({ createdAtMs }: NodeRecord) =>
    AGES.find(({ belowMs }) => belowMs === undefined || nowMs - createdAtMs < belowMs)?.id ?? "";
  return lensResultOf(
    records.map((record) => record && idOf(record)),
    AGES.map(({ id, belowMs, shade }, at) => ({ id, shade, meaning: { kind: "age", belowMs, fromMs: AGES[at - 1]?.belowMs ?? 0 } })),
  );
}

/** With two pods on a node, the pod of the current revision counts. With several old revisions, the hash of the
 *  fetched pod decides. An adopted pod counts as up to date, and has the revision of its hash. */
function readRevisions(
  cells: LensFacts["cells"],
  revisions: DaemonSetRecord["revisions"],
  hashOf: (node: GridNode) => string | undefined,
): LensResult {
  const current = revisions.find((revision) => revision.current);
  const old = revisions.filter((revision) => !revision.current && (revision.nodes ?? 0) > 0);
  const oldHashes = new Set(old.map(({ hash }) => hash));
  const [onlyOld] = old;
  const idOf = (node: GridNode): string => {
    const { state, oldRevision, twoPods } = cellOf(node.byte);
    const { pod } = CELL_FACTS[state];
    if (pod === "none" || pod === "unread") return NONE;
    if (!oldRevision || twoPods) {
      const own = twoPods ? undefined : hashOf(node);
      return own !== undefined && oldHashes.has(own) ? own : (current?.hash ?? OTHERS);
    }
    const hash = old.length === 1 ? onlyOld?.hash : hashOf(node);
    return hash !== undefined && oldHashes.has(hash) ? hash : OTHERS;
  };
  const ids = cells.records.map((_, row) => {
    const node = nodeAt(cells, row);
    return node && idOf(node);
  });
  const specs: BandSpec[] = [...(current === undefined ? [] : [current]), ...old].map(({ hash, revision }, at) => ({
    id: hash,
    meaning: { kind: "revision", revision, hash },
    shade: VALUE_SHADES[at] ?? OTHERS_SHADE,
  }));
  if (ids.includes(OTHERS))
    specs.push({ id: OTHERS, meaning: { kind: "revision", revision: undefined, hash: undefined }, shade: OTHERS_SHADE });
  return lensResultOf(ids, [...specs, { id: NONE, meaning: { kind: "noPod" }, shade: "none" }]);
}

interface LensFacts {
  /** Only the lens of revisions reads their bytes. */
  readonly cells: Pick<NodeCells, "records" | "bytes">;
  readonly revisions: DaemonSetRecord["revisions"];
  readonly eligibilityOf: EligibilityOf;
  readonly hashOf: (node: GridNode) => string | undefined;
  readonly nowMs: number;
}

/** Returns the result of a lens for the nodes; undefined for the lens of states, which needs no bands. O(nodes).
 *  Pure. */
export function evaluateLens(lens: Lens, { cells, revisions, eligibilityOf, hashOf, nowMs }: LensFacts): LensResult | undefined {
  const { records } = cells;
  switch (lens.kind) {
    case "state":
      return undefined;
    case "eligibility":
      return readEligibility(records, eligibilityOf);
    case "taint":
      return readValues(records, ({ taints }) => {
        const keyTaints = taints
          .filter((taint) => taint.key === lens.key)
          .map((taint) => taintText(taint).slice(taint.key.length).replace(/^=/, ""));
        return keyTaints.length === 0 ? undefined : keyTaints.join(", ");
      });
    case "label":
      return readValues(records, ({ labels }) => ownValue(labels, lens.key));
    case "revision":
      return readRevisions(cells, revisions, hashOf);
    case "age":
      return readAges(records, nowMs);
  }
}

/** Returns the keys of the taints of nodes, most nodes first. */
export function taintKeysOf(records: Iterable<NodeRecord | undefined>): readonly string[] {
  const keys: string[] = [];
  for (const record of records)
    if (record !== undefined && record.taints.length > 0) keys.push(...new Set(record.taints.map((taint) => taint.key)));
  return byCount(keys);
}
