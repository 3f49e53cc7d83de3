import { PATHS } from "@daemonscope/shared/http/paths";
import type { SessionAnswer } from "@daemonscope/shared/http/session";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "../../data/api/fetch-answer.ts";
import { queryClient } from "../../data/api/query-client.ts";
import { signOut } from "../../data/api/session.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./signed-in.module.css";

/** The signed-in user, and the sign-out button. */
export function SignedIn() {
  const { t } = useTranslation();
  const { data } = useQuery(
    {
      queryKey: ["session"],
      queryFn: ({ signal }) => fetchJson<SessionAnswer>(PATHS.session, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (data === undefined) return null;
  return (
    <>
      {data.userName === undefined ? null : <MiddleCut className={css.who} text={data.userName} />}
      {data.canSignOut ? (
        <button type="button" className={`btn quiet ${css.out}`} onClick={() => void signOut()}>
          {t("signIn.out")}
        </button>
      ) : null}
    </>
  );
}
