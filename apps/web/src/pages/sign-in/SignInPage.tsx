import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { LAUNCH_FRAGMENT, SIGN_IN_PROBLEM_FRAGMENT, type SignInFacts } from "@daemonscope/shared/http/session";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { baseUrl } from "../../data/url/base-url.ts";
import { drawCell } from "../../draw/cell/shapes/draw-cell.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { ThemeButton } from "../../panels/palette/ThemeButton.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { LogoIcon } from "../../ui/controls/icons.tsx";
import { fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import { LanguageChoice } from "../../words/i18n/LanguageChoice.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { onSignInElsewhere } from "./broadcast-sign-in.ts";
import css from "./sign-in.module.css";

const PITCH = 44;

const CELL = 40;

const LOOK = plainCellStyle("excluded");

/** Empty cells before any data is known. */
function PagePlaceholder() {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    const draw = () => {
      if (box.current === null || canvas.current === null) return;
      const { width, height } = box.current.getBoundingClientRect();
      const columns = Math.floor(width / PITCH);
      const rows = Math.floor(height / PITCH);
      const pen = fitCanvas(canvas.current, columns * PITCH, rows * PITCH);
      if (pen === undefined) return;
      for (let column = 0; column < columns; column++)
        for (let row = 0; row < rows; row++) drawCell(pen, column * PITCH + PITCH - CELL, row * PITCH, CELL, LOOK, palette);
    };
    draw();
    const size = new ResizeObserver(draw);
    if (box.current !== null) size.observe(box.current);
    return () => size.disconnect();
  }, [palette]);
  return (
    <div ref={box} className={css.places} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

const TOKEN_LINE = "kubectl create token NAME -n NAMESPACE";
/** Problems with a translated text; others show the server's sentence. */
const TRANSLATED_PROBLEMS = [
  "NoToken",
  "TokenRefused",
  "TokenExpired",
  "TooManyTries",
  "ClusterSilent",
  "CannotReview",
  "LaunchRefused",
  "NotOverTls",
  "ProviderSilent",
  "ProviderDiffers",
  "ProviderRefused",
  "ProviderUnknown",
] as const;

/** The reason for a failed sign-in; without a code, the server did not respond. */
type SignInProblem = Partial<ApiError>;

/** Requests a sign-in; undefined on success. The next page load is then signed in. */
async function postSignIn(body: { readonly token: string } | { readonly launch: string }): Promise<SignInProblem | undefined> {
  try {
    const response = await fetch(new URL(PATHS.signIn.slice(1), baseUrl()), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return undefined;
    return (await response.json()) as ApiError;
  } catch {
    return {};
  }
}

function Problem({ problem, id }: { readonly problem: SignInProblem; readonly id: string }) {
  const { t } = useTranslation();
  const code = TRANSLATED_PROBLEMS.find((known) => known === problem.code);
  return (
    <p id={id} role="alert" className={css.problem}>
      {code !== undefined ? (
        t(`signIn.problem.${code}`, { seconds: problem.params?.seconds ?? 60 })
      ) : problem.message === undefined ? (
        t("signIn.problem.noAnswer")
      ) : (
        <span lang="en">{problem.message}</span>
      )}
    </p>
  );
}

function WithToken() {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<SignInProblem>();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const found = await postSignIn({ token });
    if (found === undefined) return location.reload();
    setAsking(false);
    setProblem(found);
    field.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking) void ask();
      }}
    >
      <label htmlFor={`${id}t`}>{t("signIn.token")}</label>
      <textarea
        ref={field}
        id={`${id}t`}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        required
        // biome-ignore lint/a11y/noAutofocus: it is the only control of the page
        autoFocus
        placeholder="eyJhbGciOi…"
        value={token}
        aria-describedby={`${id}n${problem === undefined ? "" : ` ${id}p`}`}
        aria-invalid={problem !== undefined}
        onChange={(event) => setToken(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {problem === undefined ? null : <Problem id={`${id}p`} problem={problem} />}
      <div className={css.row}>
        <span id={`${id}n`} className="i2">
          {t("signIn.kept")}
        </span>
        <button type="submit" className={css.go} aria-busy={isAsking}>
          {t("signIn.do")}
        </button>
      </div>
      <div className={css.how}>
        <h2>{t("signIn.none")}</h2>
        <CommandLine line={TOKEN_LINE} label={t("verdict.copy", { command: TOKEN_LINE })} />
      </div>
    </form>
  );
}

/** Returns the text after this beginning of the fragment, and removes it from the address before any other use. */
function takeFragment(beginning: string): string | undefined {
  if (!location.hash.startsWith(beginning)) return undefined;
  const rest = location.hash.slice(beginning.length);
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  return rest;
}

/** Read once when the module loads, because reading removes it from the address. */
const problemOfProvider = takeFragment(SIGN_IN_PROBLEM_FRAGMENT);

/** Returns the address of the provider, which redirects back to the current page. */
function providerAddress(): string {
  const away = new URL(PATHS.signInAway.slice(1), baseUrl());
  away.searchParams.set("to", `/${location.href.slice(baseUrl().href.length).replace(/#.*$/, "")}`);
  return away.href;
}

function WithProvider() {
  const { t } = useTranslation();
  const problem = problemOfProvider;
  return (
    <div className={css.provider}>
      <a className={css.go} href={providerAddress()}>
        {t("signIn.atProvider")}
      </a>
      {problem === undefined ? null : <Problem id="provider" problem={{ code: problem }} />}
    </div>
  );
}

function WithLaunch() {
  const [problem, setProblem] = useState<SignInProblem>();
  useEffect(() => {
    const tryAddress = async () => {
      const launch = takeFragment(LAUNCH_FRAGMENT);
      if (launch === undefined) return;
      const found = await postSignIn({ launch });
      if (found === undefined) location.reload();
      else setProblem(found);
    };
    void tryAddress();
    // A link that is pasted into an open tab.
    const retry = () => void tryAddress();
    addEventListener("hashchange", retry);
    return () => removeEventListener("hashchange", retry);
  }, []);
  return problem === undefined ? null : <Problem id="launch" problem={problem} />;
}

/** Shown before the cluster until the user signs in. It has no data of the cluster except its name. */
export function SignInPage({ facts }: { readonly facts: SignInFacts }) {
  const { t } = useTranslation();
  const isLaunch = facts.methods.includes("launch");
  const title = t("signIn.title", { cluster: facts.cluster });
  useEffect(() => {
    document.title = `${title} · Daemonscope`;
  }, [title]);
  useEffect(() => onSignInElsewhere(() => location.reload()), []);
  return (
    <>
      <header className={css.bar}>
        <span className={css.logo}>
          <LogoIcon />
          <span>daemonscope</span>
        </span>
        <span className="grow" />
        <LanguageChoice />
        <ThemeButton />
      </header>
      <main className={css.page}>
        <section>
          <h1>{title}</h1>
          <p className="i2">{t(isLaunch ? "signIn.byAddress" : "signIn.yourRights")}</p>
          {isLaunch ? <WithLaunch /> : null}
          {facts.methods.includes("provider") ? <WithProvider /> : null}
          {facts.methods.includes("token") ? <WithToken /> : null}
        </section>
        <PagePlaceholder />
      </main>
    </>
  );
}
