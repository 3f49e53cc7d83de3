import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { Fragment, type ReactNode, useEffect } from "react";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { groupOf, NO_GROUP } from "../../data/rows/grouping.ts";
import { useView } from "../../data/url/navigation.ts";
import { LABELS_VIEW, TAINTS_VIEW, type View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { Switcher } from "../../ui/controls/Switcher.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { setChipsSlot } from "./chips-slot.ts";
import css from "./crumbs.module.css";
import { namespaceOf } from "./namespace-of.ts";

/** A failed load only leaves the DaemonSet out of the recent ones of the palette. */
function remember(key: string): void {
  import("../../ui/preferences/palette-memory.ts").then(
    (memory) => memory.rememberDaemonSet(key),
    () => undefined,
  );
}

const lists = () => import("./CrumbLists.tsx");
const NamespaceList = lazyWithWords(() => lists().then((module) => module.NamespaceList));
const DaemonSetList = lazyWithWords(() => lists().then((module) => module.DaemonSetList));
const PoolList = lazyWithWords(() => lists().then((module) => module.PoolList));
const NodeList = lazyWithWords(() => lists().then((module) => module.NodeList));

function NamespaceSwitcher({ namespace }: { readonly namespace: string | undefined }) {
  const { t } = useTranslation();
  const label = t("chrome.namespace");
  const value = namespace ?? t("chrome.allNamespaces");
  return (
    <Switcher name={`${label}${t("model.colon")}${value}`} className={css.bare} List={NamespaceList}>
      <span className="ell">{value}</span>
    </Switcher>
  );
}

/** `pool`: undefined for all pools, NO_GROUP for nodes without a pool. */
function PoolSwitcher({ pool }: { readonly pool: string | undefined }) {
  const { t } = useTranslation();
  const value = pool === undefined ? t("chrome.allPools") : pool === NO_GROUP ? t("fleet.noPool") : pool;
  return (
    <Switcher name={`${t("chrome.pool")}${t("model.colon")}${value}`} className={css.bare} List={PoolList}>
      <span className="ell">{value}</span>
    </Switcher>
  );
}

/** Returns the pool of a node; undefined while the node is unknown. */
function usePoolOf(name: string): string | undefined {
  return useCluster(({ state }) => {
    const record = state && nodeNamed(state, name);
    return record && groupOf(record, "pool");
  });
}

/** The pool of a node and its name. */
function NodeSteps({ name }: { readonly name: string }) {
  return (
    <Fragment>
      <PoolSwitcher pool={usePoolOf(name)} />
      <i aria-hidden="true">/</i>
      <LastSwitcher kind="node" value={name} />
    </Fragment>
  );
}

function LastSwitcher({ kind, value }: { readonly kind: "daemonSet" | "node"; readonly value: string }) {
  const { t } = useTranslation();
  const label = t(`chrome.last.${kind}`);
  return (
    <Switcher
      name={`${label}${t("model.colon")}${value}`}
      className={`${css.bare} ${css.last}`}
      List={kind === "daemonSet" ? DaemonSetList : NodeList}
    >
      <MiddleCut text={value} isWord />
    </Switcher>
  );
}

/** Steps from the whole to the part that the page shows. */
function Steps({ view }: { readonly view: View }) {
  const { t } = useTranslation();
  switch (view.page) {
    case "fleet":
    case "events":
      return <NamespaceSwitcher namespace={namespaceOf(view)} />;
    case "daemonSet":
    case "pod":
      return (
        <Fragment>
          <NamespaceSwitcher namespace={view.namespace} />
          <i aria-hidden="true">/</i>
          {view.page === "pod" ? (
            <MiddleCut text={view.name} className={css.last} isWord />
          ) : (
            <LastSwitcher kind="daemonSet" value={view.name} />
          )}
        </Fragment>
      );
    case "node":
      return <NodeSteps name={view.name} />;
    case "nodes":
      return <PoolSwitcher pool={view.group === "pool" ? view.only : undefined} />;
    case "labels":
    case "taints":
      return (
        <span className={css.segments}>
          <ViewLink view={TAINTS_VIEW} aria-current={view.page === "taints" ? "page" : undefined}>
            {t("chrome.placement.taints")}
          </ViewLink>
          <ViewLink view={LABELS_VIEW} aria-current={view.page === "labels" ? "page" : undefined}>
            {t("chrome.placement.labels")}
          </ViewLink>
        </span>
      );
    case "audit":
      return (
        <span className={css.segments}>
          {(["findings", "costs"] as const).map((show) => (
            <ViewLink key={show} view={{ ...view, show }} aria-current={view.show === show ? "page" : undefined}>
              {t(`chrome.audit.${show}`)}
            </ViewLink>
          ))}
        </span>
      );
    case "whatIf":
    case "unknown":
      return null;
  }
}

/** The row above the headline: where the page is, the filters of its address (see `useChipsSlot`), and tools. */
export function Crumbs({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const view = useView();
  const key = view.page === "daemonSet" ? `${view.namespace}/${view.name}` : undefined;
  useEffect(() => {
    if (key !== undefined) remember(key);
  }, [key]);
  return (
    <div className={css.crumbs}>
      <nav {...rovingTabIndex} aria-label={t("chrome.whereYouAre")}>
        <Steps view={view} />
      </nav>
      <div ref={setChipsSlot} className={css.chips} />
      {children}
    </div>
  );
}
