import { selectedKeys } from "@daemonscope/daemonset/placement/selected-labels";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { useMemo } from "react";
import { type AskedLabels, parseLabels, type ShownLabels, shownLabels } from "./shown-labels.ts";

/** Parses the labels of a URL. `template`: that of the DaemonSet whose nodes are shown. Returns the same objects while
 *  both inputs are equal. */
export function useShownLabels(
  text: string | undefined,
  template: PlacementTemplate | undefined,
): { readonly asked: AskedLabels; readonly shown: ShownLabels } {
  // Each change of a DaemonSet brings another object of the same template.
  const written = template && JSON.stringify(template);
  return useMemo(() => {
    const known: PlacementTemplate | undefined = written === undefined ? undefined : JSON.parse(written);
    const asked = parseLabels(text, known === undefined ? [] : selectedKeys(known));
    return { asked, shown: shownLabels(asked.keys, known) };
  }, [text, written]);
}
