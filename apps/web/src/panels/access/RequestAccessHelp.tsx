import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import type { KindRight } from "@daemonscope/shared/http/rights";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { roleBindingCommand, roleCommand } from "./grant-lines.ts";
import css from "./rights.module.css";

interface RequestAccessHelpProps {
  readonly cluster: KubectlTarget;
  readonly userName: string;
  readonly rights: readonly KindRight[];
}

/** Text that an administrator of the cluster can paste. */
export function RequestAccessHelp({ cluster, userName, rights }: RequestAccessHelpProps) {
  const { t } = useTranslation();
  const label = t("rights.copy");
  return (
    <section className={css.ask}>
      <h2>{t("rights.howToAsk")}</h2>
      <p className="i2">{t("rights.sendThis", { cluster: cluster.context })}</p>
      <CommandLine line={roleCommand(cluster, rights)} label={label} />
      <h3>{t("rights.forAll")}</h3>
      <CommandLine line={roleBindingCommand(cluster, userName, undefined)} label={label} />
      <h3>{t("rights.forOne")}</h3>
      <CommandLine line={roleBindingCommand(cluster, userName, "NAMESPACE")} label={label} />
      <p className="i2">{t("rights.readOnly")}</p>
    </section>
  );
}
