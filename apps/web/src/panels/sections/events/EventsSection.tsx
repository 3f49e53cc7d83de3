import { navigate } from "../../../data/url/navigation.ts";
import type { DaemonSetView, NodeView } from "../../../data/url/url.ts";
import { EventsPanel } from "./EventsPanel.tsx";

/** The events of a DaemonSet and its pods, or of a node. */
export function EventsSection({ view }: { readonly view: DaemonSetView | NodeView }) {
  const about =
    view.page === "node"
      ? ({ of: "node", node: view.name } as const)
      : ({ of: "daemonSet", namespace: view.namespace, daemonSet: view.name } as const);
  return (
    <EventsPanel
      about={about}
      at={view.at ?? {}}
      view={view}
      onAt={(at) => navigate(view.page === "node" ? { ...view, at } : { ...view, at }, { replace: true })}
    />
  );
}
