import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { DaemonSetDifference, DifferenceOnNodes, NodeDifferences, StateComparison } from "@daemonscope/shared/state/compare-states";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { cellVariantLabel, cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { changeText, countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** One difference, and its nodes. */
export interface ComparisonLine {
  readonly text: string;
  readonly nodes: readonly string[];
}

/** The differences of one DaemonSet, or of nodes. */
interface ComparisonPart {
  /** A DaemonSet's key; undefined for nodes. */
  readonly key: string | undefined;
  readonly title: string;
  readonly lines: readonly ComparisonLine[];
}

const COUNTS: readonly (readonly [keyof DaemonSetCounts, string])[] = [
  ["desiredNumberScheduled", "DESIRED"],
  ["currentNumberScheduled", "CURRENT"],
  ["numberReady", "READY"],
  ["updatedNumberScheduled", "UP-TO-DATE"],
  ["numberAvailable", "AVAILABLE"],
  ["numberMisscheduled", "MISSCHEDULED"],
];

const textLine = (text: string): ComparisonLine => ({ text, nodes: [] });
const valueText = (t: Translate, value: string | number | undefined): string =>
  value === undefined ? t("timeline.compare.none") : `${value}`;
const beforeAndAfter = (t: Translate, before: string | number | undefined, after: string | number | undefined) => ({
  before: valueText(t, before),
  after: valueText(t, after),
});

function countLine(t: Translate, { counts, kind }: DaemonSetDifference): readonly ComparisonLine[] {
  if (counts?.before === undefined || counts.after === undefined || kind !== "changed") return [];
  const { before, after } = counts;
  const changes = COUNTS.filter(([field]) => before[field] !== after[field]).map(
    ([field, name]) => `${name} ${countText(before[field])} → ${countText(after[field])} (${changeText(after[field] - before[field])})`,
  );
  return changes.length === 0 ? [] : [textLine(changes.join(t("model.listComma")))];
}

function concernLine(t: Translate, { concern }: DaemonSetDifference): readonly ComparisonLine[] {
  if (concern === undefined) return [];
  const { before, after } = concern;
  if (after !== null) return [textLine(t("timeline.compare.concern", { what: concernText(t, after.detail) }))];
  return before === null ? [] : [textLine(t("timeline.compare.well", { what: concernText(t, before.detail) }))];
}

function daemonSetLines(t: Translate, difference: DaemonSetDifference): readonly ComparisonLine[] {
  const { kind, revision, images, strategy, cells } = difference;
  if (kind !== "changed") return [textLine(t(`timeline.compare.${kind}`))];
  const figure = (byte: number) => cellVariantLabel(cellVariantOfByte(byte), t);
  return [
    ...concernLine(t, difference),
    ...(revision === undefined ? [] : [textLine(t("timeline.compare.revision", beforeAndAfter(t, revision.before, revision.after)))]),
    ...images.map(({ container, before, after }) =>
      textLine(t("timeline.compare.image", { container, ...beforeAndAfter(t, before, after) })),
    ),
    ...(strategy === undefined ? [] : [textLine(t("timeline.compare.strategy", beforeAndAfter(t, strategy.before, strategy.after)))]),
    ...countLine(t, difference),
    ...cells
      // Cells with the same displayed variant are no difference.
      .filter(({ what }) => figure(what.before) !== figure(what.after))
      .map(({ what, nodes }) => ({
        text: t("timeline.compare.cells", { count: nodes.length, before: figure(what.before), after: figure(what.after) }),
        nodes,
      })),
  ];
}

function nodeLines(t: Translate, nodes: NodeDifferences): readonly ComparisonLine[] {
  const plain = (["joined", "left", "notReady", "nowReady", "cordoned", "uncordoned"] as const).flatMap((kind) =>
    nodes[kind].length === 0 ? [] : [{ text: t(`timeline.compare.${kind}`, { count: nodes[kind].length }), nodes: nodes[kind] }],
  );
  const taints = (kind: "taintsAdded" | "taintsRemoved") =>
    nodes[kind].map(({ what, nodes: on }: DifferenceOnNodes<string>) => ({
      text: t(`timeline.compare.${kind}`, { count: on.length, taint: what }),
      nodes: on,
    }));
  const labels = nodes.labels.map(({ what, nodes: on }) => ({
    text: t("timeline.compare.labels", { count: on.length, key: what.key, ...beforeAndAfter(t, what.before, what.after) }),
    nodes: on,
  }));
  return [...plain, ...taints("taintsAdded"), ...taints("taintsRemoved"), ...labels];
}

/** Describes the differences in sentences: the DaemonSet of the page first, then nodes, then the other DaemonSets.
 *  Parts without a line are omitted. */
export function comparisonParts(
  t: Translate,
  { nodes, daemonSets }: StateComparison,
  first: string | undefined,
): readonly ComparisonPart[] {
  const parts = daemonSets.map((difference) => ({ key: difference.key, title: difference.key, lines: daemonSetLines(t, difference) }));
  return [
    ...parts.filter(({ key }) => key === first),
    { key: undefined, title: t("timeline.compare.nodes"), lines: nodeLines(t, nodes) },
    ...parts.filter(({ key }) => key !== first),
  ].filter(({ lines }) => lines.length > 0);
}

/** Formats the differences as Markdown, with all names. `title` names the two moments. */
export function comparisonMarkdown(title: string, origin: string, parts: readonly ComparisonPart[]): string {
  // Text of a name must not become a heading or a link.
  const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");
  const lines = parts.flatMap((part) => [
    "",
    `## ${escaped(part.title)}`,
    "",
    ...part.lines.map(({ text, nodes }) => `- ${escaped(text)}${nodes.length === 0 ? "" : `: ${nodes.map(escaped).join(", ")}`}`),
  ]);
  return [`# ${escaped(title)}`, "", escaped(origin), ...lines, ""].join("\n");
}
