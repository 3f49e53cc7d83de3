import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { useEffect } from "react";
import { dataBadges } from "../../data/freshness/data-badges.ts";
import { floorToSeconds, useCluster, useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Returns the badges of the shown data; empty before the first state. */
export const stagedText = ({ state }: { readonly state?: { readonly cluster: ClusterIdentity } | undefined }): string =>
  state === undefined ? "" : dataBadges(state.cluster).join(" ");

/** Sets the title of the tab: the state, the subject, and the program. Only this hook sets it; each page calls it
 *  once. A lost connection replaces the state, and a moment of history precedes it. */
export function useTitle(state: string, about = ""): void {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const todayMs = useToday();
  const staged = useCluster(stagedText);
  const momentMs = useCluster(({ moment }) => (moment === undefined ? undefined : floorToSeconds(moment.atMs)));
  const past = momentMs === undefined ? "" : `⏱ ${momentText(momentMs, todayMs, true)}`;
  const first = fresh.kind === "disconnected" ? t("freshness.lost", { age: humanDuration(fresh.ageMs ?? 0) }) : state;
  useEffect(() => {
    document.title = [past, first, about, staged, "Daemonscope"].filter((part) => part !== "").join(" · ");
  }, [past, first, about, staged]);
}
