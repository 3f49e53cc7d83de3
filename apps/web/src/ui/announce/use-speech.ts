import { useEffect, useRef, useState } from "react";
import { afterSpeech, newSpeechQueue, type Speech, type SpeechRequest } from "./speech.ts";

/** Retry interval for a waiting utterance. */
const AGAIN_MS = 1000;

/** Returns the text of a live region for content that changes often. `about`: another value is another page, cluster
 *  or language, whose first sentence appears at once. */
export function useSpeech(request: SpeechRequest, about: string): string {
  const [{ speech, of }, setAnnounced] = useState<{ readonly speech: Speech; readonly of: string }>({
    speech: newSpeechQueue(request),
    of: about,
  });
  const latest = useRef(request);
  useEffect(() => {
    latest.current = request;
  }, [request]);
  if (of !== about) setAnnounced({ speech: newSpeechQueue(request), of: about });
  useEffect(() => {
    const announce = () =>
      setAnnounced((before) => {
        const after = afterSpeech(before.speech, latest.current, performance.now());
        return after === before.speech ? before : { ...before, speech: after };
      });
    announce();
    const timer = setInterval(announce, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return speech.text;
}
