import { expect, it } from "vitest";
import { annotationLine } from "./github-annotations.ts";

it("escapes %, CR and LF everywhere, and : and , in properties, as actions/toolkit does", () => {
  const place = { file: "a:b,c%\r\n.yaml", line: 7 };
  expect(annotationLine({ level: "error", title: "x: y, 5%", message: "a:b, 5%\r\nend", place })).toBe(
    "::error file=a%3Ab%2Cc%25%0D%0A.yaml,line=7,title=x%3A y%2C 5%25::a:b, 5%25%0D%0Aend",
  );
});

it("has no place without a file, and shows hidden characters", () => {
  expect(annotationLine({ level: "notice", title: "t", message: "\u001b[31m" })).toBe("::notice title=t::\\u001b[31m");
});
