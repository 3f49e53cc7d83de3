import { GHOSTS, type Ghost } from "@daemonscope/shared/http/what-if";
import { navigate } from "../address/navigation.ts";
import type { WhatIfView } from "../address/url.ts";
import type { GridSize } from "../grid/grid-size.ts";

/** What the grid shows: the cluster as it is, what would become of it, or as it would be. */
export const WHAT_IF_MOMENTS = ["before", "change", "after"] as const;
export type WhatIfMoment = (typeof WHAT_IF_MOMENTS)[number];

/** What is looked at of a what-if, beside its steps. */
export interface WhatIfLook {
  /** Key of the DaemonSet whose nodes are drawn; undefined for the one that changes most. */
  readonly daemonSet: string | undefined;
  /** What is open beside the page. */
  readonly node: string | undefined;
  /** Nodes that were chosen elsewhere: what a new step is at, to begin with. */
  readonly nodes: readonly string[];
  readonly moment: WhatIfMoment;
  /** What becomes of the nodes that are kept. */
  readonly ghost: Ghost | undefined;
  /** `pool`, `zone`, or `label:<key>`. */
  readonly group: string;
  readonly only: string | undefined;
  readonly size: GridSize | undefined;
}

const GROUP = "pool";
const SIZES = ["fit", "10", "names"] as const;

/** What the address says; what it does not say, or nobody understands, is as it is by itself. */
export function readLook({ look }: Pick<WhatIfView, "look">): WhatIfLook {
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

/** As it stands in an address, without what is so by itself. */
export function lookText({ daemonSet, node, nodes, moment, ghost, group, only, size }: WhatIfLook): WhatIfView["look"] {
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

/** Goes to another look at the same steps; a node is opened, all else is changed in its place. */
export function changeLook(view: WhatIfView, patch: Partial<WhatIfLook>): void {
  navigate({ ...view, look: lookText({ ...readLook(view), ...patch }) }, { replace: !("node" in patch) });
}
