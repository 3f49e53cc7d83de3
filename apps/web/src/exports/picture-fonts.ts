import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

const FAMILY = "Inter Variable";
/** What letters of pictures are set in: the page's own, and where a picture is read without it, or has Chinese letters, what is there. */
export const PICTURE_FONT = `"${FAMILY}", Inter, "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei", system-ui, sans-serif`;

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The rule that brings the letters into a document, which is then read with them anywhere; empty where they cannot be had. */
export async function embeddedFont(): Promise<string> {
  try {
    const response = await fetch(interUrl);
    if (!response.ok) return "";
    const data = inBase64(new Uint8Array(await response.arrayBuffer()));
    return `@font-face{font-family:"${FAMILY}";font-weight:100 900;src:url(data:font/woff2;base64,${data}) format("woff2")}`;
  } catch {
    return "";
  }
}

/** Waits until a canvas can be written on with these letters. */
export const fontsAreThere = async (): Promise<void> => {
  await Promise.all([`400 12px ${PICTURE_FONT}`, `600 18px ${PICTURE_FONT}`].map((font) => document.fonts.load(font)));
};
