import { baseUrl, pageCluster } from "./address/base-url.ts";
import { urlMoment } from "./address/navigation.ts";
import "@fontsource-variable/inter/wght.css";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/page.css";
import "./theme/chinese.css";
import { PATHS, RECENT_KEYFRAME } from "@daemonscope/shared/http/paths";
import type { SignInFacts } from "@daemonscope/shared/http/session";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { fetchAtEpoch } from "./api/fetch-answer.ts";
import { linesOf } from "./api/lines-of.ts";
import { checkSession, sessionId, signInFacts } from "./api/session.ts";
import { App } from "./app/App.tsx";
import { reloadOnceForBuild } from "./app/reload-once.ts";
import { onNextFrame } from "./cluster/before-frame.ts";
import { ClusterStore } from "./cluster/cluster-store.ts";
import { connectToStream } from "./cluster/connect.ts";
import type { StreamConnection } from "./cluster/event-stream.ts";
import { drainBetweenFrames } from "./cluster/in-slices.ts";
import { DisplayedCluster } from "./cluster/shown-cluster.ts";
import type { TabStreamMessage } from "./cluster/stream-messages.ts";
import { firstLanguage, speak, speakAlso } from "./i18n/speak.ts";
import { listenForKeys } from "./keys/listen-for-keys.ts";
import { followPreferences } from "./preferences/follow-preferences.ts";
import { broadcastSignIn } from "./sign-in/signed-in-elsewhere.ts";

/** If a stream is silent for this time, it reopens when the page becomes visible. */
const QUIET_MS = 15_000;

// Makes the base URL absolute. It is relative to the address of the load, and later addresses must not change it.
for (const base of document.querySelectorAll("base")) base.setAttribute("href", base.href);

followPreferences();
listenForKeys();

/** The cluster's page: its stream, and its rendering. */
function clusterPage(): ReactNode {
  if (sessionId() !== undefined) broadcastSignIn();
  const store = new ClusterStore({
    nowMs: () => Date.now(),
    // The page's head requested the first keyframe already. It may be slightly old, because the stream continues from
    // it.
    fetchKeyframe: async (signal, epoch, onBytes) =>
      linesOf(await fetchAtEpoch(PATHS.keyframe, epoch === undefined ? RECENT_KEYFRAME : {}, epoch, signal), onBytes),
    timeout: (ms) => AbortSignal.timeout(ms),
    reconnect: () => link?.reopen("asked"),
    onOtherSchema: (server) => reloadOnceForBuild(server, sessionStorage, () => location.reload()),
    // If a browser cannot draw each message, it renders once per drawn frame instead of once per message.
    whenToTell: onNextFrame,
    inSlices: drainBetweenFrames,
  });
  let link: StreamConnection | undefined;
  const hear = (news: TabStreamMessage) => {
    store.hear(news);
    if (news.kind === "lost") void checkSession();
  };
  void store.begin().then((place) => {
    link = connectToStream(new URL(PATHS.stream.slice(1), baseUrl()).href, sessionId() ?? "", place, hear);
  });
  const wake = () => {
    const { heardAtMs } = store.snapshot();
    if (document.visibilityState === "visible" && heardAtMs !== undefined && Date.now() - heardAtMs > QUIET_MS) link?.reopen("quiet");
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  const moment = urlMoment();
  return <App shown={new DisplayedCluster(store, moment.kind === "now" ? undefined : moment.kind === "past" ? moment.atMs : 0)} />;
}

// If the file of a language does not load, the page stays in English.
await speak(firstLanguage()).catch((error: unknown) => console.warn("the language could not be loaded", error));

/** A user without a session gets only this page: it requests nothing of a cluster. */
async function signInPage(facts: SignInFacts): Promise<ReactNode> {
  const [{ SignInPage }] = await Promise.all([import("./sign-in/SignInPage.tsx"), speakAlso("later")]);
  return <SignInPage facts={facts} />;
}

function show(page: ReactNode): void {
  const root = document.getElementById("root");
  if (root !== null) createRoot(root).render(<StrictMode>{page}</StrictMode>);
}

const facts = signInFacts();
if (facts === undefined && pageCluster() === "")
  void import("./clusters/clusters-page.tsx").then((module) => module.clustersPage()).then(show);
else if (facts === undefined) show(clusterPage());
// Not awaited, because that page imports this script, which would wait for its own end.
else void signInPage(facts).then(show);
