import { useEffect, useRef, useState } from "react";
import { type Speech, spoken, type Utterance, unspoken } from "./speech.ts";

/** How often something that waits is tried again. */
const AGAIN_MS = 1000;

/** What a live region says of something that changes all the time. `about`: another one is another page, cluster or language, whose first sentence stands there at once. */
export function useSpeech(wish: Utterance, about: string): string {
  const [{ speech, of }, setSaid] = useState<{ readonly speech: Speech; readonly of: string }>({ speech: unspoken(wish), of: about });
  const latest = useRef(wish);
  useEffect(() => {
    latest.current = wish;
  }, [wish]);
  if (of !== about) setSaid({ speech: unspoken(wish), of: about });
  useEffect(() => {
    const say = () =>
      setSaid((before) => {
        const after = spoken(before.speech, latest.current, performance.now());
        return after === before.speech ? before : { ...before, speech: after };
      });
    say();
    const timer = setInterval(say, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return speech.text;
}
