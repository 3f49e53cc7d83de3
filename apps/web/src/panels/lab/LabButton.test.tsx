import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { LabButton } from "./LabButton.tsx";

test.each([true, false])("with off=%s a button states whether it works, and keeps the focus", (off) => {
  const onPress = vi.fn();
  const button = LabButton({ className: "btn", off, onPress, children: "Play" });
  expect(renderToStaticMarkup(button)).toBe(`<button type="button" class="btn" aria-disabled="${off}">Play</button>`);
  (button.props as { onClick: () => void }).onClick();
  expect(onPress).toHaveBeenCalledTimes(off ? 0 : 1);
});
