import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { rootScale } from "../../../ui/viewport/root-scale.ts";

/** Up to this number of clusters, each cell draws its nodes. */
const MAX_STRIPS = 4;
/** Width of the words before a strip and of the gap after it, CSS pixels at a root of 16 px. The CSS has the same. */
const STRIP_X = 152;
/** Least width of a strip, so that the head of its column fits. */
const MIN_STRIP = 48;
/** Half the pitch of a cell, because a strip has two rows. */
const NODE = 6;

export const hasStrips = (clusters: readonly ClusterSummary[]): boolean => clusters.length <= MAX_STRIPS;

const stripX = (): number => Math.ceil(STRIP_X * rootScale());

/** Returns the width of the nodes in a column of a width. */
export const stripWidthIn = (column: number): number => column - stripX();

/** Returns the width of each column in CSS pixels. With strips, a column is as wide as its nodes need, if all fit. */
export function columnWidths(clusters: readonly ClusterSummary[], width: number): readonly number[] {
  const equal = Math.floor(width / Math.max(1, clusters.length));
  if (!hasStrips(clusters)) return clusters.map(() => equal);
  const strips = clusters.map(({ nodes = 0 }) => Math.max(MIN_STRIP, nodes * NODE));
  const room = width - clusters.length * stripX();
  const share = Math.min(1, room / strips.reduce((sum, each) => sum + each, 0));
  const widths = strips.map((strip) => Math.floor(stripX() + strip * share));
  // A large cluster must not leave the others without space.
  return widths.every((each) => stripWidthIn(each) >= MIN_STRIP) ? widths : clusters.map(() => equal);
}
