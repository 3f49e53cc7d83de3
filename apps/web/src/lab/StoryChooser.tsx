import type { LabAnswer, LabLanguage } from "@daemonscope/shared/http/lab";
import { type FormEvent, useState } from "react";
import { baseUrl } from "../base-url.ts";
import { copyText } from "../chrome/copy-text.ts";
import { CopyIcon } from "../chrome/icons.tsx";
import { labWord } from "./lab-words.ts";
import { seedOf, withStory } from "./story-link.ts";

/** Chooses a story and its seed, and gives its link. */
export function StoryChooser({
  answer,
  language,
  onStory,
  onBadSeed,
}: {
  readonly answer: LabAnswer;
  readonly language: LabLanguage;
  readonly onStory: (name: string, seed: number) => void;
  readonly onBadSeed: (text: string) => void;
}) {
  const { now, stories } = answer;
  const [seedText, setSeedText] = useState<string>();
  const wanted = seedText === undefined || seedText.trim() === "" ? String(now.seed) : seedText.trim();
  const begin = (name: string) => {
    const seed = seedOf(wanted);
    if (seed === undefined) onBadSeed(wanted);
    else onStory(name, seed);
    setSeedText(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(now.story);
  };
  return (
    <form className="lab-chooser" onSubmit={submit}>
      <label>
        <span>{labWord("story", language)}</span>
        <select value={now.story} onChange={(event) => begin(event.target.value)}>
          {stories.map(({ name, title }) => (
            <option key={name} value={name}>
              {name} · {title[language]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{labWord("seed", language)}</span>
        <input
          type="text"
          inputMode="numeric"
          size={4}
          value={seedText ?? String(now.seed)}
          onChange={(event) => setSeedText(event.target.value)}
        />
      </label>
      <button type="submit" className="btn">
        {labWord("beginAnew", language)}
      </button>
      <button
        type="button"
        className="btn quiet lab-link"
        aria-label={labWord("copyLink", language)}
        title={labWord("copyLink", language)}
        onClick={() => void copyText(withStory(baseUrl().href, now.story, now.seed))}
      >
        <CopyIcon /> {labWord("link", language)}
      </button>
    </form>
  );
}
