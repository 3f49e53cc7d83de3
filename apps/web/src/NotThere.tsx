import { nearestNames } from "@daemonscope/kube/nearest";
import { useMemo } from "react";
import { useTitle } from "./chrome/use-title.ts";
import { FLEET_VIEW, type View } from "./url.ts";
import { ViewLink } from "./ViewLink.tsx";

/** Says that something in a link does not exist, and offers what is near. */
export function NotThere({
  what,
  name,
  known,
  nearest = nearestNames,
  linkOf,
}: {
  readonly what: string;
  readonly name: string;
  readonly known: readonly string[];
  readonly nearest?: (name: string, known: readonly string[]) => readonly string[];
  readonly linkOf: (name: string) => View;
}) {
  const near = useMemo(() => nearest(name, known), [nearest, name, known]);
  useTitle(`No ${what} “${name}”`);
  return (
    <main className="message">
      <h1>
        There is no {what} “{name}”
      </h1>
      <p>
        {near.length === 0
          ? `Nothing here has a name like it. It may have been deleted, or the link is of another cluster.`
          : "Did you mean:"}
      </p>
      {near.map((other) => (
        <p key={other}>
          <ViewLink view={linkOf(other)} className="btn">
            {other}
          </ViewLink>
        </p>
      ))}
      <p>
        <ViewLink view={FLEET_VIEW} className="btn">
          All DaemonSets
        </ViewLink>
      </p>
    </main>
  );
}
