import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { ComparedTemplate, RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { useState } from "react";
import { ApiProblem, useRevisions } from "../api/queries.ts";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { navigate } from "../navigation.ts";
import type { View } from "../url.ts";
import { ChangeList } from "./ChangeList.tsx";
import { RevisionTable } from "./RevisionTable.tsx";
import { YamlDiff } from "./YamlDiff.tsx";
import "./revisions.css";

interface RevisionsPanelProps {
  readonly record: DaemonSetRecord;
  readonly view: Extract<View, { readonly page: "daemonSet" }>;
  /** Rises when pods may have changed. */
  readonly podsVersion: number;
  readonly nowMs: number;
  readonly isLive: boolean;
}

const hashOf = (side: ComparedTemplate | undefined): string | undefined => (side?.kind === "revision" ? side.hash : undefined);
const sideText = (side: ComparedTemplate): string => (side.kind === "live" ? "the live template" : `revision ${side.revision}`);

/** The revisions that the cluster keeps, the nodes that run each, and how any two of them differ. */
export function RevisionsPanel({ record, view, podsVersion, nowMs, isLive }: RevisionsPanelProps) {
  const [openHash, setOpenHash] = useState<string | undefined>(undefined);
  const kept = record.revisions.map(({ hash, revision }) => `${hash} ${revision}`).join();
  // Names of nodes are asked for only while they are looked at; counts come with the stream.
  const version = `${record.uid} ${record.generation} ${kept} ${openHash === undefined ? "" : podsVersion}`;
  const isRead = !record.unread.includes("controllerrevisions");
  const answer = useRevisions(view, version, isLive && isRead);
  const data = answer.data;
  const from = view.from ?? hashOf(data?.difference?.from);
  const to = view.to ?? hashOf(data?.difference?.to);
  if (!isRead)
    return (
      <section aria-label="Revisions">
        <h2>Revisions</h2>
        <p>Controllerrevisions are not read, so nothing can be said of revisions, nor which pod is of which.</p>
      </section>
    );
  return (
    <section aria-label="Revisions" className="revisions">
      <div>
        <h2>Revisions</h2>
        {record.revisions.length === 0 ? (
          <p>The controller has made no revision yet.</p>
        ) : (
          <RevisionTable
            record={record}
            answer={data}
            from={from}
            to={to}
            openHash={openHash}
            nowMs={nowMs}
            onOpen={setOpenHash}
            onCompare={(sides) => navigate({ ...view, from, to, ...sides }, { replace: true })}
            onNode={(node) => navigate({ ...view, node })}
          />
        )}
        <p className="i3">
          {data?.isLiveUnrecorded === true && "The controller has yet to make a revision of the live template. "}
          An undo gives an old revision a new, higher number, and the old number is gone.
        </p>
        {data !== undefined && (
          <details>
            <summary>kubectl rollout history</summary>
            <div className="framed">
              <pre>{data.history.trimEnd()}</pre>
              <CopyButton text={data.history} label="Copy the history as kubectl prints it" />
            </div>
          </details>
        )}
      </div>
      <Comparison data={data} error={answer.error} isPending={answer.isPending && isLive} />
    </section>
  );
}

interface ComparisonProps {
  readonly data: RevisionsAnswer | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
}

function Comparison({ data, error, isPending }: ComparisonProps) {
  // The answer to an earlier question stays on screen; a refusal of this one must not look like it.
  if (error !== null) return <p role="alert">{error instanceof ApiProblem ? error.message : "The server could not be asked."}</p>;
  if (data === undefined) return <p>{isPending ? "Asking the server for the revisions." : ""}</p>;
  const { difference, whyNoDifference, showsValues } = data;
  if (difference === undefined)
    return (
      <div>
        <h2>Changes</h2>
        <p>{whyNoDifference}</p>
      </div>
    );
  return (
    <div>
      <h2 aria-live="polite">
        From {sideText(difference.from)} to {sideText(difference.to)}
      </h2>
      <ChangeList difference={difference} />
      <YamlDiff difference={difference} />
      {!showsValues && (
        <p className="i3">
          Environment values, arguments and commands are hidden; <code>--show-env-values</code> at the server's start shows them.
        </p>
      )}
    </div>
  );
}
