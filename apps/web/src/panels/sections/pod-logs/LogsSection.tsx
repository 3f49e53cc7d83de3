import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { useMemo, useState } from "react";
import { useCluster } from "../../../data/hooks/cluster-context.ts";
import { navigate } from "../../../data/url/navigation.ts";
import { type SectionQuery, withQuery } from "../../../data/url/section-query.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import checkCss from "../../../ui/controls/check.module.css";
import { DownloadButton } from "../../../ui/controls/DownloadButton.tsx";
import { FindInput } from "../../../ui/controls/FindInput.tsx";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { LogLine } from "../../logs/log-buffer.ts";
import type { FollowedLogs } from "../../logs/log-follower.ts";
import { noteWords } from "../../logs/log-note.ts";
import { type LogQuery, useLogs } from "../../logs/use-logs.ts";
import { PodPicker } from "../PodPicker.tsx";
import sectionsCss from "../sections.module.css";
import { LogLines } from "./LogLines.tsx";
import { LogState } from "./LogState.tsx";
import { type LineMatcher, lineMatcher } from "./line-matcher.ts";
import css from "./logs.module.css";

const TAILS = ["100", "1000", "5000"] as const;
const SINCE = { "60": "1m", "300": "5m", "3600": "1h", "86400": "24h" } as const;

/** Returns the query for the server: the relevant part of the link. */
function logQuery({ namespace, name, at }: DaemonSetView): LogQuery {
  const { pod, container, previous, tail, since } = at;
  return { namespace, daemonSet: name, ...withQuery({}, { pod, container, previous, tail, since }) };
}

/** Returns the arguments of the equivalent kubectl command. */
function kubectlArgs({ name, at }: DaemonSetView, container: string): readonly string[] {
  const target = at.pod === undefined ? [`ds/${name}`, "--all-pods", "--prefix", "--max-log-requests=50"] : [at.pod];
  return [
    "logs",
    ...target,
    ...(container === "" ? [] : ["-c", container]),
    ...(at.previous === "true" ? ["--previous"] : ["--follow"]),
    ...(at.tail === undefined ? [] : [`--tail=${at.tail}`]),
    ...(at.since === undefined ? [] : [`--since=${at.since}s`]),
    "--timestamps",
  ];
}

function lineText(line: LogLine, { streams }: FollowedLogs, t: Translate): string {
  if (line.note !== undefined) return `--- ${line.time} ${noteWords(line.note, t)}`;
  return `${streams.length > 1 ? `[${streams[line.stream]?.pod ?? ""}] ` : ""}${line.time} ${line.text}`.trim();
}

/** The logs of one pod of the DaemonSet, or of all of them together, as they arrive. */
export function LogsSection({ view }: { readonly view: DaemonSetView }) {
  const { t } = useTranslation();
  const { at } = view;
  const cluster = useCluster(({ state }) => state?.cluster);
  const [turn, setTurn] = useState(0);
  const followed = useLogs(logQuery(view), turn);
  const [paused, setPaused] = useState<readonly LogLine[] | undefined>(undefined);
  const find = at.find ?? "";
  const matcher = useMemo(() => lineMatcher(find, at.regex === "true"), [find, at.regex]);
  const shown = useShownLines(paused ?? followed.lines, matcher);
  const set = (changes: Parameters<typeof withQuery>[1], replace = true) => navigate({ ...view, at: withQuery(at, changes) }, { replace });
  const text = () => shown.map((line) => `${lineText(line, followed, t)}\n`).join("");
  const command = kubectlLine(cluster, view.namespace, kubectlArgs(view, followed.container));
  return (
    <section className={css.section} aria-label={t("logs.title")}>
      <LogFilters view={view} followed={followed} onSet={set} />
      <div className={`${sectionsCss.tools} ${css.second}`}>
        <FindInput label={t("logs.find")} value={find} onFind={(words) => set({ find: words })} />
        <Check at={at} name="regex" label={t("logs.regex")} onCheck={set} />
        <Check at={at} name="times" label={t("logs.times")} onCheck={set} />
        <Check at={at} name="wrap" label={t("logs.wrap")} onCheck={set} />
        <span className="grow" />
        <button
          type="button"
          className={sectionsCss.chip}
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused === undefined ? followed.lines : undefined)}
        >
          {t("logs.pause")}
        </button>
        <CopyButton text={text} label={t("logs.copy")} />
        <DownloadButton text={text} name={`${at.pod ?? view.name}.log`} label={t("logs.download")} />
      </div>
      <LogState
        followed={followed}
        matcher={matcher}
        shown={shown.length}
        waiting={paused === undefined ? 0 : Math.max(0, (followed.lines.at(-1)?.id ?? 0) - (paused.at(-1)?.id ?? 0))}
        nearestOf={(name) => ({
          ...view,
          at: at.pod === undefined || isContainerUnknown(followed) ? withQuery(at, { container: name }) : withQuery(at, { pod: name }),
        })}
        onAgain={() => setTurn(turn + 1)}
      />
      <LogLines
        lines={shown}
        streams={followed.streams}
        times={at.times === "true"}
        wrap={at.wrap === "true"}
        isHeld={paused !== undefined}
      />
      <p className={`i3 ${css.sameAs}`}>
        {t("logs.sameAs")} <code>{command}</code> <CopyButton text={command} label={t("logs.copyCommand")} />
      </p>
    </section>
  );
}

interface LogFiltersProps {
  readonly view: DaemonSetView;
  readonly followed: FollowedLogs;
  readonly onSet: (changes: Parameters<typeof withQuery>[1], replace?: boolean) => void;
}

/** Selects pods, container, start of the logs, and whether they are of the previous run. */
function LogFilters({ view, followed, onSet }: LogFiltersProps) {
  const { t } = useTranslation();
  const { at } = view;
  return (
    <div className={sectionsCss.tools}>
      <PodPicker view={view} chosen={at.pod} none={t("logs.allPods")} onPod={(pod) => onSet({ pod, container: undefined }, false)} />
      <label>
        <span className="visually-hidden">{t("logs.container")}</span>
        <select value={followed.container} onChange={(event) => onSet({ container: event.target.value })}>
          {followed.containers.length === 0 ? <option value="">{t("logs.container")}</option> : null}
          {followed.containers.map(({ name, kind }) => (
            <option key={name} value={name}>
              {kind === "container" ? name : `${name} (${kind})`}
            </option>
          ))}
        </select>
      </label>
      <Choice
        at={at}
        label={t("logs.tail")}
        name="tail"
        defaultWords={t("logs.tailStandard")}
        choices={TAILS.map((n) => [n, t("logs.lastLines", { count: Number(n) })])}
        onChoose={onSet}
      />
      <Choice
        at={at}
        label={t("logs.since")}
        name="since"
        defaultWords={t("logs.sinceStandard")}
        choices={Object.entries(SINCE).map(([seconds, words]) => [seconds, t("logs.lastTime", { time: words })])}
        onChoose={onSet}
      />
      <Check at={at} name="previous" label={t("logs.previous")} onCheck={onSet} />
    </div>
  );
}

/** Returns the lines that match the search; all lines without a search. */
function useShownLines(all: readonly LogLine[], matcher: LineMatcher): readonly LogLine[] {
  const { t } = useTranslation();
  return useMemo(
    () => (matcher.kind === "some" ? all.filter(({ text, note }) => matcher.matches(note === undefined ? text : noteWords(note, t))) : all),
    [all, matcher, t],
  );
}

/** Reports whether the refusal is about the container and not about the pod. */
const isContainerUnknown = ({ error }: FollowedLogs): boolean => / has no container /.test(error?.message ?? "");

type SetQuery = (changes: Parameters<typeof withQuery>[1]) => void;

function Check({
  at,
  name,
  label,
  onCheck,
}: {
  readonly at: SectionQuery;
  readonly name: "previous" | "regex" | "times" | "wrap";
  readonly label: string;
  readonly onCheck: SetQuery;
}) {
  return (
    <label className={checkCss.check}>
      <input
        type="checkbox"
        checked={at[name] === "true"}
        onChange={(event) => onCheck({ [name]: event.target.checked ? "true" : undefined })}
      />
      {label}
    </label>
  );
}

interface ChoiceProps {
  readonly at: SectionQuery;
  readonly name: "tail" | "since";
  readonly label: string;
  readonly defaultWords: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly onChoose: SetQuery;
}

function Choice({ at, name, label, defaultWords, choices, onChoose }: ChoiceProps) {
  return (
    <label>
      <span className="visually-hidden">{label}</span>
      <select value={at[name] ?? ""} onChange={(event) => onChoose({ [name]: event.target.value })}>
        <option value="">{defaultWords}</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
