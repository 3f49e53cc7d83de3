import type { CourseStep } from "@daemonscope/shared/http/course";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "../../../data/api/query-client.ts";
import { CommandLine } from "../../../ui/controls/CommandLine.tsx";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { DoneList } from "../free-play/DoneList.tsx";
import { FreePlay } from "../free-play/FreePlay.tsx";
import { LabButton } from "../LabButton.tsx";
import { PlaybackControls } from "../PlaybackControls.tsx";
import type { LabUse } from "../use-lab.ts";
import css from "./course.module.css";
import { StartOver } from "./StartOver.tsx";
import { fetchCheck, type LessonUse } from "./use-lesson.ts";

const CHECK_INTERVAL_MS = 1000;

type Exercise = Extract<CourseStep, { readonly kind: "exercise" }>;

/** Waits for the goal of an exercise, which the learner reaches by clicks, YAML or kubectl. */
export function ExerciseStep({
  step,
  lessonName,
  lesson,
  lab,
}: {
  readonly step: Exercise;
  readonly lessonName: string;
  readonly lesson: LessonUse;
  readonly lab: LabUse;
}) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const { progress, busy, begin, finish } = lesson;
  const { data: check } = useQuery(
    {
      queryKey: [PATHS.labCheck, lessonName, progress.step, progress.startedAtMs],
      queryFn: ({ signal }) => fetchCheck(lessonName, progress.step, signal),
      refetchInterval: CHECK_INTERVAL_MS,
    },
    queryClient,
  );
  // A check of another cluster proves nothing.
  const results = check?.startedAtMs === progress.startedAtMs ? check?.results : undefined;
  const [isReached = false, ...lost] = results ?? [];
  const loss = step.losses[lost.indexOf(true)];
  const isOver = isReached && loss === undefined;
  useEffect(() => {
    if (isOver && results !== undefined) finish(results);
  });
  const now = lab.answer?.now;
  if (loss !== undefined) return <StartOver words={loss[language]} busy={busy} onPress={() => void begin(progress.step)} />;
  return (
    <>
      <p className="i3">{t("course.waiting")}</p>
      <LabButton className="link" off={busy} onPress={() => void begin(progress.step)}>
        {t("course.startOver")}
      </LabButton>
      {now === undefined ? null : <PlaybackControls lab={lab} now={now} />}
      {check === undefined ? null : (
        <div className={css.kubectl}>
          <p className="i3">{t("course.kubectl")}</p>
          <CommandLine line={`kubectl --kubeconfig=/dev/null --server=${check.server}`} label={t("words.copy")} />
        </div>
      )}
      <div className={css.free}>
        <FreePlay lab={lab} exercise={step} />
        {now === undefined ? null : <DoneList lab={lab} now={now} />}
      </div>
    </>
  );
}
