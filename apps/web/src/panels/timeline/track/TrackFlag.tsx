import { ageText } from "@daemonscope/kube/values/human-duration";
import type { CountSample } from "@daemonscope/shared/http/history";
import { countText } from "../../../words/format/figures.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { type Band, bandLookAt, failuresOf } from "../lanes/bands.ts";
import { currentRevisionMs, type LaneGroup, type LaneItem } from "../lanes/lanes.ts";
import { bandName, groupWords } from "../lanes/mark-text.ts";
import css from "../timeline.module.css";
import { freshLook, lackingLook, podShares } from "./count-areas.ts";

const MAX_BANDS = 4;
const SHARES = ["fresh", "old", "leaving", "lacking"] as const;

interface TrackFlagProps {
  readonly left: number;
  readonly atMs: number;
  readonly endMs: number;
  readonly todayMs: number;
  readonly pointed: LaneGroup | undefined;
  readonly samples: readonly CountSample[];
  readonly items: readonly LaneItem[];
  readonly bands: readonly Band[];
}

/** The moment under the pointer: its time, its counts or its incidents, and the way into replay. */
export function TrackFlag({ left, atMs, endMs, todayMs, pointed, samples, items, bands }: TrackFlagProps) {
  const { t } = useTranslation();
  const sample = samples.findLast(([fromMs]) => fromMs <= atMs);
  const shares = sample === undefined ? undefined : podShares(sample, currentRevisionMs(items));
  const lookOf = { fresh: freshLook(samples), old: "old", leaving: "leaving", lacking: lackingLook(failuresOf(items), atMs) } as const;
  const incidents = bands.flatMap((band) => {
    const look = bandLookAt(band, atMs);
    return look === undefined ? [] : [{ look, name: bandName(t, band) }];
  });
  return (
    <div className={css.flag} style={{ left }}>
      <p>
        <b className="num">{momentText(atMs, todayMs, true)}</b>{" "}
        <span className="i3">{t("timeline.ago", { age: ageText(endMs - atMs) })}</span>
      </p>
      {pointed === undefined ? null : <p>{groupWords(t, pointed.items)}</p>}
      {shares === undefined
        ? incidents.slice(0, MAX_BANDS).map(({ look, name }) => (
            <p key={name} className={css.value}>
              <i className={css[look]} />
              {name}
            </p>
          ))
        : SHARES.filter((share) => share === "fresh" || shares[share] > 0).map((share) => (
            <p key={share} className={css.value}>
              <i className={css[lookOf[share]]} />
              <b className="num">{countText(shares[share])}</b>
              <span className="i2">{t(`timeline.key.${lookOf[share]}`)}</span>
            </p>
          ))}
      <p className="i3">{t("timeline.clickToReplay")}</p>
    </div>
  );
}
