import type { LabAnswer, LabCommand, LabCommands, LabState, LabVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import type { ApiError } from "@daemonscope/shared/http/paths";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { queryClient } from "../../data/api/query-client.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { baseUrl } from "../../data/url/base-url.ts";
import type { LabProblem } from "./problem-text.ts";

const NOW_KEY = [PATHS.labNow];
/** Poll intervals. The story advances by itself, and other clients may command it too. */
const PLAYING_INTERVAL_MS = 1000;
const PAUSED_INTERVAL_MS = 4000;

/** A refused command. */
class LabRefusal extends Error {
  override readonly name = "LabRefusal";
  readonly problem: LabProblem;
  constructor(problem: LabProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function post(path: string, body: unknown): Promise<LabState> {
  const response = await fetch(new URL(`${PATHS.lab.slice(1)}/${path}`, baseUrl()), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as LabState;
  const { code = "NoAnswer", message = "", params, nearest } = (answer as Partial<ApiError> | undefined) ?? {};
  const problemParams = params ?? (code === "NoAnswer" ? { status: response.status } : {});
  throw new LabRefusal({ code, message, params: problemParams, ...(nearest === undefined ? {} : { nearest }) });
}

/** The lab as the page uses it. */
export interface LabUse {
  readonly answer: LabAnswer | undefined;
  /** The reason for the last refusal, or another message. */
  readonly problem: LabProblem | undefined;
  showProblem(problem: LabProblem): void;
  /** Hides the message. */
  dismiss(): void;
  /** A command is running. */
  readonly busy: boolean;
  /** The `startCount` of the last story that this page started; undefined if it started none. */
  readonly ownStartCount: number | undefined;
  command<Command extends LabCommand>(command: Command, body: LabCommands[Command]): Promise<LabState | undefined>;
  perform<Verb extends LabVerb>(verb: Verb, body: LabVerbs[Verb]): Promise<LabState | undefined>;
}

/** Polls the lab, and sends commands. A command resolves to the next state, or to undefined if it was refused. */
export function useLab(): LabUse {
  const [problem, setProblem] = useState<LabProblem>();
  const [ownStartCount, setOwnStartCount] = useState<number>();
  const epoch = useCluster(({ state }) => state?.epoch);
  const [runningCount, setRunningCount] = useState(0);
  // Stories and their words do not change while the server runs.
  const { data: initial } = useQuery<LabAnswer>(
    {
      queryKey: [PATHS.lab],
      queryFn: ({ signal }) => fetchJson<LabAnswer>(PATHS.lab, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const { data: now } = useQuery<LabState>(
    {
      queryKey: NOW_KEY,
      queryFn: ({ signal }) => fetchJson<LabState>(PATHS.labNow, {}, signal),
      refetchInterval: ({ state }) => (state.data?.clock.playing === true ? PLAYING_INTERVAL_MS : PAUSED_INTERVAL_MS),
      retry: 1,
    },
    queryClient,
  );
  // In a new cluster, the story is requested at once.
  useEffect(() => {
    if (epoch !== undefined) void queryClient.invalidateQueries({ queryKey: NOW_KEY });
  }, [epoch]);
  const send = async (path: string, body: unknown): Promise<LabState | undefined> => {
    setRunningCount((count) => count + 1);
    try {
      const next = await post(path, body);
      // An older answer must not replace this one.
      await queryClient.cancelQueries({ queryKey: NOW_KEY });
      if (path === "story" || path === "back") setOwnStartCount(next.startCount);
      queryClient.setQueryData<LabState>(NOW_KEY, next);
      setProblem(undefined);
      return next;
    } catch (error) {
      setProblem(error instanceof LabRefusal ? error.problem : { code: "NoServer", message: "" });
      return undefined;
    } finally {
      setRunningCount((count) => count - 1);
    }
  };
  return {
    answer: initial === undefined || now === undefined ? undefined : { stories: initial.stories, now },
    problem,
    showProblem: setProblem,
    dismiss: () => setProblem(undefined),
    busy: runningCount > 0,
    ownStartCount,
    command: (command, body) => send(command, body),
    perform: (verb, body) => send(`do/${verb}`, body),
  };
}
