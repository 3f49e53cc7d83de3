import { EVENTS_VIEW, FLEET_VIEW, NODES_VIEW, TAINTS_VIEW, type View, WHAT_IF_VIEW } from "./url.ts";

/** A page of the top bar. Its words are `chrome.tabs.<name>`. */
export interface Tab {
  readonly name: "daemonSets" | "nodes" | "placement" | "whatIf" | "events";
  readonly view: View;
  /** Pages below it in the hierarchy. */
  readonly below?: readonly View["page"][];
  /** Set if the page needs live data of the cluster. */
  readonly isOfNow?: true;
}

/** Tabs in the order of the bar. */
export const TABS: readonly Tab[] = [
  { name: "daemonSets", view: FLEET_VIEW, below: ["daemonSet", "audit"] },
  { name: "nodes", view: NODES_VIEW, below: ["node"] },
  { name: "placement", view: TAINTS_VIEW, below: ["labels"] },
  { name: "whatIf", view: WHAT_IF_VIEW, isOfNow: true },
  { name: "events", view: EVENTS_VIEW, isOfNow: true },
];

/** Returns `aria-current` for a tab: the page itself, or one below it. */
export function currentOf(tab: Tab, page: View["page"]): "page" | "true" | undefined {
  if (tab.view.page === page) return "page";
  return tab.below?.includes(page) ? "true" : undefined;
}
