import type { LabLanguage } from "@daemonscope/shared/http/lab";
import { useState } from "react";

const KEPT = "daemonscope.lab.language";

/** The languages of the lab, as their readers call them. */
export const LAB_LANGUAGES: readonly { readonly language: LabLanguage; readonly name: string }[] = [
  { language: "en", name: "English" },
  { language: "zh-CN", name: "简体中文" },
  { language: "zh-TW", name: "繁體中文" },
];

/** The nearest of our languages; undefined when none is near. */
export function nearestLanguage(tag: string): LabLanguage | undefined {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === "en") return "en";
  if (parts[0] !== "zh") return undefined;
  if (parts.includes("hans")) return "zh-CN";
  return ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) ? "zh-TW" : "zh-CN";
}

function firstLanguage(): LabLanguage {
  const tags = [new URLSearchParams(location.search).get("lang") ?? "", kept(), ...navigator.languages];
  return tags.map(nearestLanguage).find((language) => language !== undefined) ?? "en";
}

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** The language that stories are told in: of the link, as chosen before, or the browser's. */
export function useLabLanguage(): readonly [LabLanguage, (language: LabLanguage) => void] {
  const [language, setLanguage] = useState(firstLanguage);
  const choose = (next: LabLanguage) => {
    setLanguage(next);
    try {
      localStorage.setItem(KEPT, next);
    } catch {
      // It holds for this page.
    }
  };
  return [language, choose];
}
