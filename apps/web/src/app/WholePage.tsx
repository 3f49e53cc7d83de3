import type { ReactNode } from "react";
import { LazyPart } from "../ui/loading/LazyPart.tsx";
import { LoadingPage } from "./LoadingPage.tsx";

/** A page in a separate file. */
export function WholePage({ about, children }: { readonly about: string; readonly children: ReactNode }) {
  return (
    <LazyPart isPage about={about} fallback={<LoadingPage />}>
      {children}
    </LazyPart>
  );
}
