import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { ReactNode } from "react";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { Headline } from "../../verdict/Headline.tsx";
import { eventIcon } from "./event-icon.ts";
import { countEvents, type EventGroup } from "./group-events.ts";
import { commonPool, type PoolOf } from "./pools-of-nodes.ts";

interface EventsHeadlineProps {
  readonly warnings: readonly EventGroup[];
  readonly pools: PoolOf;
  readonly isRead: boolean;
  /** Controls at the right of the row above the headline. */
  readonly tools: ReactNode;
}

/** The groups of one DaemonSet or other object, the most frequent first. */
interface Subject {
  readonly name: string;
  readonly groups: readonly [EventGroup, ...EventGroup[]];
}

function mostFrequentSubject(warnings: readonly EventGroup[]): Subject | undefined {
  const subjects = new Map<string, Subject>();
  for (const group of warnings) {
    const { daemonSet, kind, name } = group.first;
    const key = daemonSet ?? `${kind} ${name}`;
    const known = subjects.get(key);
    subjects.set(
      key,
      known === undefined
        ? { name: daemonSet === undefined ? name : nameOfKey(daemonSet), groups: [group] }
        : { ...known, groups: [...known.groups, group] },
    );
  }
  return [...subjects.values()].sort((a, b) => countEvents(b.groups) - countEvents(a.groups))[0];
}

/** Returns the groups that report a problem, if any does. A shutdown of a node is none (rule N2). */
function unexpected(all: readonly EventGroup[]): readonly EventGroup[] {
  const found = all.filter(({ isShutdown }) => !isShutdown);
  return found.length > 0 ? found : all;
}

/** The number of warnings, and the subject with the most of them. */
export function EventsHeadline({ warnings: all, pools, isRead, tools }: EventsHeadlineProps) {
  const { t } = useTranslation();
  const warnings = unexpected(all);
  const most = mostFrequentSubject(warnings);
  const title = t("events.title");
  if (!isRead) return <Headline word={title} sentence="" title={title} tools={tools} />;
  if (most === undefined)
    return <Headline word={t("events.noWarningsWord")} sentence={t("events.inLastHour")} title={title} tools={tools} />;
  const { name, groups } = most;
  const count = countEvents(groups);
  const total = countEvents(warnings);
  const share = count === total ? "all" : "most";
  const pool = commonPool(
    groups.flatMap(({ objects }) => objects),
    pools,
  );
  const { isShutdown } = groups[0];
  const from = pool === undefined ? t(`events.${share}From`, { count, name }) : t(`events.${share}FromPool`, { count, name, pool });
  return (
    <Headline
      look={eventIcon(groups[0])}
      word={t("events.warningsWord", { count: total })}
      sentence={isShutdown ? t("events.allFromShutdown") : from}
      isBad={!isShutdown}
      title={title}
      tools={tools}
    />
  );
}
