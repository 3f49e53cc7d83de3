import { useTranslation } from "react-i18next";
import { goToMoment } from "../address/navigation.ts";
import { useTitle } from "../announce/use-title.ts";
import { useCluster } from "../cluster/cluster-context.ts";
import css from "./only-now.module.css";

function Sentence() {
  const { t } = useTranslation();
  const isRecorded = useCluster(({ state }) => state?.cluster.recorded !== undefined);
  if (isRecorded)
    return (
      <div className={css.onlyNow} role="status">
        <p>{t("timeline.onlyRecorded")}</p>
      </div>
    );
  return (
    <div className={css.onlyNow} role="status">
      <p>{t("timeline.onlyNow")}</p>
      <button type="button" className="btn" onClick={() => goToMoment(undefined)}>
        {t("timeline.toNow")}
      </button>
    </div>
  );
}

function Page() {
  const { t } = useTranslation();
  useTitle(t("timeline.noMoment.title"));
  return (
    <main>
      <Sentence />
    </main>
  );
}

/** In the place of what is read from the cluster as it is, on a page of the past, and the way to where it can be shown; on one of a recording there is none. `isPage`: nothing else is on it. */
export function OnlyNow({ isPage = false }: { readonly isPage?: boolean }) {
  return isPage ? <Page /> : <Sentence />;
}
