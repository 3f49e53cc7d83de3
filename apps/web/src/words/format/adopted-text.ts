import type { AdoptedPod } from "@daemonscope/daemonset/pods/adopted-pod";
import type { Translate } from "../i18n/translator.ts";

/** Explains why an adopted pod counts as up to date, and how its template differs. */
export function adoptedText(t: Translate, { imageChanges }: AdoptedPod): string {
  if (imageChanges.length === 0) return t("pod.side.adopted");
  const images = imageChanges.map(({ image, templateImage }) => `${image} → ${templateImage}`).join(t("model.listComma"));
  return t("pod.side.adoptedImage", { images });
}
