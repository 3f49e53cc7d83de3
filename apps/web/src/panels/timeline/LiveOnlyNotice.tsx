import { useCluster } from "../../data/hooks/cluster-context.ts";
import { goToMoment } from "../../data/url/navigation.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
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

/** Replaces live content on a page of the history, with a button to now. A recording has no such button. `isPage`: the
 *  page has no other content. */
export function LiveOnlyNotice({ isPage = false }: { readonly isPage?: boolean }) {
  return isPage ? <Page /> : <Sentence />;
}
