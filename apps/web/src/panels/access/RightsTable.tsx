import type { KindRight, RightScope } from "@daemonscope/shared/http/rights";
import type { TFunction } from "i18next";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** Kinds whose absence has its own explanation. */
const EXPLAINED_KINDS = [
  "nodes",
  "daemonsets",
  "controllerrevisions",
  "pods",
  "events",
  "pods/log",
  "services",
  "endpointslices",
  "podmetrics",
] as const;
type ExplainedKind = (typeof EXPLAINED_KINDS)[number];

function scopeText(t: TFunction, scope: RightScope, kind: string): string {
  if (scope === "all") return kind === "nodes" ? t("rights.yes") : t("rights.everywhere");
  return scope === "none" ? t("rights.no") : scope.join(", ");
}

function limitText(t: TFunction, { isShown, scope, kind }: KindRight): string {
  if (isShown) return scope === "all" ? "" : t("rights.onlyThese");
  return scope === "none" ? t(`rights.lacks.${kind as ExplainedKind}`) : t("rights.notEverywhere");
}

/** Each right with its scope, and the data that the user misses outside it. */
export function RightsTable({ rights }: { readonly rights: readonly KindRight[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      rows={rights}
      keyOf={({ kind }) => kind}
      rowProps={({ kind, isShown }) => ({ "data-right": kind, "data-shown": isShown })}
      columns={[
        {
          head: t("rights.right"),
          isRowHead: true,
          cell: ({ resource, group, verbs }) => (
            <>
              <code>
                {resource}
                {group === "" ? "" : `.${group}`}
              </code>{" "}
              <span className="i3">{verbs.join(", ")}</span>
            </>
          ),
        },
        {
          head: t("rights.yours"),
          cell: ({ isShown, scope, kind }) => <span data-tone={isShown ? "ready" : "bad"}>{scopeText(t, scope, kind)}</span>,
        },
        { head: t("rights.without"), className: "i2", isWide: true, cell: (right) => limitText(t, right) },
      ]}
    />
  );
}
