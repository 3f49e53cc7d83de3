import { translator } from "../../words/i18n/speak.ts";
import { announce } from "./announce.ts";

const MAX_SHOWN_LENGTH = 80;

/** Copies a text, and announces the result: the copied text, or that the browser refused. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(translator.t("chrome.copied", { text: text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text }));
  } catch {
    announce(translator.t("chrome.notCopied"));
  }
}
