import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { Room, Taker } from "@daemonscope/daemonset/room/room-for";
import { Trans, useTranslation } from "react-i18next";
import { ApiProblem, useRoom } from "../api/queries.ts";
import { useFreshness } from "../cluster/cluster-context.ts";
import { ClockTime } from "../sections/ClockTime.tsx";

const LACKS = /Insufficient |Too many pods|didn't have free ports/;

/** True for a pod that the scheduler refuses for want of room. */
export const waitsForRoom = ({ scheduled, trouble, message }: PodAnswer): boolean =>
  !scheduled && LACKS.test(`${trouble !== undefined && "reason" in trouble ? trouble.reason : ""} ${message ?? ""}`);

const nameOf = ({ namespace, name }: Pick<Taker, "namespace" | "name">): string => `${namespace}/${name}`;

function RoomList({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const isMore = (all: number, shown: number) => (all > shown ? <li>{t("explain.room.more", { amount: all - shown })}</li> : null);
  return (
    <>
      {room.shortages.map(({ resource, needs, free, allocatable, neverFits, takers, takerCount }) => (
        <div key={resource}>
          <p>
            <Trans i18nKey="explain.room.needs" values={{ resource, needs, free, allocatable }} components={{ code: <code /> }} />
            {neverFits ? <> {t("explain.room.neverFits")}</> : null}
          </p>
          <ul>
            {takers.map((taker) => (
              <li key={nameOf(taker)}>
                <Trans i18nKey="explain.room.takes" values={{ pod: nameOf(taker), amount: taker.amount }} components={{ code: <code /> }} />
              </li>
            ))}
            {isMore(takerCount, takers.length)}
          </ul>
        </div>
      ))}
      {room.ports.map(({ port, protocol, holders }) => (
        <div key={`${port}/${protocol}`}>
          <p>{t("explain.room.port", { port: String(port), protocol })}</p>
          <ul>
            {holders.map((holder) => (
              <li key={nameOf(holder)}>
                <code>{nameOf(holder)}</code>
                {holder.daemonSet === undefined ? null : <> {t("explain.room.of", { daemonSet: holder.daemonSet })}</>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {room.neverPreempts ? (
        <p>{t("explain.room.never")}</p>
      ) : (
        <p>{t(room.lowerCount === 0 ? "explain.room.none" : "explain.room.lower", { priority: String(room.priority) })}</p>
      )}
      {room.neverPreempts || room.lowerCount === 0 ? null : (
        <ul>
          {room.lower.map((pod) => (
            <li key={nameOf(pod)}>
              <code>{nameOf(pod)}</code> {t("explain.room.priority", { priority: String(pod.priority) })}
            </li>
          ))}
          {isMore(room.lowerCount, room.lower.length)}
        </ul>
      )}
    </>
  );
}

/** What the pod of a pair needs of its node and does not get. Read from the cluster when somebody looks. */
export function RoomLines({
  namespace,
  daemonSet,
  node,
}: {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
}) {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  const { data, error, dataUpdatedAt, isPending } = useRoom(namespace, daemonSet, node, isLive);
  const room = data?.waiting?.room;
  return (
    <section className="room" aria-label={t("explain.room.title")}>
      <h3>{t("explain.room.title")}</h3>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("explain.notAsked")}</p>}
      {isPending ? <p role="status">{t("explain.room.reading")}</p> : null}
      {data === undefined || room === undefined || (room.shortages.length === 0 && room.ports.length === 0) ? null : (
        <RoomList room={room} />
      )}
      {data === undefined ? null : (
        <p className="i3">
          {isLive && error === null ? t("explain.room.read") : t("explain.room.readStale")} <ClockTime atMs={dataUpdatedAt} />
          {data.onlyNamespace === undefined ? "" : ` ${t("explain.room.partial", { namespace: data.onlyNamespace })}`}
          {data.isCut ? ` ${t("explain.room.cut")}` : ""}
        </p>
      )}
    </section>
  );
}
