import { errorMessage } from "@daemonscope/kube/base/error-message";
import type { ActionRecord, BatchControlRequest } from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useState } from "react";
import { postJsonQuery } from "../../../data/api/post-json-query.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";

/** Pauses, resumes and ends running deletions. Shows nothing for other actions. */
export function BatchControls({ record }: { readonly record: ActionRecord }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { state } = record;
  const isRunning = state.kind === "running" || state.kind === "sent" || state.kind === "accepted";
  if (record.batch === undefined || !isRunning) return null;
  const isPaused = state.kind === "running" && state.paused;
  const steer = (to: BatchControlRequest["to"]) => {
    setProblem(undefined);
    postJsonQuery(PATHS.actionBatch, JSON.stringify({ id: record.id, to } satisfies BatchControlRequest), undefined).catch(
      (error: unknown) => setProblem(errorMessage(error)),
    );
  };
  return (
    <>
      <button type="button" className="btn" onClick={() => steer(isPaused ? "goOn" : "pause")}>
        {t(isPaused ? "acting.batch.goOn" : "acting.batch.pause")}
      </button>
      <button type="button" className="btn" onClick={() => steer("end")}>
        {t("acting.batch.end")}
      </button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </>
  );
}
