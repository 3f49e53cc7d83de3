import { ClockTime } from "../../ui/text/ClockTime.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { PodPageParts } from "./page-parts.ts";

/** When the pod was read, and why the last read failed. */
export function ReadLine({ read: { isLive, atMs, problem } }: Pick<PodPageParts<"there">, "read">) {
  const { t } = useTranslation();
  return (
    <>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <p className="i3">
        {t(isLive ? "pod.readAt" : "pod.readStale")} <ClockTime atMs={atMs} />
      </p>
    </>
  );
}
