import type { LabAnswer, LabLanguage } from "@daemonscope/shared/http/lab";
import { type FormEvent, useState } from "react";
import { baseUrl } from "../base-url.ts";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { labWord } from "./lab-words.ts";
import { withStory } from "./story-link.ts";

/** Chooses a story and its seed, and gives its link. */
export function StoryChooser({
  answer,
  language,
  busy,
  onStory,
}: {
  readonly answer: LabAnswer;
  readonly language: LabLanguage;
  readonly busy: boolean;
  readonly onStory: (name: string, seed: number) => void;
}) {
  const { now, stories } = answer;
  const [seedText, setSeedText] = useState<string>();
  const seed = seedText !== undefined && /^\d{1,10}$/.test(seedText) ? Number(seedText) : now.seed;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    onStory(now.story, seed);
    setSeedText(undefined);
  };
  return (
    <form className="lab-chooser" onSubmit={begin}>
      <label>
        <span>{labWord("story", language)}</span>
        <select value={now.story} disabled={busy} onChange={(event) => onStory(event.target.value, seed)}>
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
      <button type="submit" className="btn" disabled={busy}>
        {labWord("beginAnew", language)}
      </button>
      <CopyButton text={withStory(baseUrl().href, now.story, now.seed)} label={labWord("copyLink", language)} />
    </form>
  );
}
