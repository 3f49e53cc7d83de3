import { cellOf } from "@daemonscope/daemonset/cell/cell";
import { taintText } from "@daemonscope/daemonset/describe/check-words";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import { ownValue } from "@daemonscope/kube/node-affinity";
import type { Shade } from "../cell/shade.ts";
import type { GridNode } from "../grid/select-groups.ts";
import { type BandMeaning, type LensReading, OTHERS_SHADE, readingOf, VALUE_SHADES } from "./band.ts";
import type { Eligibility } from "./eligibility.ts";
import type { Lens } from "./lens.ts";

const OTHERS = "others";
const NONE = "none";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface BandSpec {
  readonly id: string;
  readonly meaning: BandMeaning;
  readonly shade: Shade;
}

/** Values by number of nodes, most first; equal ones by name. */
function byCount(values: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}

function readValues(nodes: readonly GridNode[], valueIn: (record: NodeRecord) => string | undefined): LensReading {
  const values = nodes.map((node) => [node.name, valueIn(node.record)] as const);
  const sorted = byCount(values.flatMap(([, value]) => (value === undefined ? [] : [value])));
  const shown = sorted.length <= VALUE_SHADES.length ? sorted : sorted.slice(0, VALUE_SHADES.length);
  const own = new Set(shown);
  const idOf = (value: string | undefined) => (value === undefined ? NONE : own.has(value) ? `=${value}` : OTHERS);
  const specs: BandSpec[] = shown.map((value, at) => ({
    id: `=${value}`,
    meaning: { kind: "value", value },
    shade: VALUE_SHADES[at] ?? OTHERS_SHADE,
  }));
  if (shown.length < sorted.length) specs.push({ id: OTHERS, meaning: { kind: "others" }, shade: OTHERS_SHADE });
  if (values.some(([, value]) => value === undefined))
    specs.push({ id: NONE, meaning: { kind: "value", value: undefined }, shade: "none" });
  return readingOf(new Map(values.map(([name, value]) => [name, idOf(value)])), specs);
}

const ELIGIBILITY_SHADES: Readonly<Record<Eligibility["kind"], Shade>> = {
  eligible: "full",
  tolerated: "half",
  taint: "hatch",
  selector: "rows",
  affinity: "columns",
  nodeName: "hollow",
};
const ELIGIBILITY_ORDER: readonly Eligibility["kind"][] = ["eligible", "tolerated", "taint", "selector", "affinity", "nodeName"];
/** More reasons of one kind are not told apart. */
const REASONS_LIMIT = 4;

/** Kinds in their order; the reasons of a kind with most nodes first, and what is beyond the limit together. */
function readEligibility(nodes: readonly GridNode[], eligibilityOf: (record: NodeRecord) => Eligibility): LensReading {
  const found = nodes.map((node) => [node.name, eligibilityOf(node.record)] as const);
  const ids = new Map<string, string>();
  const specs: BandSpec[] = [];
  for (const kind of ELIGIBILITY_ORDER) {
    const ofKind = found.filter(([, each]) => each.kind === kind);
    const whats = byCount(ofKind.map(([, each]) => ("what" in each ? each.what : "")));
    const named = new Set(whats.slice(0, REASONS_LIMIT));
    const idOf = (what: string) => (what === "" ? kind : named.has(what) ? `${kind}:${what}` : kind);
    for (const [name, each] of ofKind) ids.set(name, idOf("what" in each ? each.what : ""));
    const shade = ELIGIBILITY_SHADES[kind];
    if (kind === "eligible" || kind === "tolerated")
      specs.push({ id: kind, meaning: { kind: "eligibility", eligibility: { kind } }, shade });
    else
      for (const what of [...[...named].filter((each) => each !== ""), ...(whats.length > named.size || named.has("") ? [""] : [])])
        specs.push({ id: idOf(what), meaning: { kind: "eligibility", eligibility: { kind, what } }, shade });
  }
  return readingOf(ids, specs);
}

const AGES: readonly { readonly id: string; readonly belowMs: number | undefined; readonly shade: Shade }[] = [
  { id: "10m", belowMs: 10 * MINUTE_MS, shade: "full" },
  { id: "1h", belowMs: HOUR_MS, shade: "strong" },
  { id: "1d", belowMs: DAY_MS, shade: "half" },
  { id: "30d", belowMs: 30 * DAY_MS, shade: "faint" },
  { id: "older", belowMs: undefined, shade: "hollow" },
];

function readAges(nodes: readonly GridNode[], nowMs: number): LensReading {
  const idOf = ({ createdAtMs }: NodeRecord) =>
    AGES.find(({ belowMs }) => belowMs === undefined || nowMs - createdAtMs < belowMs)?.id ?? "";
  return readingOf(
    new Map(nodes.map((node) => [node.name, idOf(node.record)])),
    AGES.map(({ id, belowMs, shade }, at) => ({ id, shade, meaning: { kind: "age", belowMs, fromMs: AGES[at - 1]?.belowMs ?? 0 } })),
  );
}

/** Of the pod that counts: the current revision, or the old one; where several old ones are about, by the hash of the pod that was fetched. */
function readRevisions(
  nodes: readonly GridNode[],
  revisions: DaemonSetRecord["revisions"],
  hashOf: (node: GridNode) => string | undefined,
): LensReading {
  const current = revisions.find((revision) => revision.current);
  const old = revisions.filter((revision) => !revision.current && (revision.nodes ?? 0) > 0);
  const [onlyOld] = old;
  const ids = new Map<string, string>();
  for (const node of nodes) {
    const { state, oldRevision, twoPods } = cellOf(node.byte);
    if (state === "missing" || state === "excluded" || state === "unknown") ids.set(node.name, NONE);
    else if (!oldRevision || twoPods) ids.set(node.name, current?.hash ?? OTHERS);
    else {
      const hash = old.length === 1 ? onlyOld?.hash : hashOf(node);
      ids.set(node.name, old.some((revision) => revision.hash === hash) ? (hash ?? OTHERS) : OTHERS);
    }
  }
  const specs: BandSpec[] = [...(current === undefined ? [] : [current]), ...old].map(({ hash, revision }, at) => ({
    id: hash,
    meaning: { kind: "revision", revision, hash },
    shade: VALUE_SHADES[at] ?? OTHERS_SHADE,
  }));
  if ([...ids.values()].includes(OTHERS))
    specs.push({ id: OTHERS, meaning: { kind: "revision", revision: undefined, hash: undefined }, shade: OTHERS_SHADE });
  return readingOf(ids, [...specs, { id: NONE, meaning: { kind: "noPod" }, shade: "none" }]);
}

export interface LensFacts {
  readonly nodes: readonly GridNode[];
  readonly revisions: DaemonSetRecord["revisions"];
  readonly eligibilityOf: (record: NodeRecord) => Eligibility;
  readonly hashOf: (node: GridNode) => string | undefined;
  readonly nowMs: number;
}

/** What a lens makes of the nodes; undefined for the lens of states, which needs no bands. O(nodes). Pure. */
export function readLens(lens: Lens, { nodes, revisions, eligibilityOf, hashOf, nowMs }: LensFacts): LensReading | undefined {
  switch (lens.kind) {
    case "state":
      return undefined;
    case "eligibility":
      return readEligibility(nodes, eligibilityOf);
    case "taint":
      return readValues(nodes, ({ taints }) => {
        const own = taints
          .filter((taint) => taint.key === lens.key)
          .map((taint) => taintText(taint).slice(taint.key.length).replace(/^=/, ""));
        return own.length === 0 ? undefined : own.join(", ");
      });
    case "label":
      return readValues(nodes, ({ labels }) => ownValue(labels, lens.key));
    case "revision":
      return readRevisions(nodes, revisions, hashOf);
    case "age":
      return readAges(nodes, nowMs);
  }
}

/** The keys of the taints that nodes have, those on most nodes first. */
export function taintKeysOf(nodes: readonly GridNode[]): readonly string[] {
  return byCount(nodes.flatMap(({ record }) => [...new Set(record.taints.map((taint) => taint.key))]));
}
