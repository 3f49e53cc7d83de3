import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../announce/announce.ts";
import { useFreshness } from "../cluster/cluster-context.ts";
import { FailureBoundary } from "./FailureBoundary.tsx";
import css from "./lazy-part.module.css";

interface LazyPartProps {
  /** What is shown: another value is another part, which begins from nothing: what the one before showed is gone while it comes. */
  readonly about: string;
  readonly fallback?: ReactNode;
  /** A page of its own says it as its main part. */
  readonly isPage?: boolean;
  /** Where a part that cannot be had is said in passing, and taken away: dialogs. */
  readonly onFailed?: () => void;
  readonly children: ReactNode;
}

/** A part of the page whose files are loaded when it is first shown. Where they do not come (the server is away, or another version is there), it says so in its
 *  place, and the rest of the page stays. */
export function LazyPart({ about, fallback = null, isPage = false, onFailed, children }: LazyPartProps) {
  const { t } = useTranslation();
  return (
    <FailureBoundary
      key={about}
      onFailed={
        onFailed === undefined
          ? undefined
          : () => {
              announce(t("loading.failed"));
              onFailed();
            }
      }
      shown={() => (onFailed !== undefined ? null : isPage ? <main className="message">{<Failure />}</main> : <Failure />)}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </FailureBoundary>
  );
}

/** Of this document, for as long as it is there: a part that failed is not asked for again, whoever shows it later. */
let hasFailedAway = false;

/** Loads the page again by itself when the server is back after it was away: the browser asks for a file that did not come only then. */
function Failure() {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  useEffect(() => {
    if (!isLive) hasFailedAway = true;
    else if (hasFailedAway) location.reload();
  }, [isLive]);
  return (
    <div className={css.failed} role="alert">
      <p>{t("loading.failed")}</p>
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t("loading.again")}
      </button>
    </div>
  );
}
