import { newNameOf } from "@daemonscope/kube/old-names";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./explain.module.css";

/** Marks the key of a label, a toleration or a taint as an old name, with the new one. Empty for other keys. */
export function OldName({ of }: { readonly of: string | undefined }) {
  const { t } = useTranslation();
  const renamed = newNameOf(of ?? "");
  if (renamed === undefined) return null;
  return (
    <span className={css.old} data-old-name>
      {t("explain.proof.oldName", { key: renamed.key, since: renamed.since })}
    </span>
  );
}
