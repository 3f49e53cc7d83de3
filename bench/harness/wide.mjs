// A server over a very wide cluster that is put into its model at once, and a browser for its pages.
import { openBrowser } from "./browser.mjs";
import { DAEMON_SETS, program } from "./processes.mjs";

const FRAMES_PER_SECOND = 60;

/** `names`: "sequence" or "random", of nodes and uids. */
export async function openWide(nodes, names = "sequence") {
  const browser = await openBrowser();
  const server = program("wide-server", [nodes, DAEMON_SETS, names]);
  const { port } = await server.nextLine();
  const cellsOf = (share) => Math.round(nodes * DAEMON_SETS * share);
  return {
    server,
    browser,
    url: `http://127.0.0.1:${port}/`,
    cellsOf,
    /** Sets the share of the cells that each frame changes; returns the number of frames sent until then. */
    change: async (share) => (await server.ask({ cells: cellsOf(share), framesPerSecond: FRAMES_PER_SECOND })).sent,
  };
}
