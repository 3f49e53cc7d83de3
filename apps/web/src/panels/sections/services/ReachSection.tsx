import { PATHS } from "@daemonscope/shared/http/paths";
import type { ReachAnswer, ReachPort } from "@daemonscope/shared/http/reach";
import type { ReactNode } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import sectionsCss from "../sections.module.css";
import { usePolledAnswer } from "../use-polled-answer.ts";
import css from "./reach.module.css";
import { ServiceReach } from "./ServiceReach.tsx";

/** The four network paths to daemon pods, and which of them exist here. */
export function ReachSection({ view }: { readonly view: DaemonSetView }) {
  const { t } = useTranslation();
  const { namespace, name } = view;
  const { data, error, isPending, readAtMs } = usePolledAnswer<ReachAnswer>(PATHS.reach, { namespace, daemonSet: name });
  return (
    <section className={css.section} aria-label={t("reach.title")}>
      <div className={sectionsCss.tools}>
        <p className="i2">{t("reach.lead")}</p>
        <span className="grow" />
        {data === undefined ? null : (
          <span className="i3">
            {t("sections.readAt")} <ClockTime atMs={readAtMs} />
          </span>
        )}
      </div>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("sections.noServer")}</p>}
      {isPending ? <p role="status">{t("reach.reading")}</p> : null}
      {data?.unread.map((sentence) => (
        <p key={sentence} role="alert">
          {sentence}
        </p>
      ))}
      {data === undefined ? null : <ReachPaths view={view} data={data} />}
    </section>
  );
}

/** Returns the address of a host port: its host IP, or `<node>` if it is bound to all addresses. */
export const nodeAddress = ({ hostIP, hostPort, protocol }: Partial<Pick<ReachPort, "hostIP" | "hostPort" | "protocol">>): string =>
  `${hostIP === undefined || hostIP === "0.0.0.0" ? "<node>" : hostIP}:${hostPort}${protocol === "TCP" ? "" : `/${protocol}`}`;

function ReachPaths({ view, data }: { readonly view: DaemonSetView; readonly data: ReachAnswer }) {
  const { t } = useTranslation();
  const hostPorts = data.ports.filter(({ hostPort }) => hostPort !== undefined);
  const headless = data.services.filter(({ isHeadless }) => isHeadless);
  const others = data.services.filter(({ isHeadless }) => !isHeadless);
  const areServicesRead = data.services.length > 0 || data.unread.length === 0;
  const noService = (text: string) => <p className="i2">{areServicesRead ? text : t("reach.servicesUnread")}</p>;
  return (
    <>
      <PathSection title={t("reach.push")} isPresent state={t("reach.always")}>
        <p className="i2">{t("reach.pushWhat")}</p>
      </PathSection>
      <PathSection title={t("reach.hostPort")} isPresent={hostPorts.length > 0}>
        {hostPorts.length === 0 ? (
          <p className="i2">{t("reach.noHostPort")}</p>
        ) : (
          <>
            <p className="i2">{data.hostNetwork ? t("reach.hostNetwork") : t("reach.hostPortWhat")}</p>
            <ul>
              {hostPorts.map((port) => (
                <li key={`${port.container} ${port.protocol} ${port.hostPort}`}>
                  <code>{nodeAddress(port)}</code> → {port.container} <code>{port.port}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </PathSection>
      <PathSection title={t("reach.headless")} isPresent={headless.length > 0}>
        {headless.length === 0 ? noService(t("reach.noHeadless")) : null}
        {headless.map((service) => (
          <ServiceReach key={service.name} view={view} service={service} data={data} />
        ))}
      </PathSection>
      <PathSection title={t("reach.service")} isPresent={others.length > 0}>
        {others.length === 0 ? noService(t("reach.noService")) : null}
        {others.map((service) => (
          <ServiceReach key={service.name} view={view} service={service} data={data} />
        ))}
      </PathSection>
      {data.nearMisses.length === 0 ? null : (
        <section className={css.way} aria-label={t("reach.near")}>
          <h2>{t("reach.near")}</h2>
          <ul>
            {data.nearMisses.map(({ name, differing }) => (
              <li key={name}>
                <b>{name}</b>
                {differing.map(({ key, wants, has }) => (
                  <div key={key}>
                    {t("reach.wants")} <code>{`${key}=${wants}`}</code>; {has === undefined ? t("reach.hasNone") : t("reach.has")}{" "}
                    {has === undefined ? null : <code>{`${key}=${has}`}</code>}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.isCut ? <p className="i3">{t("reach.cut")}</p> : null}
    </>
  );
}

interface PathSectionProps {
  readonly title: string;
  readonly isPresent: boolean;
  /** Replaces the words *present* and *absent*. */
  readonly state?: string;
  readonly children: ReactNode;
}

function PathSection({ title, isPresent, state, children }: PathSectionProps) {
  const { t } = useTranslation();
  return (
    <section className={isPresent ? css.way : `${css.way} ${css.absent}`} aria-label={title}>
      <h2>
        {title} <span className="i3">{state ?? (isPresent ? t("reach.there") : t("reach.absent"))}</span>
      </h2>
      {children}
    </section>
  );
}
