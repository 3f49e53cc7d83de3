import { selectedKeys } from "@daemonscope/daemonset/placement/selected-labels";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { useMemo } from "react";
import { parseLabels, type RequestedLabels, type ShownLabels, sharedKeys, shownLabels } from "./shown-labels.ts";

interface UsedLabels {
  readonly requested: RequestedLabels;
  /** Without preselected labels that all nodes share: a line under each name would repeat one value. */
  readonly shown: ShownLabels;
}

const sharedKeysText = (labels: ShownLabels, records: readonly (NodeRecord | undefined)[]): string =>
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
  // Each change of a DaemonSet brings a new object of an equal template.
  const templateJson = template && JSON.stringify(template);
  const all = useMemo(() => {
    const stableTemplate: PlacementTemplate | undefined = templateJson === undefined ? undefined : JSON.parse(templateJson);
    const requested = parseLabels(text, stableTemplate === undefined ? [] : selectedKeys(stableTemplate));
    return { stableTemplate, requested, shown: shownLabels(requested.keys, stableTemplate) };
  }, [text, templateJson]);
  // Labels that the URL names are always shown.
  const common = useMemo(
    () => (text !== undefined || records === undefined ? "" : sharedKeysText(all.shown, records)),
    [text, records, all],
  );
  return useMemo(() => {
    const { requested, stableTemplate, shown } = all;
    if (common === "") return { requested, shown };
    const keys = new Set(common.split(","));
    const rest = shownLabels(
      requested.keys.filter((key) => !keys.has(key)),
      stableTemplate,
    );
    return { requested, shown: rest };
  }, [all, common]);
}
