import { ApiProblem } from "./fetch-answer.ts";
import { postJsonQuery } from "./post-json-query.ts";

/** Maximum tries of a preview that the server answers with 429. */
const MAX_TRIES = 10;
const MS_PER_SECOND = 1000;
const TOO_MANY_REQUESTS = 429;

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

/** Posts a preview once earlier previews of this page are answered or aborted. Retries after a 429, with the delay
 *  that the answer names. Throws as postJsonQuery does. */
export function postPreview<T>(path: string, body: string, log: string | undefined, signal?: AbortSignal): Promise<T> {
  const postWithRetries = async (): Promise<T> => {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await postJsonQuery<T>(path, body, log, signal);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== TOO_MANY_REQUESTS || tries >= MAX_TRIES) throw error;
        await pause(Number(error.params?.seconds ?? 1) * MS_PER_SECOND, signal);
      }
    }
  };
  const answer = last.then(postWithRetries);
  last = answer.catch(() => undefined);
  return answer;
}
