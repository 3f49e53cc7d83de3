import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { daemonSetView, type PodView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { PodEvents } from "./PodEvents.tsx";
import type { PodPageParts } from "./page-parts.ts";
import css from "./pod.module.css";
import { ReadLine } from "./ReadLine.tsx";

function PodList({ title, view, names }: { readonly title: string; readonly view: PodView; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={css.others}>
        {names.map((name) => (
          <li key={name}>
            <ViewLink view={{ ...view, name }} className="btn">
              {name}
            </ViewLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A pod that no longer exists: its replacement, and the data that remains. */
export function PodGone({ view, answer, nowMs, read }: PodPageParts<"gone">) {
  const { t } = useTranslation();
  const { daemonSet, node, replacedBy, nearest, podEvents } = answer;
  const replaced = replacedBy.map(({ name }) => name);
  return (
    <main className="data">
      <Headline
        look={plainCellStyle("excluded")}
        word={t("pod.word.gone")}
        sentence={podGoneText(t, answer, view.namespace)}
        about={t("pod.title", { name: view.name })}
      >
        <code className={css.name}>{view.name}</code>
        {node === undefined ? null : (
          <ViewLink className={css.link} view={{ page: "node", name: node }}>
            {node}
          </ViewLink>
        )}
        {daemonSet === undefined ? null : (
          <ViewLink className={css.link} view={daemonSetView(daemonSet)}>
            {daemonSet}
          </ViewLink>
        )}
      </Headline>
      <div className={css.gone}>
        <PodList title={t("pod.gone.look")} view={view} names={replaced} />
        <PodList title={t("pod.gone.nearest")} view={view} names={replaced.length > 0 ? [] : nearest} />
        <PodEvents podEvents={podEvents} nowMs={nowMs} />
        <ReadLine read={read} />
      </div>
    </main>
  );
}

type Gone = PodPageParts<"gone">["answer"];

/** Returns what happened to the pod, in one sentence. */
export function podGoneText(t: Translate, { daemonSet, node, replacedBy }: Gone, namespace: string): string {
  if (daemonSet === undefined) return t("pod.gone.unknown", { namespace });
  if (node === undefined) return t("pod.gone.unknownNode", { daemonSet });
  if (replacedBy.length === 0) return t("pod.gone.notReplaced", { daemonSet, node });
  const names = replacedBy.map(({ name }) => name).join(t("model.listComma"));
  return t("pod.gone.replaced", { count: replacedBy.length, names, node });
}
