import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Dialog } from "./Dialog.tsx";

test("names a dialog by its title, also without a head", () => {
  const dialog = renderToStaticMarkup(
    <Dialog title="Settings" hasHead={false} onClose={() => undefined}>
      text
    </Dialog>,
  );
  expect(dialog).toMatch(/^<dialog [^>]*aria-label="Settings"/);
});
