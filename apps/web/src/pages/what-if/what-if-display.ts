import { GHOSTS, type Ghost } from "@daemonscope/shared/http/what-if";
import { navigate } from "../../data/url/navigation.ts";
import type { WhatIfView } from "../../data/url/url.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";

/** The grid's moments: the current cluster, the change, or the cluster after it. */
export const WHAT_IF_MOMENTS = ["before", "change", "after"] as const;
export type WhatIfMoment = (typeof WHAT_IF_MOMENTS)[number];

/** View settings of a what-if, except its steps. */
export interface WhatIfDisplay {
  /** Key of the DaemonSet whose nodes are drawn; undefined for the default one. */
  readonly daemonSet: string | undefined;
  /** The node whose side panel is open. */
  readonly node: string | undefined;
  /** Nodes that were selected elsewhere: the initial target of a new step. */
  readonly nodes: readonly string[];
  readonly moment: WhatIfMoment;
  /** The outcome by which nodes are filtered. */
  readonly ghost: Ghost | undefined;
  /** `pool`, `zone`, or `label:<key>`. */
  readonly group: string;
  readonly only: string | undefined;
  readonly size: GridSize | undefined;
}

const GROUP = "pool";
const SIZES = ["fit", "10", "names"] as const;

/** Parses the settings of the URL; missing or unknown ones get their defaults. */
export function parseWhatIfDisplay({ look }: Pick<WhatIfView, "look">): WhatIfDisplay {
  return {
    daemonSet: look.daemonset,
    node: look.node,
    nodes: (look.nodes ?? "").split(",").filter((name) => name !== ""),
    moment: WHAT_IF_MOMENTS.find((known) => known === look.show) ?? "change",
    ghost: GHOSTS.find((known) => known === look.filter),
    group: look.group ?? GROUP,
    only: look.only,
    size: look.view === "table" ? "table" : SIZES.find((known) => known === look.size),
  };
}

/** Formats the settings for the URL, without defaults. */
export function formatWhatIfDisplay({ daemonSet, node, nodes, moment, ghost, group, only, size }: WhatIfDisplay): WhatIfView["look"] {
  return {
    ...(daemonSet === undefined ? {} : { daemonset: daemonSet }),
    ...(node === undefined ? {} : { node }),
    ...(nodes.length === 0 ? {} : { nodes: nodes.join(",") }),
    ...(moment === "change" ? {} : { show: moment }),
    ...(ghost === undefined ? {} : { filter: ghost }),
    ...(group === GROUP ? {} : { group }),
    ...(only === undefined ? {} : { only }),
    ...(size === undefined ? {} : size === "table" ? { view: "table" } : { size }),
  };
}

/** Changes view settings of the same steps. Opening or closing a node adds a history entry; all other changes
 *  replace the current one. */
export function updateWhatIfDisplay(view: WhatIfView, patch: Partial<WhatIfDisplay>): void {
  navigate({ ...view, look: formatWhatIfDisplay({ ...parseWhatIfDisplay(view), ...patch }) }, { replace: !("node" in patch) });
}
