import { useEffect, useState } from "react";
import { parseManifest, type ReadManifest } from "./parse-manifest.ts";
import { MANIFEST_LIMIT } from "./read-draft.ts";

/** Returns the parsed text; undefined while it is being parsed, and if it is empty or too long. */
export function useManifest(text: string): ReadManifest | undefined {
  const [read, setRead] = useState<{ readonly text: string; readonly manifest: ReadManifest } | undefined>(undefined);
  useEffect(() => {
    if (text.trim() === "" || text.length > MANIFEST_LIMIT) return;
    let isWanted = true;
    parseManifest(text).then(
      (manifest) => {
        if (isWanted) setRead({ text, manifest });
      },
      (error: unknown) => {
        if (isWanted) setRead({ text, manifest: { problem: error instanceof Error ? error.message : String(error) } });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return read?.text === text ? read.manifest : undefined;
}
