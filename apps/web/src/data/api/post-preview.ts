import { ApiProblem } from "./fetch-answer.ts";
import { postJsonQuery } from "./post-json-query.ts";

/** Maximum tries after answers of 429, which contain the delay. */
const MAX_TRIES = 10;
const RETRY_MS = 1000;
const TOO_MANY = 429;

/** The previews of this page run one after the other: the server runs one for each user. */
let last: Promise<unknown> = Promise.resolve();

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}

/** Posts a preview once earlier previews of this page are answered or aborted, and again after a 429, with the delay of
 *  its answer. Throws as postJsonQuery does. */
export function postPreview<T>(path: string, question: string, log: string | undefined, signal?: AbortSignal): Promise<T> {
  const asked = async (): Promise<T> => {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await postJsonQuery<T>(path, question, log, signal);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== TOO_MANY || tries >= MAX_TRIES) throw error;
        await pause(Number(error.params?.seconds ?? 1) * RETRY_MS, signal);
      }
    }
  };
  const answer = last.then(asked);
  last = answer.catch(() => undefined);
  return answer;
}
