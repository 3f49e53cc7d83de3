import { selectedKeys } from "@daemonscope/daemonset/placement/selected-labels";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { useMemo } from "react";
import { type AskedLabels, type LabelLine, parseLabels, type ShownLabels, sharedKeys, shownLabels } from "./shown-labels.ts";

interface UsedLabels {
  readonly asked: AskedLabels;
  readonly shown: ShownLabels;
  /** The preselected labels that all nodes share: stated once instead of under each name. */
  readonly shared: readonly LabelLine[];
}

const commonOf = (labels: ShownLabels, records: readonly (NodeRecord | undefined)[]): string =>
  sharedKeys(
    labels,
    records.map((record) => record?.labels),
  ).join(",");

/** Parses the labels of a URL. `template`: that of the DaemonSet whose nodes are shown. `records`: the nodes whose
 *  names have labels below; undefined if none have. Returns the same objects while all inputs are equal. */
export function useShownLabels(
  text: string | undefined,
  template: PlacementTemplate | undefined,
  records?: readonly (NodeRecord | undefined)[],
): UsedLabels {
  // Each change of a DaemonSet brings another object of the same template.
  const written = template && JSON.stringify(template);
  const all = useMemo(() => {
    const known: PlacementTemplate | undefined = written === undefined ? undefined : JSON.parse(written);
    const asked = parseLabels(text, known === undefined ? [] : selectedKeys(known));
    return { known, asked, shown: shownLabels(asked.keys, known) };
  }, [text, written]);
  // The user wants to see labels that the URL names.
  const common = useMemo(() => (text !== undefined || records === undefined ? "" : commonOf(all.shown, records)), [text, records, all]);
  const first = common === "" ? undefined : records?.find((record) => record !== undefined)?.labels;
  return useMemo(() => {
    const { asked, known, shown } = all;
    if (first === undefined) return { asked, shown, shared: [] };
    const keys = new Set(common.split(","));
    const rest = shownLabels(
      asked.keys.filter((key) => !keys.has(key)),
      known,
    );
    return { asked, shown: rest, shared: shown.linesOf(first).filter(({ key }) => keys.has(key)) };
  }, [all, common, first]);
}
