import type { NodeInfo, StringMap, Taint } from "@daemonscope/kube/objects";
import { isConditionTaint, LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";
import type { CauseKind } from "../records/cause-fact.ts";
import type { CommonTrait, CommonTraits, FoundTraits, SystemField } from "../records/common-traits.ts";
import { chanceOfSharing } from "./hypergeometric.ts";

/** The traits of nodes by row. */
interface TraitRows {
  recordAt(row: number): { readonly labels: StringMap } | undefined;
  /** Returns a function that adds `2 ** index` for each of these labels that a row has. */
  labelMatcher(labels: readonly (readonly [key: string, value: string])[]): (row: number) => number;
  taintsAt(row: number): readonly Taint[] | undefined;
  systemAt(row: number): { readonly kubeletVersion?: string | undefined; readonly nodeInfo?: NodeInfo | undefined } | undefined;
  createdAtMsAt(row: number): number | undefined;
}

/** The part of a node in a comparison. Any other number: the node does not want a pod. */
export const ROLE = { other: 1, failing: 2 } as const;

interface Comparison {
  readonly kind: CauseKind;
  /** A `ROLE` by row. */
  readonly roles: Uint8Array;
  readonly nodes: TraitRows;
  readonly nameOf: (row: number) => string;
}

/** A finding needs a probability below this. */
const CHANCE = 0.01;
/** A single node is no pattern. */
const FAILING_FROM = 2;
/** Traits are read from the first failing nodes by name, because a trait may be missing on some of them. */
const READ_NODES = 4;
/** One bit each in a number, which has 53. */
const MAX_TRAITS = 48;
/** 190 pairs. */
const MAX_PAIRED = 20;
const ROWS_PER_SLICE = 1024;
const isEndOfSlice = (row: number): boolean => row % ROWS_PER_SLICE === ROWS_PER_SLICE - 1;

const SYSTEM_FIELDS: readonly SystemField[] = ["kernelVersion", "osImage", "containerRuntimeVersion", "kubeletVersion", "architecture"];
/** Labels that often decide whether an agent works. */
const NAMED_LABELS: ReadonlySet<string> = new Set([LABELS.instanceType, LABELS.zone, ...POOL_LABELS]);

/** In the order of preference: traits that are named in the rule come first. Only the others pay for their number. */
const TIERS = ["named", "label", "taint"] as const;
type Tier = (typeof TIERS)[number];

type System = ReturnType<TraitRows["systemAt"]>;

const systemValue = (system: System, field: SystemField): string | undefined =>
  field === "kubeletVersion" ? system?.kubeletVersion : system?.nodeInfo?.[field];

const systemTrait = (kind: SystemField, value: string): CommonTrait => ({ kind, [kind]: value }) as CommonTrait;

interface Trait {
  readonly tier: Tier;
  readonly trait: CommonTrait;
}

/** Finds which candidates a row has. */
interface Candidates {
  readonly maskOf: (row: number) => number;
}

function* traitsOf(row: number, nodes: TraitRows): Iterable<readonly [key: string, found: Trait]> {
  const system = nodes.systemAt(row);
  for (const field of SYSTEM_FIELDS) {
    const value = systemValue(system, field);
    if (value !== undefined && value !== "") yield [`${field} ${value}`, { tier: "named", trait: systemTrait(field, value) }];
  }
  for (const [key, value] of Object.entries(nodes.recordAt(row)?.labels ?? {})) {
    if (key === LABELS.hostname) continue;
    const tier = NAMED_LABELS.has(key) ? "named" : "label";
    yield [`label ${key} ${value}`, { tier, trait: { kind: "label", labels: { [key]: value } } }];
  }
  for (const taint of nodes.taintsAt(row) ?? []) {
    // Kubernetes adds these because the node has a problem, or a user because of it.
    if (isConditionTaint(taint)) continue;
    yield [taintKey(taint), { tier: "taint", trait: { kind: "taint", taint } }];
  }
}

const taintKey = ({ key, value, effect }: Taint): string => `taint ${key} ${value ?? ""} ${effect}`;

/** Remembers the last result: neighbouring nodes often share the object. */
function rememberingLast<T extends object>(maskOf: (value: T) => number): (value: T | undefined) => number {
  let last: T | undefined;
  let lastMask = 0;
  return (value) => {
    if (value === undefined) return 0;
    if (value !== last) {
      last = value;
      lastMask = maskOf(value);
    }
    return lastMask;
  };
}

/** Collects the traits of some rows, the preferred ones first. */
function traitsOfRows(rows: readonly number[], nodes: TraitRows): readonly Trait[] {
  const byKey = new Map<string, Trait>();
  for (const row of rows) for (const [key, found] of traitsOf(row, nodes)) if (!byKey.has(key)) byKey.set(key, found);
  const all = [...byKey.values()];
  return TIERS.flatMap((tier) => all.filter((each) => each.tier === tier)).slice(0, MAX_TRAITS);
}

function candidatesOf(traits: readonly Trait[], nodes: TraitRows): Candidates {
  const labels: (readonly [key: string, value: string])[] = [];
  const labelBits: number[] = [];
  const systems: { readonly field: SystemField; readonly value: string; readonly bit: number }[] = [];
  const taints = new Map<string, number>();
  for (const [index, { trait }] of traits.entries()) {
    const bit = 2 ** index;
    if (trait.kind === "label") {
      labels.push(...Object.entries(trait.labels));
      labelBits.push(bit);
    } else if (trait.kind === "taint") taints.set(taintKey(trait.taint), bit);
    else if (trait.kind !== "createdFrom" && trait.kind !== "createdUntil")
      systems.push({ field: trait.kind, value: (trait as Readonly<Record<string, string>>)[trait.kind] ?? "", bit });
  }
  const matchLabels = nodes.labelMatcher(labels);
  let lastLabels = 0;
  let lastLabelMask = 0;
  /** Moves the bits of the matcher to those of the candidates. */
  const labelMask = (row: number): number => {
    const matched = matchLabels(row);
    if (matched === lastLabels) return lastLabelMask;
    lastLabels = matched;
    lastLabelMask = 0;
    let rest = matched;
    for (const bit of labelBits) {
      if (rest % 2 === 1) lastLabelMask += bit;
      rest = Math.floor(rest / 2);
    }
    return lastLabelMask;
  };
  const systemMask = rememberingLast((system: NonNullable<System>) => {
    let mask = 0;
    for (const { field, value, bit } of systems) if (systemValue(system, field) === value) mask += bit;
    return mask;
  });
  const taintMask = rememberingLast((own: readonly Taint[]) => {
    let mask = 0;
    for (const key of new Set(own.map(taintKey))) mask += taints.get(key) ?? 0;
    return mask;
  });
  return { maskOf: (row) => labelMask(row) + systemMask(nodes.systemAt(row)) + taintMask(nodes.taintsAt(row)) };
}

/** Nodes that have exactly the same candidates. */
interface Alike {
  /** The mask in two parts, for operations on bits. */
  readonly low: number;
  readonly high: number;
  failing: number;
  others: number;
}

const PART_BITS = 24;

const hasBit = ({ low, high }: Alike, index: number): boolean =>
  ((index < PART_BITS ? low >>> index : high >>> (index - PART_BITS)) & 1) === 1;

/** Counts nodes by their candidates. */
class AlikeNodes {
  readonly #byMask = new Map<number, Alike>();

  of(mask: number): Alike {
    let group = this.#byMask.get(mask);
    if (group === undefined) {
      group = { low: mask % 2 ** PART_BITS, high: Math.floor(mask / 2 ** PART_BITS), failing: 0, others: 0 };
      this.#byMask.set(mask, group);
    }
    return group;
  }

  list(): readonly Alike[] {
    return [...this.#byMask.values()];
  }
}

interface Counts {
  readonly failing: number;
  readonly others: number;
}

function countIn(groups: readonly Alike[], has: (group: Alike) => boolean): Counts {
  let failing = 0;
  let others = 0;
  for (const group of groups) {
    if (!has(group)) continue;
    failing += group.failing;
    others += group.others;
  }
  return { failing, others };
}

interface Counted extends Counts {
  readonly traits: readonly CommonTrait[];
  readonly comparisons: number;
}

interface CountedTrait extends Trait, Counts {
  readonly index: number;
}

/** Drops the traits of all nodes, and those of the same nodes as a preferred one: nothing distinguishes them. */
function* distinctTraits(traits: readonly Trait[], groups: readonly Alike[], total: number): Generator<undefined, readonly CountedTrait[]> {
  const distinct: CountedTrait[] = [];
  for (const [index, each] of traits.entries()) {
    yield;
    const counts = countIn(groups, (group) => hasBit(group, index));
    if (counts.failing + counts.others === total) continue;
    const isKnown = distinct.some(
      (known) =>
        known.failing === counts.failing &&
        known.others === counts.others &&
        groups.every((group) => hasBit(group, index) === hasBit(group, known.index)),
    );
    if (!isKnown) distinct.push({ ...each, ...counts, index });
  }
  return distinct;
}

/** Returns the pairs of traits that all failing nodes have. `comparisons` counts them and the traits before them. */
function* pairsOf(
  distinct: readonly CountedTrait[],
  groups: readonly Alike[],
  failing: number,
  comparisons: number,
): Generator<undefined, readonly Counted[]> {
  const rarest = distinct
    .filter((each) => each.failing === failing)
    .sort((a, b) => a.others - b.others || a.index - b.index)
    .slice(0, MAX_PAIRED)
    .sort((a, b) => a.index - b.index);
  const pairs = rarest.flatMap((first, at) => rarest.slice(at + 1).map((second) => [first, second] as const));
  const counted: Counted[] = [];
  for (const [first, second] of pairs) {
    yield;
    const counts = countIn(groups, (group) => hasBit(group, first.index) && hasBit(group, second.index));
    counted.push({ ...counts, traits: [first.trait, second.trait], comparisons: comparisons + pairs.length });
  }
  return counted;
}

/** Returns the rows with the first names. O(rows × count). */
function* firstByName(rows: readonly number[], nameOf: (row: number) => string, count: number): Generator<undefined, readonly number[]> {
  const first: { readonly row: number; readonly name: string }[] = [];
  for (const [index, row] of rows.entries()) {
    if (isEndOfSlice(index)) yield;
    const name = nameOf(row);
    const last = first[count - 1];
    if (last !== undefined && name >= last.name) continue;
    let at = first.length;
    while (at > 0 && name < (first[at - 1]?.name ?? "")) at--;
    first.splice(at, 0, { row, name });
    if (first.length > count) first.pop();
  }
  return first.map(({ row }) => row);
}

/** Traits of a majority of the failing nodes: only these can be named. */
interface Shared {
  readonly traits: readonly Trait[];
  /** Number of other labels and taints that at least two failing nodes have: they count as comparisons, too. */
  readonly dropped: number;
}

/** Finds the shared traits from the failing nodes alone, which are mostly few. */
function* sharedTraits({ nodes }: Comparison, rows: readonly number[], first: readonly number[]): Generator<undefined, Shared> {
  const traits = traitsOfRows(first, nodes);
  const { maskOf } = candidatesOf(traits, nodes);
  const alike = new AlikeNodes();
  for (const [at, row] of rows.entries()) {
    if (isEndOfSlice(at)) yield;
    alike.of(maskOf(row)).failing++;
  }
  const groups = alike.list();
  const shared: Trait[] = [];
  let dropped = 0;
  for (const [index, each] of traits.entries()) {
    yield;
    const { failing } = countIn(groups, (group) => hasBit(group, index));
    if (failing * 2 > rows.length) shared.push(each);
    else if (failing >= FAILING_FROM && each.tier !== "named") dropped++;
  }
  return { traits: shared, dropped };
}

/** Everything that is counted in one pass over the nodes. */
interface Pass {
  readonly groups: readonly Alike[];
  readonly ages: readonly Counted[];
}

function* passOver({ roles, nodes }: Comparison, rows: readonly number[], traits: readonly Trait[]): Generator<undefined, Pass> {
  const { maskOf } = candidatesOf(traits, nodes);
  let fromMs = Number.POSITIVE_INFINITY;
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const [at, row] of rows.entries()) {
    if (isEndOfSlice(at)) yield;
    const createdAtMs = nodes.createdAtMsAt(row) ?? 0;
    fromMs = Math.min(fromMs, createdAtMs);
    untilMs = Math.max(untilMs, createdAtMs);
  }
  const alike = new AlikeNodes();
  let since = 0;
  let until = 0;
  for (let row = 0; row < roles.length; row++) {
    if (isEndOfSlice(row)) yield;
    const role = roles[row];
    if (role !== ROLE.other && role !== ROLE.failing) continue;
    const group = alike.of(maskOf(row));
    if (role === ROLE.failing) {
      group.failing++;
      continue;
    }
    group.others++;
    const createdAtMs = nodes.createdAtMsAt(row) ?? 0;
    if (createdAtMs >= fromMs) since++;
    if (createdAtMs <= untilMs) until++;
  }
  const age = (trait: CommonTrait, others: number): Counted => ({ traits: [trait], failing: rows.length, others, comparisons: 1 });
  // A node without a creation time has time zero, and says nothing about its age.
  const ages =
    fromMs > 0
      ? [age({ kind: "createdFrom", createdFromMs: fromMs }, since), age({ kind: "createdUntil", createdUntilMs: untilMs }, until)]
      : [];
  return { groups: alike.list(), ages };
}

/** Finds what the failing nodes have in common (rule K5): the shortest combination that all of them and no other node
 *  have, otherwise the best partial one. Returns undefined if there are too few nodes for any finding. The result does
 *  not depend on the order of rows. O(nodes × traits), in time slices of some milliseconds. */
export function* commonTraitsInParts(comparison: Comparison): Generator<undefined, CommonTraits | undefined> {
  const { kind, roles, nameOf } = comparison;
  const rows: number[] = [];
  let others = 0;
  for (let row = 0; row < roles.length; row++) {
    if (isEndOfSlice(row)) yield;
    const role = roles[row];
    if (role === ROLE.failing) rows.push(row);
    else if (role === ROLE.other) others++;
  }
  const failing = rows.length;
  const total = failing + others;
  const chanceOf = (counts: Counts): number =>
    chanceOfSharing({ count: counts.failing, drawn: failing, marked: counts.failing + counts.others, total });
  if (failing < FAILING_FROM || others === 0 || chanceOf({ failing, others: 0 }) >= CHANCE) return undefined;

  const { traits, dropped } = yield* sharedTraits(comparison, rows, yield* firstByName(rows, nameOf, READ_NODES));
  const { groups, ages } = yield* passOver(comparison, rows, traits);
  const distinct = yield* distinctTraits(traits, groups, total);
  const unnamed = dropped + distinct.filter(({ tier }) => tier !== "named").length;
  const singles: readonly Counted[] = [
    ...distinct.map(({ tier, trait, ...counts }) => ({
      traits: [trait],
      failing: counts.failing,
      others: counts.others,
      comparisons: tier === "named" ? 1 : unnamed,
    })),
    ...ages,
  ];
  const found = (best: Counted): FoundTraits => ({
    traits: best.traits,
    failing: best.failing,
    others: best.others,
    probability: Number(chanceOf(best).toPrecision(3)),
    comparisons: best.comparisons,
  });
  const isFinding = (each: Counted): boolean => chanceOf(each) * each.comparisons < CHANCE;
  const setsApart = (each: Counted): boolean => each.failing === failing && each.others === 0 && isFinding(each);
  const exact = singles.find(setsApart) ?? (yield* pairsOf(distinct, groups, failing, unnamed)).find(setsApart);
  if (exact !== undefined) return { kind, failing, others, found: found(exact) };
  let best: Counted | undefined;
  let bestChance = CHANCE;
  for (const each of singles) {
    const chance = chanceOf(each) * each.comparisons;
    if (chance >= bestChance) continue;
    best = each;
    bestChance = chance;
  }
  return best === undefined ? { kind, failing, others } : { kind, failing, others, found: found(best) };
}
