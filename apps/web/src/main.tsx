import { baseUrl, pageCluster } from "./data/url/base-url.ts";
import { urlMoment } from "./data/url/navigation.ts";
import "./ui/theme/fonts.css";
import "./ui/theme/tokens.css";
import "./ui/theme/page.css";
import "./ui/theme/controls.css";
import { PATHS, RECENT_KEYFRAME } from "@daemonscope/shared/http/paths";
import type { SignInFacts } from "@daemonscope/shared/http/session";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { reloadOnceForBuild } from "./app/reload-once.ts";
import { fetchAtEpoch } from "./data/api/fetch-answer.ts";
import { linesOf } from "./data/api/lines-of.ts";
import { checkSession, serverAnswers, sessionId, signInFacts } from "./data/api/session.ts";
import { ClusterStore } from "./data/cluster/cluster-store.ts";
import { DisplayedCluster } from "./data/cluster/displayed-cluster.ts";
import type { TabStreamMessage } from "./data/cluster/stream-messages.ts";
import { drainBetweenFrames } from "./data/computed/drain-between-frames.ts";
import { onNextFrame } from "./data/computed/on-next-frame.ts";
import { connectToStream } from "./data/stream/connect.ts";
import type { StreamConnection } from "./data/stream/event-stream.ts";
import { broadcastSignIn } from "./pages/sign-in/broadcast-sign-in.ts";
import { listenForKeys } from "./ui/keys/listen-for-keys.ts";
import { markInput } from "./ui/keys/mark-input.ts";
import { followPreferences } from "./ui/preferences/follow-preferences.ts";
import { firstLanguage, speak, speakAlso } from "./words/i18n/speak.ts";

/** If a stream is silent for this time, it reopens when the page becomes visible or the network returns. */
const QUIET_MS = 15_000;

// Makes the base URL absolute. It is relative to the address of the load, and later addresses must not change it.
for (const base of document.querySelectorAll("base")) base.setAttribute("href", base.href);

if (matchMedia("(pointer: coarse)").matches) void import("./ui/theme/touch.css");
followPreferences();
listenForKeys();
markInput();

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
    scheduleNotify: onNextFrame,
    inSlices: drainBetweenFrames,
  });
  let link: StreamConnection | undefined;
  const receive = (news: TabStreamMessage) => {
    store.receive(news);
    if (news.kind !== "lost") return;
    void checkSession();
    if (news.isUnanswered === true) void serverAnswers().then((answers) => answers && store.withheld());
  };
  void store.begin().then((place) => {
    link = connectToStream(new URL(PATHS.stream.slice(1), baseUrl()).href, sessionId() ?? "", place, receive);
  });
  const wake = () => {
    const { lastReceivedAtMs } = store.snapshot();
    if (document.visibilityState === "visible" && lastReceivedAtMs !== undefined && Date.now() - lastReceivedAtMs > QUIET_MS)
      link?.reopen("quiet");
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
  const [{ SignInPage }] = await Promise.all([import("./pages/sign-in/SignInPage.tsx"), speakAlso("later")]);
  return <SignInPage facts={facts} />;
}

function show(page: ReactNode): void {
  const root = document.getElementById("root");
  if (root !== null) createRoot(root).render(<StrictMode>{page}</StrictMode>);
}

const facts = signInFacts();
if (facts === undefined && pageCluster() === "")
  void import("./pages/clusters/clusters-page.tsx").then((module) => module.clustersPage()).then(show);
else if (facts === undefined) show(clusterPage());
// Not awaited, because that page imports this script, which would wait for its own end.
else void signInPage(facts).then(show);
