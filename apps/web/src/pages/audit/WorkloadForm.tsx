import { COST_RESOURCES } from "@daemonscope/daemonset/audit/costs";
import { DEFAULT_WORKLOAD } from "@daemonscope/daemonset/audit/workload";
import { useTranslation } from "react-i18next";
import { navigate } from "../../data/url/navigation.ts";
import type { AuditView } from "../../data/url/url.ts";
import css from "./audit.module.css";

const amountsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(",").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]));

/** The requests of one more pod, for which the server looks for room. A field that is empty requests nothing. */
export function WorkloadForm({ view }: { readonly view: AuditView }) {
  const { t } = useTranslation();
  const amounts = amountsOf(view.workload ?? DEFAULT_WORKLOAD);
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const parts = COST_RESOURCES.map((resource) => `${resource}=${String(data.get(resource)).trim() || "0"}`);
    const workload = parts.join(",");
    navigate({ ...view, workload: workload === DEFAULT_WORKLOAD ? undefined : workload });
  };
  return (
    <form
      className={css.workload}
      aria-label={t("audit.workload")}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <span>{t("audit.workload")}</span>
      {COST_RESOURCES.map((resource) => (
        <label key={resource}>
          <span>{resource}</span>
          <input name={resource} defaultValue={amounts.get(resource) ?? "0"} autoComplete="off" spellCheck={false} />
        </label>
      ))}
      <button type="submit" className="btn">
        {t("audit.check")}
      </button>
    </form>
  );
}
