import type { AuditView } from "../../data/url/url.ts";
import { CostsPage } from "./CostsPage.tsx";
import { FindingsPage } from "./FindingsPage.tsx";

/** Weaknesses of DaemonSets before an incident, and what they cost. */
export const AuditPage = ({ view }: { readonly view: AuditView }) =>
  view.show === "costs" ? <CostsPage view={view} /> : <FindingsPage view={view} />;
