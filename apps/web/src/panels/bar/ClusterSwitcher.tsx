import { pageCluster } from "../../data/url/base-url.ts";
import { Switcher } from "../../ui/controls/Switcher.tsx";
import barCss from "../../ui/controls/top-bar.module.css";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

const ClusterList = lazyWithWords(() => import("./ClusterList.tsx").then((module) => module.ClusterList));

/** The name of the shown cluster. On a server of several clusters the list leads to the others. */
export function ClusterSwitcher({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  if (pageCluster() === undefined)
    return (
      <span className={barCss.cluster} title={name}>
        <MiddleCut text={name} isWord />
      </span>
    );
  return (
    <Switcher name={`${t("chrome.cluster")}${t("model.colon")}${name}`} className={barCss.cluster} List={ClusterList}>
      <MiddleCut text={name} isWord />
    </Switcher>
  );
}
