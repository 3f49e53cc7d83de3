import { useState } from "react";

/** A sentence for users of screen readers. */
export interface SpeechRequest {
  /** The relevant content: while it is equal, only numbers and ages differ. */
  readonly matter: string;
  readonly text: string;
}

/** Returns the text of a live region for content that changes often: the text of the last change of its matter.
 *  `about`: another value is another page, cluster or language. */
export function useSpeech({ matter, text }: SpeechRequest, about: string): string {
  const key = `${about}\n${matter}`;
  const [spoken, setSpoken] = useState({ key, text });
  if (spoken.key === key) return spoken.text;
  setSpoken({ key, text });
  return text;
}
