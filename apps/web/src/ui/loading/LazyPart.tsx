import { type ReactNode, Suspense, useEffect } from "react";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { announce } from "../announce/announce.ts";
import { FailureBoundary } from "./FailureBoundary.tsx";
import css from "./lazy-part.module.css";

interface LazyPartProps {
  /** Identity of the part. Another value mounts a new part, and the old content disappears while it loads. */
  readonly about: string;
  readonly fallback?: ReactNode;
  /** A full page shows a failure as its main element. */
  readonly isPage?: boolean;
  /** Called after a failure is announced, instead of showing it in place. A dialog closes then. */
  readonly onFailed?: () => void;
  readonly children: ReactNode;
}

/** A part of the page whose files load when it is first shown. If they do not load (server unreachable, or another
 *  version), it shows this in place. The rest of the page stays. */
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

/** Set for the lifetime of the document, because the browser does not request a failed module again. */
let wasDisconnected = false;

/** Reloads the page when the server is back after a disconnect, because only then the browser requests the failed
 *  file again. */
function Failure() {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  useEffect(() => {
    if (!isLive) wasDisconnected = true;
    else if (wasDisconnected) location.reload();
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
