import type { Language } from "@daemonscope/kube/base/languages";
import type { LabAnswer } from "@daemonscope/shared/http/lab";
import { type FormEvent, useState } from "react";
import { baseUrl } from "../../../data/url/base-url.ts";
import { copyText } from "../../../ui/announce/copy-text.ts";
import { CopyIcon } from "../../../ui/controls/CopyButton.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../lab.module.css";
import { seedOf, withStory } from "./story-request.ts";

/** Chooses a story and its seed, and shows its link. */
export function StoryChooser({
  answer,
  language,
  onStory,
  onBadSeed,
}: {
  readonly answer: LabAnswer;
  readonly language: Language;
  readonly onStory: (name: string, seed: number) => void;
  readonly onBadSeed: (text: string) => void;
}) {
  const { t } = useTranslation("lab");
  const { now, stories } = answer;
  const [seedText, setSeedText] = useState<string>();
  const requestedSeed = seedText === undefined || seedText.trim() === "" ? String(now.seed) : seedText.trim();
  const begin = (name: string) => {
    const seed = seedOf(requestedSeed);
    if (seed === undefined) onBadSeed(requestedSeed);
    else onStory(name, seed);
    setSeedText(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(now.story);
  };
  return (
    <form className={css.chooser} onSubmit={submit}>
      <select aria-label={t("words.story")} value={now.story} onChange={(event) => begin(event.target.value)}>
        {stories.map(({ name, title }) => (
          <option key={name} value={name}>
            {title[language]}
          </option>
        ))}
      </select>
      <label>
        <span>{t("words.seed")}</span>
        <input
          type="text"
          inputMode="numeric"
          size={4}
          value={seedText ?? String(now.seed)}
          onChange={(event) => setSeedText(event.target.value)}
        />
      </label>
      <button type="submit" className="btn">
        {t("words.restart")}
      </button>
      <button
        type="button"
        className="iconbtn"
        aria-label={t("words.copyLink")}
        title={t("words.copyLink")}
        onClick={() => void copyText(withStory(baseUrl().href, now.story, now.seed))}
      >
        <CopyIcon />
      </button>
    </form>
  );
}
