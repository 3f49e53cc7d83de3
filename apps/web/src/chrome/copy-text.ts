import { translator } from "../i18n/speak.ts";
import { say } from "./say.ts";

const SHOWN = 80;

/** Copies a text, and says what was copied, or that the browser refused. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(translator.t("chrome.copied", { text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }));
  } catch {
    say(translator.t("chrome.notCopied"));
  }
}
