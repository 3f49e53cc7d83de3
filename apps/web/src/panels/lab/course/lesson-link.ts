/** Returns the lesson of an address; "" is the list of lessons, undefined no course. */
export const lessonOf = (search: string): string | undefined => new URLSearchParams(search).get("lesson") ?? undefined;

/** Returns the same address with a lesson, the list of lessons, or neither. */
export function withLesson(href: string, lesson: string | undefined): string {
  const url = new URL(href);
  if (lesson === undefined) url.searchParams.delete("lesson");
  else url.searchParams.set("lesson", lesson);
  return url.href;
}
