import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { Suspense } from "react";
import { FailureBoundary } from "../../ui/loading/FailureBoundary.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { isOwnChange } from "./is-own-change.ts";

interface WithUserProps {
  readonly record: DaemonSetRecord;
  readonly text: (record: DaemonSetRecord) => string | undefined;
}

const NamedUser = lazyWithWords<WithUserProps>(() => import("./NamedUser.tsx").then((module) => module.NamedUser));

/** Renders the text of a record. It is rendered again with the user of the last change, if this server made it. */
export function WithUser({ record, text }: WithUserProps) {
  if (!isOwnChange(record)) return text(record);
  return (
    <FailureBoundary key={record.key} onFailed={undefined} shown={() => text(record)}>
      <Suspense fallback={text(record)}>
        <NamedUser record={record} text={text} />
      </Suspense>
    </FailureBoundary>
  );
}
