import type { KindRight, RightScope } from "@daemonscope/shared/http/rights";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../ui/controls/DataTable.tsx";

/** Kinds whose absence has its own explanation. */
const WITHOUT = [
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
type Known = (typeof WITHOUT)[number];

function reachWords(t: TFunction, reach: RightScope, kind: string): string {
  if (reach === "all") return kind === "nodes" ? t("rights.yes") : t("rights.everywhere");
  return reach === "none" ? t("rights.no") : reach.join(", ");
}

function withoutWords(t: TFunction, { isShown, scope, kind }: KindRight): string {
  if (isShown) return scope === "all" ? "" : t("rights.onlyThese");
  return scope === "none" ? t(`rights.lacks.${kind as Known}`) : t("rights.notEverywhere");
}

/** Each right: its scope, and what is missing outside it. */
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
          cell: ({ isShown, scope, kind }) => <span data-tone={isShown ? "ready" : "bad"}>{reachWords(t, scope, kind)}</span>,
        },
        { head: t("rights.without"), className: "i2", isWide: true, cell: (right) => withoutWords(t, right) },
      ]}
    />
  );
}
