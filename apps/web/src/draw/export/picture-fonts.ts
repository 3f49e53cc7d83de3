import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import monoUrl from "../../ui/theme/jetbrains-mono-ascii.woff2?url";

const REST = `"Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei"`;
/** `descriptors`: those of the face in fonts.css that change its size. */
const FACES = [
  { family: "Inter Variable", url: interUrl, descriptors: "" },
  { family: "JetBrains Mono Variable", url: monoUrl, descriptors: "size-adjust:93%;" },
];
/** Font of pictures: the page's font. Fallbacks apply if it is missing, and for Chinese characters. */
export const PICTURE_FONT = `"Inter Variable", Inter, ${REST}, system-ui, sans-serif`;
/** Font of the names of nodes in pictures. */
export const NAME_FONT = `"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, ${REST}, monospace`;

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

async function embeddedFace({ family, url, descriptors }: (typeof FACES)[number]): Promise<string> {
  try {
    const response = await fetch(url);
    if (!response.ok) return "";
    const data = inBase64(new Uint8Array(await response.arrayBuffer()));
    return `@font-face{font-family:"${family}";font-weight:100 900;${descriptors}src:url(data:font/woff2;base64,${data}) format("woff2")}`;
  } catch {
    return "";
  }
}

/** Returns the rules that embed the fonts in a document, so that it is portable. A font that does not load is left
 *  out. */
export const embeddedFonts = async (): Promise<string> =>
  `${(await Promise.all(FACES.map(embeddedFace))).join("")}text{font-variant-ligatures:none}`;

/** Waits until a canvas can draw with these fonts. */
export const loadPictureFonts = async (): Promise<void> => {
  const fonts = [`400 12px ${PICTURE_FONT}`, `600 18px ${PICTURE_FONT}`, `600 12px ${NAME_FONT}`];
  await Promise.all(fonts.map((font) => document.fonts.load(font)));
};
