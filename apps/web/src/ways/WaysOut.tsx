import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { useCluster } from "../cluster/cluster-context.ts";
import type { Translate } from "../i18n/translator.ts";
import { selectWays, type Way } from "./select-ways.ts";
import type { Spread } from "./undo-of.ts";
import { wayCommand } from "./way-command.ts";
import "./ways.css";

function spreadWords({ atOnce, isExact, rounds }: Spread, t: Translate): string {
  if (rounds === 0) return t("ways.undo.allAtOnce");
  const bound = isExact ? "exact" : "bound";
  if (atOnce === 0) return t(`ways.undo.rounds.${bound}`, { count: rounds });
  return t("model.twoSentences", {
    first: t(`ways.undo.atOnce.${bound}`, { count: atOnce }),
    second: t(`ways.undo.rest.${bound}`, { count: rounds }),
  });
}

/** What a way would do, in sentences. */
export function wayEffect(way: Way, t: Translate): string {
  switch (way.kind) {
    case "undo": {
      if (way.replaced === null) return t("ways.undo.unknown");
      if (way.replaced === 0) return t("ways.undo.nothing");
      return t("model.twoSentences", {
        first: t("ways.undo.replaces", { count: way.replaced, revision: way.toRevision }),
        second: way.spread === undefined ? t("ways.undo.byHand") : spreadWords(way.spread, t),
      });
    }
    case "nodes":
      return t("ways.nodes.effect", { count: way.count });
    case "raise":
      return t("ways.raise.effect", { count: way.more });
    case "hold":
      return way.untouched === undefined || way.untouched === 0 ? t("ways.hold.effect") : t("ways.hold.effectOn", { count: way.untouched });
    case "resume":
      return way.outdated === undefined ? t("ways.resume.effect") : t("ways.resume.effectOn", { count: way.outdated });
  }
}

function wayTitle(way: Way, t: Translate): string {
  switch (way.kind) {
    case "undo":
      return t("ways.undo.title", { revision: way.toRevision });
    case "raise":
      return t("ways.raise.title", { field: way.field, now: way.now, to: way.to });
    default:
      return t(`ways.${way.kind}.title`);
  }
}

/** What can be done about this DaemonSet: each way with its effect, then its command, to be copied and never run from here. */
export function WaysOut({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const cluster = useCluster(({ state }) => state?.cluster);
  const ways = useMemo(() => selectWays(record), [record]);
  return (
    <section className="ways" aria-label={t("ways.title")} id="ways">
      <h2 tabIndex={-1}>{t("ways.title")}</h2>
      {ways.map((way) => {
        const command = wayCommand(way, record, cluster);
        return (
          <div key={way.kind} className="way">
            <h3>{wayTitle(way, t)}</h3>
            <p className="i2">{wayEffect(way, t)}</p>
            <div className="command">
              <code>{command}</code>
              <CopyButton text={command} label={t("ways.copy", { title: wayTitle(way, t) })} />
            </div>
          </div>
        );
      })}
    </section>
  );
}
