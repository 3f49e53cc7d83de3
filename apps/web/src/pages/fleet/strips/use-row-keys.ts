import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { type FocusEvent, useState } from "react";
import { useCluster } from "../../../data/hooks/cluster-context.ts";
import { navigate } from "../../../data/url/navigation.ts";
import { daemonSetView } from "../../../data/url/url.ts";
import { copyText } from "../../../ui/announce/copy-text.ts";
import { useCommand } from "../../../ui/keys/use-command.ts";

/** Returns the row that a step leads to from row `at` (-1: none has the focus) of `count`; undefined if there is none.
 *  Pure. */
export function rowAfter(at: number, direction: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (at < 0) return direction > 0 ? 0 : count - 1;
  return Math.max(0, Math.min(count - 1, at + direction));
}

const linksIn = (table: HTMLElement): readonly HTMLAnchorElement[] => [
  ...table.querySelectorAll<HTMLAnchorElement>("[data-row] [data-name] a"),
];

/** Moves the focus through the rows of a table with keys, from link to link, so that Enter opens as usual. The commands
 *  of a DaemonSet apply to the row that has the focus. */
export function useRowKeys(table: HTMLElement | null) {
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const cluster = useCluster(({ state }) => state?.cluster);
  const step = (direction: 1 | -1) => {
    if (table === null) return;
    const links = linksIn(table);
    const to = rowAfter(
      links.findIndex((link) => link.matches(":focus")),
      direction,
      links.length,
    );
    const link = to === undefined ? undefined : links[to];
    link?.focus({ preventScroll: true });
    link?.closest("[data-row]")?.scrollIntoView({ block: "nearest" });
  };
  useCommand("nextRow", table === null ? undefined : () => step(1));
  useCommand("previousRow", table === null ? undefined : () => step(-1));
  const view = focused === undefined ? undefined : daemonSetView(focused);
  useCommand("overview", view === undefined ? undefined : () => navigate(view));
  useCommand("actions", view === undefined ? undefined : () => navigate({ ...view, drawer: "fix" }));
  useCommand("logs", view === undefined ? undefined : () => navigate({ ...view, section: "logs" }));
  useCommand("yaml", view === undefined ? undefined : () => navigate({ ...view, section: "yaml" }));
  useCommand("events", view === undefined ? undefined : () => navigate({ ...view, section: "events" }));
  useCommand("copyName", view === undefined ? undefined : () => void copyText(view.name));
  useCommand(
    "copyKubectl",
    view === undefined ? undefined : () => void copyText(kubectlLine(cluster, view.namespace, ["rollout", "status", `ds/${view.name}`])),
  );
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.closest<HTMLElement>("[data-key]")?.dataset.key),
    onBlur: () => setFocused(undefined),
  };
}
