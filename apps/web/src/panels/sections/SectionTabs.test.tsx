import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { SectionTabs } from "./SectionTabs.tsx";

afterEach(() => void vi.unstubAllGlobals());

test("marks only the current section for assistive technology", () => {
  vi.stubGlobal("document", { baseURI: "http://daemonscope.test/", querySelector: () => null });
  vi.stubGlobal("location", new URL("http://daemonscope.test/nodes/n1"));
  const tabs = renderToStaticMarkup(
    <SectionTabs
      sections={["overview", "events", "yaml"]}
      current="events"
      viewOf={(section) => ({ page: "node", name: "n1", section })}
    />,
  );
  const current = [...tabs.matchAll(/<a [^>]*>/g)].filter(([tag]) => tag.includes('aria-current="page"'));
  expect(current.map(([tag]) => /data-section="(\w+)"/.exec(tag)?.[1])).toEqual(["events"]);
});
